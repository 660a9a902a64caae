import { startCampaign, stopCampaign } from '#contract/campaign.ts';
import { asClient } from '#db/database.ts';
import { statusName } from '#db/queries/campaign-row.ts';
import { type RunState, requestStart, requestStop } from '#db/queries/campaign-run.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

/** Both only store the request in the row, where the engine finds it. */
export function registerCampaignRunRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, startCampaign, async ({ session: { clientId }, params: { id } }) =>
    responseOf(found(await requestStart(db, clientId, id), 'campaign')),
  );

  route(app, stopCampaign, async ({ session: { clientId }, params: { id } }) => {
    const state = await asClient(db, clientId, (tx) => requestStop(tx, clientId, id));
    return responseOf(found(state, 'campaign'));
  });
}

function responseOf({ campaignId, runStatus, completed }: RunState) {
  return {
    campaignId,
    campaignStatusId: runStatus,
    campaignStatusName: statusName(runStatus, completed),
  };
}
