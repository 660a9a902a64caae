import type { ReactNode } from 'react';
import { AlertIcon, ClockIcon, type Icon } from './icons.tsx';
import styles from './notice-band.module.css';

interface BandProps {
  children: ReactNode;
  /** Quiet text below, or a button at the right. */
  action?: ReactNode;
}

/** What went wrong with the whole form or list: words in the danger colour on its tint. */
export function ErrorBand({ children, action }: BandProps) {
  return (
    <div className={`${styles.band} ${styles.error}`} role="alert">
      <AlertIcon />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}

/** A fact about what is shown: "Dialing 42 calls a minute." */
export function NoteBand({
  children,
  action,
  icon: Drawn = ClockIcon,
}: BandProps & { icon?: Icon }) {
  return (
    <div className={`${styles.band} ${styles.note}`}>
      <Drawn />
      <div className={styles.words}>{children}</div>
      {action}
    </div>
  );
}
