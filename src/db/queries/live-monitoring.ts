/** The data of Live Monitoring's two operations, each in one transaction. */
import { type Campaign, campaignType } from '#contract/campaign.ts';
import type { CampaignStats } from '#contract/campaign-stats.ts';
import type { Tx } from '#db/database.ts';
import { type WatchedAbandonment, watchedAbandonment } from './abandonment-watch.ts';
import { countBusyAgents } from './agent-call.ts';
import { listTodaysCallLists, type TodaysList } from './call-list-today.ts';
import { listCampaigns } from './campaign.ts';
import { countCallLists, countCampaign, listProgress, statsOf } from './campaign-stats.ts';

export async function watchedCampaigns(
  tx: Tx,
  clientId: number,
  now: Date,
): Promise<(Campaign & { progress: number })[]> {
  const campaigns = await listCampaigns(tx, clientId, now);
  const ids = campaigns.map(({ campaignId }) => campaignId);
  const rows = await listProgress(tx, clientId, ids);
  const progress = new Map(rows.map((row) => [row.campaignId, row.progress]));
  return campaigns.map((one) => ({ ...one, progress: progress.get(one.campaignId) ?? 0 }));
}

export interface WatchedCampaign {
  stats: CampaignStats;
  agentsBusy?: number;
  abandonment?: WatchedAbandonment;
  calllists: (TodaysList & { stats: CampaignStats & { callListId: number } })[];
}

/** Undefined when the client has no such campaign. `dayStart` is that of the Eastern day. */
export async function watchedCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
  dayStart: Date,
): Promise<WatchedCampaign | undefined> {
  const total = await countCampaign(tx, clientId, campaignId);
  const lists = await listTodaysCallLists(tx, clientId, campaignId, dayStart);
  if (!total || !lists) return undefined;
  const counts = await countCallLists(
    tx,
    clientId,
    lists.map(({ callListId }) => callListId),
  );
  const stats = statsOf(total, campaignId, clientId);
  return {
    stats,
    ...(stats.campaignType === campaignType.linkback
      ? {
          agentsBusy: await countBusyAgents(tx, clientId, campaignId),
          ...(await watchedAbandonment(tx, clientId, campaignId, dayStart)),
        }
      : {}),
    calllists: lists.flatMap((list) => {
      const row = counts.find((one) => one.call_list_id === list.callListId);
      if (!row) return [];
      const stats = { ...statsOf(row, campaignId, clientId), callListId: list.callListId };
      return [{ ...list, stats }];
    }),
  };
}
