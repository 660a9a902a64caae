import { readCampaignFunnel } from '#contract/campaign-funnel.ts';
import { readCarriers } from '#contract/carrier.ts';
import { readFollowUps } from '#contract/follow-up-state.ts';
import { listKeptForecasts } from '#contract/forecast.ts';
import { getHold } from '#contract/hold.ts';
import { countUnreadTexts } from '#contract/inbound-unread.ts';
import { readLimits } from '#contract/limits.ts';
import { watchCampaign, watchCampaigns } from '#contract/live-monitoring.ts';
import { getSimulation, type SimulationState } from '#contract/platform.ts';
import { carriersEvery } from '#web/lib/carriers.ts';
import { queryKey } from '#web/lib/query.ts';
import { useManager } from '#web/lib/session.ts';
import { receiveSimulation } from '#web/lib/simulation.ts';
import { type FedRead, useFeed } from '#web/lib/use-feed.ts';
import { keptEvery, keptQuery } from '#web/ui/forecast/use-forecast.ts';
import { limitsEvery } from './limits.tsx';
import { followUpsEvery, funnelEvery, monitoringKeys } from './use-monitoring.ts';

/** As the bands and the badge around every screen. */
const holdEvery = 10_000;
const unreadEvery = 10_000;
const simulationEvery = 15_000;

/** Everything that this screen shows, in one request a second. */
export function useMonitoringFeed(campaignId: number | undefined): void {
  const { clientId } = useManager();
  const query = { clientId };
  const reads: FedRead[] = [
    {
      ...{ operation: watchCampaigns, query, every: 1_000 },
      queryKey: monitoringKeys.overview(clientId),
    },
    {
      ...{ operation: readCarriers, query, every: carriersEvery },
      queryKey: queryKey(readCarriers, query),
    },
    { operation: readLimits, every: limitsEvery, queryKey: queryKey(readLimits) },
    { operation: getHold, every: holdEvery, queryKey: queryKey(getHold) },
    {
      ...{ operation: countUnreadTexts, query, every: unreadEvery },
      queryKey: queryKey(countUnreadTexts, query),
    },
    {
      ...{ operation: getSimulation, every: simulationEvery },
      queryKey: queryKey(getSimulation),
      received: (state: SimulationState) => receiveSimulation(state, Date.now()),
    },
  ];
  if (campaignId !== undefined) {
    const params = { id: campaignId };
    const kept = keptQuery(clientId, campaignId);
    reads.push(
      {
        ...{ operation: watchCampaign, params, query, every: 1_000 },
        queryKey: monitoringKeys.detail(clientId, campaignId),
      },
      {
        ...{ operation: readCampaignFunnel, params, query, every: funnelEvery },
        queryKey: monitoringKeys.funnel(clientId, campaignId),
      },
      {
        ...{ operation: readFollowUps, params, query, every: followUpsEvery },
        queryKey: monitoringKeys.followUps(clientId, campaignId),
      },
      {
        ...{ operation: listKeptForecasts, query: kept, every: keptEvery },
        queryKey: queryKey(listKeptForecasts, kept),
      },
    );
  }
  useFeed('live monitoring', reads);
}
