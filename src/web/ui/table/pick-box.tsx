import styles from './data-table.module.css';
import type { Picks, RowKey } from './picks.ts';

interface PickBoxProps {
  picks: Picks;
  rowKey: RowKey;
  /** "Past due, East" */
  name: string;
  tabIndex: number;
}

/** In the margin of a row, on hover and focus; on every row once one is chosen. */
export function PickBox({ picks, rowKey, name, tabIndex }: PickBoxProps) {
  return (
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      className={`${styles.pick} ${picks.count > 0 ? styles.picking : ''}`}
      tabIndex={tabIndex}
      checked={picks.has(rowKey)}
      onChange={() => picks.toggle(rowKey)}
      // A press must neither open the row nor select it.
      onDoubleClick={(event) => event.stopPropagation()}
    />
  );
}

export function PickAll({ all, count, set }: Picks & { all: readonly RowKey[] }) {
  return (
    <input
      ref={(box) => {
        if (box) box.indeterminate = count > 0 && count < all.length;
      }}
      type="checkbox"
      aria-label="Select all"
      className={`${styles.pick} ${count > 0 ? styles.picking : ''}`}
      checked={count > 0 && count === all.length}
      onChange={() => set(count === all.length ? [] : all)}
    />
  );
}
