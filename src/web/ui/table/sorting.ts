import { compareNames } from '#web/lib/names.ts';
import type { CellValue, Column } from './column.ts';

export interface Sorting {
  columnId: string;
  descending: boolean;
}

export interface Ordered {
  sorting: Sorting | undefined;
  onSort: (columnId: string) => void;
}

/** Document 1: none, ascending, descending, none; a newly chosen column starts ascending. */
export function nextSorting(current: Sorting | undefined, columnId: string): Sorting | undefined {
  if (current?.columnId !== columnId) return { columnId, descending: false };
  return current.descending ? undefined : { columnId, descending: true };
}

function isNothing(value: CellValue): boolean {
  return value === null || value === undefined || value === '';
}

/** Numbers by size, dates by time, words as a person would, nothing always last. */
export function compareValues(a: CellValue, b: CellValue, descending: boolean): number {
  if (isNothing(a) || isNothing(b)) return Number(isNothing(a)) - Number(isNothing(b));
  const order =
    typeof a === 'string' || typeof b === 'string'
      ? compareNames(String(a), String(b))
      : Number(a) - Number(b);
  return descending ? -order : order;
}

/** Equal rows keep the order in which they came. */
export function sortRows<Row>(
  rows: readonly Row[],
  column: Column<Row> | undefined,
  sorting: Sorting | undefined,
): readonly Row[] {
  if (!column || !sorting) return rows;
  return rows
    .map((row) => ({ row, value: column.value(row) }))
    .sort((a, b) => compareValues(a.value, b.value, sorting.descending))
    .map(({ row }) => row);
}
