import { useState } from 'react';
import { type CallRecordColumn, callRecordColumns } from '#contract/call-record-columns.ts';
import { defaultColumns } from './column-names.ts';

const storageKey = 'callRecordColumns';

/** Which columns are shown; remembered in this browser. */
export function useStoredColumns() {
  const [columns, setColumns] = useState(read);
  return [
    columns,
    (next: readonly CallRecordColumn[]) => {
      localStorage.setItem(storageKey, next.join(','));
      setColumns(next);
    },
  ] as const;
}

function read(): readonly CallRecordColumn[] {
  const stored = localStorage.getItem(storageKey)?.split(',') ?? [];
  const known = callRecordColumns.filter((column) => stored.includes(column));
  return known.length > 0 ? known : defaultColumns;
}
