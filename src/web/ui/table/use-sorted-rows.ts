import { useMemo, useState } from 'react';
import type { ListAddress } from '../list-address.ts';
import type { Column } from './column.ts';
import { nextSorting, type Ordered, type Sorting, sortRows } from './sorting.ts';

interface SortedElsewhere {
  /** Sorting and row count are in the address. */
  address?: ListAddress | undefined;
  /** The server sorts. */
  ordered?: Ordered | undefined;
}

export function useSortedRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  first: Sorting | undefined,
  { address, ordered }: SortedElsewhere,
) {
  const [own, setOwn] = useState(first);
  const written = address?.sorting === 'first' ? first : address?.sorting;
  const sorting = address ? written : own;
  const column = ordered ? undefined : columns.find(({ id }) => id === sorting?.columnId);
  const most = address?.rows;
  const sorted = useMemo(
    () => sortRows(rows, column, sorting).slice(0, most),
    [rows, column, sorting, most],
  );
  const change = address?.setSorting ?? setOwn;
  return {
    sorted,
    sorting: ordered ? ordered.sorting : sorting,
    toggle: ordered?.onSort ?? ((columnId: string) => change(nextSorting(sorting, columnId))),
  };
}
