import type { ReactNode } from 'react';
import styles from './chip.module.css';

/** A field's value in a text: outlined, on one line. */
export function Token({ children }: { children: ReactNode }) {
  return <span className={styles.token}>{children}</span>;
}
