import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  count: number;
  /** "campaign", "campaigns" */
  noun: readonly [one: string, many: string];
  onClear: () => void;
  /** What can be done with them. */
  children: ReactNode;
}

/** In place of the toolbar while rows are chosen. */
export function SelectionBar({ count, noun: [one, many], onClear, children }: SelectionBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label={`Selected ${many}`}>
      <strong role="status">
        {count.toLocaleString('en-US')} {count === 1 ? one : many} selected
      </strong>
      {children}
      <Button size="sm" variant="plain" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
