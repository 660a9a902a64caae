import styles from './spinner.module.css';

/** Work of unknown length; does not move with reduced motion. */
export function Spinner({ size = 16 }: { size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={styles.spinner}
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" className={styles.ring} />
      <path d="M12 3a9 9 0 0 1 9 9" className={styles.arc} />
    </svg>
  );
}
