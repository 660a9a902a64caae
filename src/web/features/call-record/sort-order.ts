/** The order of the report as its table shows it. */
import type { RecordSorting } from '#contract/call-record.ts';
import { sortableColumns } from '#contract/call-record-columns.ts';
import { nextSorting, type Sorting } from '#web/ui/table/sorting.ts';

/** The order of a report that nobody sorted. */
const newestFirst: Sorting = { columnId: 'startTime', descending: true };

export function sortingOf(sort: RecordSorting | undefined): Sorting {
  return sort ? { columnId: sort.column, descending: sort.descending } : newestFirst;
}

/**
 * Ascending, descending, none, as everywhere. None is the newest first, which is what Start Time
 * descending shows: it goes on to ascending.
 */
export function toggled(
  sort: RecordSorting | undefined,
  columnId: string,
): RecordSorting | undefined {
  const next =
    nextSorting(sortingOf(sort), columnId) ??
    (columnId === newestFirst.columnId ? { columnId, descending: false } : undefined);
  const column = sortableColumns.find((known) => known === next?.columnId);
  if (!next || !column) return undefined;
  const isFirst = column === newestFirst.columnId && next.descending;
  return isFirst ? undefined : { column, descending: next.descending };
}
