import { useNavigate, useSearch } from '@tanstack/react-router';
import {
  type DeskFilter,
  type DeskSort,
  deskFilters,
  deskSorts,
  largestDeskPage,
} from '#contract/inbound-desk.ts';
import { changedSearch, linkSearch } from '#web/lib/link-search.ts';
import { useTypedInAddress } from '#web/ui/list-address.ts';
import type { RowLink } from '#web/ui/table/column.ts';
import { nextSorting, type Sorting } from '#web/ui/table/sorting.ts';

/** The server's order, over all texts. */
type DeskSorting = Sorting & { columnId: DeskSort };

export interface DeskView {
  filter: DeskFilter;
  find: string;
  sorting: DeskSorting;
  page: number;
  /** Of a page; undefined for the usual number. */
  rows: number | undefined;
  textId: number | undefined;
}

const newestFirst: DeskSorting = { columnId: 'date', descending: true };

/** What is shown, as the address has it: `?filter=unclear&find=410&sort=phoneNumber&rows=50&page=2&textId=7`. */
export function useDeskAddress(): DeskView & {
  go: (change: Partial<DeskView>) => void;
  onSort: (columnId: string) => void;
  setRows: (rows: number | undefined) => void;
  /** The address in which a text's thread is open. */
  threadOf: (textId: number) => RowLink;
} {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const put = (change: Partial<DeskView>) =>
    void navigate({
      to: '/main/textmanager',
      search: changedSearch(inAddress(change)),
      // Back closes a thread that was opened from the list; further steps and typing leave no trail.
      replace: change.textId === undefined || search.textId !== undefined,
    });
  // Another filter or search begins at its first page.
  const [find, setFind] = useTypedInAddress(search.find, (typed) => put({ find: typed, page: 1 }));
  const go = ({ find: typed, ...change }: Partial<DeskView>) => {
    if (typed !== undefined) setFind(typed);
    if (Object.keys(change).length === 0) return;
    const anew = change.filter !== undefined || change.sorting !== undefined || 'rows' in change;
    put({ ...change, ...(anew ? { page: 1 } : {}) });
  };
  const sorting = sortingOf(search.sort);
  return {
    filter: deskFilters.find((filter) => filter === search.filter) ?? 'all',
    find,
    sorting,
    onSort: (columnId) => go({ sorting: nextOf(sorting, columnId) }),
    rows: rowsOf(search.rows),
    setRows: (rows) => go({ rows }),
    page: typeof search.page === 'number' && search.page >= 1 ? Math.floor(search.page) : 1,
    textId: typeof search.textId === 'number' ? search.textId : undefined,
    go,
    threadOf: (opened) => ({
      to: '/main/textmanager',
      search: linkSearch({ ...search, textId: opened }),
    }),
  };
}

function rowsOf(written: unknown): number | undefined {
  if (typeof written !== 'number' || written < 1) return undefined;
  return Math.min(Math.floor(written), largestDeskPage);
}

/** `-date` is the newest first. */
function sortingOf(written: unknown): DeskSorting {
  if (typeof written !== 'string') return newestFirst;
  const descending = written.startsWith('-');
  const columnId = deskSorts.find((sort) => sort === written.slice(descending ? 1 : 0));
  return columnId ? { columnId, descending } : newestFirst;
}

/** Without an order, the newest come first; by date, that is one of the two orders. */
function nextOf(current: DeskSorting, pressed: string): DeskSorting {
  const columnId = deskSorts.find((sort) => sort === pressed) ?? newestFirst.columnId;
  const next = nextSorting(current, columnId);
  if (next) return { columnId, descending: next.descending };
  return columnId === 'date' ? { columnId, descending: false } : newestFirst;
}

/** What an address without it means is left out. */
function inAddress({ sorting, ...change }: Partial<DeskView>): Record<string, unknown> {
  const usual = { filter: 'all', find: '', page: 1, sort: '-date' };
  const sort = sorting && { sort: `${sorting.descending ? '-' : ''}${sorting.columnId}` };
  return Object.fromEntries(
    Object.entries({ ...change, ...sort }).map(([key, value]) => [
      key,
      value === usual[key as keyof typeof usual] ? undefined : value,
    ]),
  );
}
