import { useQuery } from '@tanstack/react-query';
import { listCallLists } from '#contract/call-list.ts';
import type { FilterColumn } from '#contract/call-record-columns.ts';
import { listCampaigns } from '#contract/campaign.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import type { ReportFilter } from './report-filter.ts';

/** The filter with the names of its campaigns or lists: an address has only their ids. */
export function useKnownNames(column: FilterColumn, filter: ReportFilter): ReportFilter {
  const { clientId } = useManager();
  const choices = filter.type === 'multiple-constrained-keyword' ? filter.choices : {};
  const lacks = Object.values(choices).includes('');
  const shared = { throwOnError: false, staleTime: 60_000 };
  const campaigns = useQuery({
    ...shared,
    enabled: lacks && column === 'campaigns',
    queryKey: queryKey(listCampaigns, { clientId }),
    queryFn: ({ signal }) => api(listCampaigns, { query: { clientId }, signal }),
  });
  const lists = useQuery({
    ...shared,
    enabled: lacks && column === 'callLists',
    queryKey: queryKey(listCallLists, { clientId }),
    queryFn: ({ signal }) => api(listCallLists, { query: { clientId }, signal }),
  });
  if (filter.type !== 'multiple-constrained-keyword' || !lacks) return filter;
  const names: Record<string, string> = {};
  for (const { campaignId, name } of campaigns.data ?? []) names[campaignId] = name;
  for (const { callListId, originalFileName } of lists.data ?? []) {
    names[callListId] = originalFileName;
  }
  const named = Object.entries(choices).map(([id, name]) => [id, name || (names[id] ?? '')]);
  return { ...filter, choices: Object.fromEntries(named) as Record<string, string> };
}
