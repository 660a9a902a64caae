import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { mostDoNotCallFound, searchDoNotCall } from '#contract/do-not-call.ts';
import type { OperationAnswer } from '#contract/http.ts';
import { api } from '#web/lib/api.ts';
import { digitsOf } from '#web/lib/phone-input.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';

/** Entries shown at first, and added by each "Show more". */
const firstLimit = 200;
const more = 1_000;
/** Milliseconds: after the last key before the server is asked, and between two looks. */
const settleTime = 200;
const refreshEvery = 15_000;

type Found = OperationAnswer<typeof searchDoNotCall>;

/** The search runs on the server: neither it nor this tab ever handles a million rows. */
export function useSearch() {
  const { clientId } = useManager();
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(firstLimit);
  const typed = digitsOf(search);
  const digits = useSettled(typed);
  const [last, setLast] = useState<Found>();
  const query = useQuery({
    queryKey: queryKey(searchDoNotCall, { clientId, digits, limit }),
    queryFn: ({ signal }) =>
      api(searchDoNotCall, { query: { clientId, search: digits, limit }, signal }),
    placeholderData: keepPreviousData,
    // Opt-outs by key and by text come by themselves.
    refetchInterval: refreshEvery,
    // A search that fails must not take the page away, nor the number that is being typed beside.
    ...(last ? { throwOnError: false } : {}),
  });
  if (query.data && query.data !== last) setLast(query.data);
  const found = query.data ?? last;
  // Words hold no digits: nothing is found, rather than everything.
  const nonsense = search.trim() !== '' && typed === '';
  return {
    search,
    setSearch(next: string) {
      setSearch(next);
      setLimit(firstLimit);
    },
    query,
    found,
    rows: nonsense ? [] : found?.entries,
    showMore:
      limit < mostDoNotCallFound
        ? () => setLimit(Math.min(limit + more, mostDoNotCallFound))
        : undefined,
  };
}

/** The value once it has not changed for a moment; nothing is waited for when it is emptied. */
function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), value === '' ? 0 : settleTime);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
