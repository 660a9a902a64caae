import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getCallListStats, listCallListsOfCampaign } from '../../../contract/call-list.ts';
import {
  type CampaignTypeId,
  campaignTypeNames,
  getCampaignStats,
  listCampaignProgress,
  listCampaigns,
} from '../../../contract/campaign.ts';
import { api } from '../../lib/api.ts';
import { queryKey } from '../../lib/query.ts';
import { useManager } from '../../lib/session.ts';
import { type LiveQuery, useLiveQuery } from '../../lib/use-live-query.ts';

export const overviewKey = ['live monitoring', 'overview'] as const;

/** Every campaign and its progress by id, once a second. */
export function useOverview() {
  const { clientId } = useManager();
  return useLiveQuery({
    queryKey: [...overviewKey, clientId],
    queryFn: async ({ signal }) => {
      const campaigns = await api(listCampaigns, { query: { clientId }, signal });
      const ids = campaigns.map(({ campaignId }) => campaignId);
      const progress = await api(listCampaignProgress, { query: { clientId }, body: ids, signal });
      return {
        campaigns,
        progress: new Map(progress.map((row) => [row.campaignId, row.progress])),
      };
    },
  });
}

interface CampaignKey {
  campaignId: number;
  campaignType: number;
}

/** The counts of one campaign and the lists of Only Today's, once a second. */
export function useCampaignDetail(campaign: CampaignKey | undefined) {
  const { clientId } = useManager();
  const query = {
    clientId,
    campaignId: campaign?.campaignId ?? 0,
    type: typeName(campaign?.campaignType),
  };
  return useLiveQuery({
    queryKey: ['live monitoring', 'detail', query],
    enabled: campaign !== undefined,
    queryFn: async ({ signal }) => {
      const [stats, { calllists }] = await Promise.all([
        api(getCampaignStats, { query, signal }),
        api(listCallListsOfCampaign, { query, signal }),
      ]);
      return { stats, lists: calllists };
    },
  });
}

/** The counts of the lists that are on the screen, by id. Those of the last page stay meanwhile. */
export function useListStats(type: number, listIds: readonly number[], running: boolean) {
  const { clientId } = useManager();
  return useQuery({
    queryKey: ['live monitoring', queryKey(getCallListStats, { clientId, type, listIds })],
    enabled: listIds.length > 0,
    placeholderData: keepPreviousData,
    throwOnError: false,
    staleTime: 0,
    refetchInterval: running ? 1_000 : 5_000,
    queryFn: async ({ signal }) => {
      const rows = await Promise.all(
        listIds.map((calllistId) =>
          api(getCallListStats, { query: { clientId, calllistId, type: typeName(type) }, signal }),
        ),
      );
      return new Map(rows.map((row) => [row.callListId, row]));
    },
  });
}

function typeName(type: number | undefined) {
  return campaignTypeNames[(type ?? 1) as CampaignTypeId];
}

/** How true the screen is as a whole: lost when a part is, and as old as its oldest part. */
export function togetherLive(parts: readonly LiveQuery<unknown>[]) {
  const lost = parts.find(({ connection }) => connection === 'lost');
  const times = parts.flatMap(({ updatedAt }) => (updatedAt ? [updatedAt.getTime()] : []));
  return {
    connection: lost?.connection ?? parts[0]?.connection ?? 'starting',
    updatedAt: times.length > 0 ? new Date(Math.min(...times)) : undefined,
    nextTryAt: lost?.nextTryAt,
  };
}
