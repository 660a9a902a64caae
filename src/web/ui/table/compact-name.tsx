import type { ReactNode } from 'react';
import styles from './compact-name.module.css';

/** The name at the top of a row below 700 px: a long one goes on in a second line. */
export function CompactName({ children }: { children: ReactNode }) {
  return <strong className={styles.name}>{children}</strong>;
}
