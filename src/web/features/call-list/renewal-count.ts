import { useQuery } from '@tanstack/react-query';
import { type CallList, countRenewal } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import type { RenewalCounts } from './renewal-words.ts';

/** How many numbers each filter would give now; undefined until it is known. */
export function useRenewalCounts({ callListId: id }: CallList): RenewalCounts | undefined {
  const { data } = useQuery({
    queryKey: queryKey(countRenewal, { id }),
    queryFn: ({ signal }) => api(countRenewal, { params: { id }, signal }),
    // A reuse works without it, and says itself what it cannot do.
    ...{ staleTime: 0, gcTime: 0, retry: false, throwOnError: false },
  });
  if (!data) return undefined;
  return {
    filterOptionNotCalled: data.notCalled,
    filterOptionCalledAnswered: data.calledAnswered,
    filterOptionCalledNotAnswered: data.calledNotAnswered,
  };
}
