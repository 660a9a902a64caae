import type { ReactNode } from 'react';
import styles from './figure.module.css';

interface FigureProps {
  label: string;
  value: ReactNode;
  /** Quiet, after the value: "44%". */
  note?: ReactNode;
}

/** One number with its name. Put several into `Figures`. */
export function Figure({ label, value, note }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <span>{note}</span>}
      </dd>
    </div>
  );
}

/** Numbers side by side, divided by lines. */
export function Figures({ children }: { children: ReactNode }) {
  return <dl className={styles.figures}>{children}</dl>;
}
