/** The number as it is now, refreshed each minute, and its past, page by page. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type NumberStory, readNumber, readNumberHistory } from '#contract/number.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useLiveQuery } from '#web/lib/use-live-query.ts';

const minute = 60_000;

export function useNumber(phone: string) {
  return useLiveQuery({
    queryKey: queryKey(readNumber, { phone }),
    queryFn: ({ signal }) => api(readNumber, { params: { phone }, signal }),
    every: minute,
  });
}

/** What came before the page that the number itself brings. */
export function useEarlier(phone: string, { earlier }: Pick<NumberStory, 'earlier'>) {
  return useInfiniteQuery({
    queryKey: queryKey(readNumberHistory, { phone, earlier }),
    enabled: false,
    initialPageParam: earlier ?? '',
    queryFn: ({ pageParam, signal }) =>
      api(readNumberHistory, { params: { phone }, query: { before: pageParam }, signal }),
    getNextPageParam: (page) => page.earlier ?? undefined,
    throwOnError: false,
  });
}
