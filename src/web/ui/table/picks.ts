import { useState } from 'react';

export type RowKey = string | number;

/** Which rows are chosen by their checkbox. */
export interface Picks {
  has: (key: RowKey) => boolean;
  count: number;
  toggle: (key: RowKey) => void;
  set: (keys: readonly RowKey[]) => void;
}

/** Only rows that are still shown count: what a search hides must not be deleted unseen. */
export function usePicks<Row>(rows: readonly Row[] | undefined, keyOf: (row: Row) => RowKey) {
  const [keys, setKeys] = useState<ReadonlySet<RowKey>>(new Set());
  const picked = (rows ?? []).filter((row) => keys.has(keyOf(row)));
  const toggle = (key: RowKey) => {
    const next = new Set(keys);
    if (!next.delete(key)) next.add(key);
    setKeys(next);
  };
  const picks: Picks = {
    has: (key) => keys.has(key),
    count: picked.length,
    toggle,
    set: (all) => setKeys(new Set(all)),
  };
  return { picks, picked, clear: () => setKeys(new Set()) };
}
