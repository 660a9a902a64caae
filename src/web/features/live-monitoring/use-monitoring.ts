import { readCampaignFunnel } from '#contract/campaign-funnel.ts';
import { readFollowUps } from '#contract/follow-up-state.ts';
import type { OperationResponse } from '#contract/http.ts';
import { watchCampaign, watchCampaigns } from '#contract/live-monitoring.ts';
import { api } from '#web/lib/api.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { type LiveQuery, useLiveQuery } from '#web/lib/use-live-query.ts';

export const overviewKey = ['live monitoring', 'overview'] as const;

/** The cache keys of what the feed keeps fresh. */
export const monitoringKeys = {
  overview: (clientId: number) => [...overviewKey, clientId],
  detail: (clientId: number, id: number) => ['live monitoring', 'detail', clientId, id],
  funnel: (clientId: number, id: number) => ['live monitoring', 'funnel', clientId, id],
  followUps: (clientId: number, id: number) =>
    queryKey(readFollowUps, { campaignId: id, clientId }),
};

/** Every campaign with its progress, once a second. */
export function useOverview() {
  const { clientId } = useManager();
  return useLiveQuery({
    fed: true,
    queryKey: monitoringKeys.overview(clientId),
    queryFn: ({ signal }) => api(watchCampaigns, { query: { clientId }, signal }),
  });
}

export type WatchedCampaign = OperationResponse<typeof watchCampaigns>[number];
export type DetailData = OperationResponse<typeof watchCampaign>;

/** The counts of one campaign and of the lists of Only Today's, once a second. */
export function useCampaignDetail(campaign: { campaignId: number } | undefined) {
  const { clientId } = useManager();
  const id = campaign?.campaignId ?? 0;
  return useLiveQuery({
    fed: true,
    queryKey: monitoringKeys.detail(clientId, id),
    enabled: campaign !== undefined,
    queryFn: ({ signal }) => api(watchCampaign, { params: { id }, query: { clientId }, signal }),
  });
}

/** Milliseconds. */
export const funnelEvery = 2_000;

/** The status of its numbers, every two seconds. */
export function useFunnel({ campaignId: id }: { campaignId: number }) {
  const { clientId } = useManager();
  return useLiveQuery({
    fed: true,
    queryKey: monitoringKeys.funnel(clientId, id),
    every: funnelEvery,
    queryFn: ({ signal }) =>
      api(readCampaignFunnel, { params: { id }, query: { clientId }, signal }),
  });
}

/** Milliseconds: the server counts attempts for it. */
export const followUpsEvery = 5_000;

/** Persons, and how far they have come by follow-ups, every five seconds. */
export function useFollowUps(id: number) {
  const { clientId } = useManager();
  return useLiveQuery({
    fed: true,
    queryKey: monitoringKeys.followUps(clientId, id),
    every: followUpsEvery,
    queryFn: ({ signal }) => api(readFollowUps, { params: { id }, query: { clientId }, signal }),
  });
}

/** The connection of the whole screen: lost when a part is, and as old as its oldest part. */
export function togetherLive(parts: readonly LiveQuery<unknown>[]) {
  const lost = parts.find(({ connection }) => connection === 'lost');
  const times = parts.flatMap(({ updatedAt }) => (updatedAt ? [updatedAt.getTime()] : []));
  return {
    connection: lost?.connection ?? parts[0]?.connection ?? 'starting',
    updatedAt: times.length > 0 ? new Date(Math.min(...times)) : undefined,
    nextTryAt: lost?.nextTryAt,
  };
}
