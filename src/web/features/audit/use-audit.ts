import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import {
  type AuditFilter,
  auditActors,
  auditOutcomes,
  auditPageSize,
  auditThings,
  largestAuditPage,
  listAudit,
} from '#contract/audit.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { platformNow } from '#web/lib/simulation.ts';
import { useLast } from '#web/lib/use-last.ts';
import { useSettled } from '#web/lib/use-settled.ts';
import type { ListAddress } from '#web/ui/list-address.ts';

/** Their names in the address. */
export const auditFilters = ['since', 'actor', 'thing', 'thingId', 'outcome'];

/** Days, by the choice in the address. */
export const sinceDays: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 };

const settleTime = 250;
const dayMs = 86_400_000;

/** The filter of the address; a value that it does not know counts as none. */
export function filterOf({ filter }: ListAddress, search: string): AuditFilter {
  const days = sinceDays[filter('since')];
  // A whole hour: the same question is then asked again.
  const hour = Math.floor(platformNow().getTime() / 3_600_000) * 3_600_000;
  const actor = auditActors.find((one) => one === filter('actor'));
  const thing = auditThings.find((one) => one === filter('thing'));
  const outcome = auditOutcomes.find((one) => one === filter('outcome'));
  const thingId = filter('thingId');
  return {
    ...(days && { from: new Date(hour - days * dayMs).toISOString() }),
    ...(actor && { actor }),
    ...(thing && { thing }),
    ...(thingId && { thingId }),
    ...(outcome && { outcome }),
    ...(search && { search }),
  };
}

/** The filtered entries, newest first, a page at a time. */
export function useAudit(address: ListAddress) {
  const { clientId } = useManager();
  const search = useSettled(address.find.trim(), settleTime);
  const filter = filterOf(address, search);
  const rows = Math.min(address.rows ?? auditPageSize, largestAuditPage);
  const asked = { clientId, ...filter, rows };
  const query = useInfiniteQuery({
    queryKey: queryKey(listAudit, asked),
    queryFn: ({ signal, pageParam: before }) =>
      api(listAudit, { query: { ...asked, ...(before && { before }) }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ entries, more }) => (more ? entries.at(-1)?.sequence : undefined),
    placeholderData: keepPreviousData,
    throwOnError: false,
  });
  const entries = useLast(query.data)?.pages.flatMap((page) => page.entries);
  return { query, filter, rows: entries };
}
