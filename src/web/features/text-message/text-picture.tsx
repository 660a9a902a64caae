import styles from './text-message.module.css';

/** A telephone with a text and the account's field in it. Decoration only. */
export function TextPicture() {
  return (
    <svg viewBox="0 0 240 168" className={styles.picture} aria-hidden="true">
      <path
        className={styles.drawnLine}
        d="M60 168V26a14 14 0 0 1 14-14h92a14 14 0 0 1 14 14v142"
      />
      <rect className={styles.drawnFill} x="106" y="22" width="28" height="4" rx="2" />
      <path
        className={styles.drawnBubble}
        d="M116 44h76a8 8 0 0 1 8 8v48a8 8 0 0 1-8 8h-70l-14 10V52a8 8 0 0 1 8-8Z"
      />
      <rect className={styles.drawnFill} x="118" y="58" width="26" height="6" rx="3" />
      <rect className={styles.drawnField} x="150" y="54.5" width="40" height="13" rx="3" />
      <rect className={styles.drawnFill} x="118" y="76" width="72" height="6" rx="3" />
      <rect className={styles.drawnFill} x="118" y="90" width="48" height="6" rx="3" />
      <path
        className={styles.drawnAnswer}
        d="M40 128h72a8 8 0 0 1 8 8v24l-12-8H40a8 8 0 0 1-8-8v-8a8 8 0 0 1 8-8Z"
      />
      <rect className={styles.drawnFill} x="46" y="137" width="34" height="6" rx="3" />
    </svg>
  );
}
