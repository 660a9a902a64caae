import { keepPreviousData, useQuery } from '@tanstack/react-query';
import {
  doNotCallOrders,
  doNotCallSources,
  mostDoNotCallFound,
  searchDoNotCall,
} from '#contract/do-not-call.ts';
import { api } from '#web/lib/api.ts';
import { digitsOf } from '#web/lib/phone-input.ts';
import { queryKey, refreshedEvery } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { useLast } from '#web/lib/use-last.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import type { ListAddress } from '#web/ui/list-address.ts';
import { nextSorting, type Ordered, type Sorting } from '#web/ui/table/sorting.ts';

/** Entries shown at first, and added by each "Show more". */
export const firstLimit = 200;
const more = 1_000;
/** Milliseconds: from the last key press to the search, and between two refreshes. */
const settleTime = 200;
const refreshEvery = 15_000;

/** Its name in the address. */
export const sourceFilter = 'source';

const newestFirst: Sorting = { columnId: 'created', descending: true };

/** The server's order: ascending, descending, and none, which is the newest first. */
function orderOf({ sorting: written, setSorting }: ListAddress): Ordered {
  const sorting = written === 'first' || written === undefined ? newestFirst : written;
  return {
    sorting,
    onSort: (columnId) => {
      const next = nextSorting(sorting, columnId);
      setSorting(next ?? (columnId === 'created' ? { columnId, descending: false } : newestFirst));
    },
  };
}

/** Search, order and row count are those of the address. The search runs on the server; neither side ever loads a million rows. */
export function useSearch(address: ListAddress) {
  const { find: search, filter, rows = firstLimit, setRows } = address;
  const ordered = orderOf(address);
  const { sorting = newestFirst } = ordered;
  const asked = `${sorting.descending ? '-' : ''}${sorting.columnId}`;
  const sort = doNotCallOrders.find((order) => order === asked) ?? '-created';
  const { clientId } = useManager();
  const limit = Math.min(rows, mostDoNotCallFound);
  const typed = digitsOf(search);
  const source = doNotCallSources.find((one) => one === filter(sourceFilter));
  const digits = useSettled(typed, settleTime);
  const query = useQuery({
    queryKey: queryKey(searchDoNotCall, { clientId, digits, source, sort, limit }),
    queryFn: ({ signal }) =>
      api(searchDoNotCall, {
        query: { clientId, search: digits, ...(source && { source }), sort, limit },
        signal,
      }),
    placeholderData: keepPreviousData,
    // Opt-outs by key and by text arrive without an action here.
    refetchInterval: refreshedEvery(refreshEvery),
  });
  const found = useLast(query.data);
  // A search without digits finds nothing rather than everything.
  const nonsense = search.trim() !== '' && typed === '';
  return {
    query,
    found,
    ordered,
    newest: sort === '-created',
    rows: nonsense ? [] : found?.entries,
    showMore:
      limit < mostDoNotCallFound
        ? () => setRows(Math.min(limit + more, mostDoNotCallFound))
        : undefined,
  };
}
