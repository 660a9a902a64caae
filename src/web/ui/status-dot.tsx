import type { ReactNode } from 'react';
import styles from './status-dot.module.css';

export type StatusColor = 'green' | 'red' | 'purple' | 'grey';

/** The CSS colour of a status, for dots, bars and fills only. */
export function statusFill(color: StatusColor): string {
  return `var(--status-${color})`;
}

interface StatusDotProps {
  color: StatusColor;
  /** A ring instead of a dot: what is left over. */
  hollow?: boolean;
  /** Several words go on in a second line. */
  wraps?: boolean;
  /** The word that carries the meaning. */
  children: ReactNode;
}

export function StatusDot({ color, hollow = false, wraps = false, children }: StatusDotProps) {
  return (
    <span className={`${styles.status} ${wraps ? styles.wraps : ''}`}>
      <span
        className={`${styles.dot} ${hollow ? styles.hollow : ''}`}
        style={{ '--dot': statusFill(color) } as React.CSSProperties}
      />
      <span className={styles.word}>{children}</span>
    </span>
  );
}
