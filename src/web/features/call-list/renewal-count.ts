import { useQuery } from '@tanstack/react-query';
import { type CallList, countRenewal } from '#contract/call-list.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/campaign-run.ts';
import { queryKey } from '#web/lib/query.ts';

/** The filters of a reuse, as its request names them. */
export type FilterName =
  | 'filterOptionNotCalled'
  | 'filterOptionCalledAnswered'
  | 'filterOptionCalledNotAnswered';

export type RenewalCounts = Record<FilterName, number>;

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

/** "The new list will have 521 numbers." */
export function renewalSentence(counts: RenewalCounts, chosen: readonly FilterName[]): string {
  const numbers = chosen.reduce((sum, name) => sum + counts[name], 0);
  if (numbers === 0) return 'No number can be called now: no list would be made.';
  return `The new list will have ${counted(numbers, 'number')}.`;
}
