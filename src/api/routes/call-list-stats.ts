import { getCallListStats, listCallListsOfCampaign } from '#contract/call-list.ts';
import { campaignTexts } from '#contract/campaign.ts';
import { ruleBroken } from '#contract/errors.ts';
import { asClient } from '#db/database.ts';
import { listTodaysCallLists } from '#db/queries/call-list-today.ts';
import { countCallLists, statsOf } from '#db/queries/campaign-stats.ts';
import { startOfEasternDay } from '#domain/wall-time.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

/** What Live Monitoring asks about contact lists. */
export function registerCallListStatsRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listCallListsOfCampaign, async ({ session: { clientId }, query }) => {
    const lists = await asClient(db, clientId, (tx) =>
      listTodaysCallLists(tx, clientId, query.campaignId, startOfEasternDay(now())),
    );
    return {
      calllists: found(lists, 'campaign').map(({ lastCall, ...documented }) => documented),
    };
  });

  route(app, getCallListStats, async ({ session: { clientId }, query: { calllistId, type } }) => {
    const [counted] = await asClient(db, clientId, (tx) =>
      countCallLists(tx, clientId, [calllistId]),
    );
    const row = found(counted, 'contact list');
    if (type !== undefined && type !== row.campaign_type) {
      throw ruleBroken('type', campaignTexts.wrongType);
    }
    return { ...statsOf(row, row.campaign_id, clientId), callListId: calllistId };
  });
}
