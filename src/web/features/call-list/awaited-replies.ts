import { useQuery } from '@tanstack/react-query';
import { type CallList, countAwaitedReplies } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/plural.ts';
import { queryKey } from '#web/lib/query.ts';

/** How many texts of these lists wait for a reply now, in all; undefined until it is known. */
export function useAwaitedReplies(lists: readonly CallList[], asking: boolean): number | undefined {
  const ids = lists.map(({ callListId }) => callListId);
  const { data } = useQuery({
    queryKey: queryKey(countAwaitedReplies, { ids }),
    queryFn: async ({ signal }) => {
      const counts = await Promise.all(
        ids.map((id) => api(countAwaitedReplies, { params: { id }, signal })),
      );
      return counts.reduce((sum, { awaitedReplies }) => sum + awaitedReplies, 0);
    },
    enabled: asking && ids.length > 0,
    // As often as the lists, whose counts stand beside it.
    refetchInterval: 5_000,
    // A close works without it.
    ...{ staleTime: 0, gcTime: 0, retry: false, throwOnError: false },
  });
  return data;
}

/** What a close ends besides, after a space; '' where nothing waits. */
export function awaitedWords(texts: number | undefined): string {
  if (!texts) return '';
  return texts === 1
    ? ' 1 text waits for a reply: its follow-up will not come.'
    : ` ${counted(texts, 'text')} wait for a reply: their follow-ups will not come.`;
}
