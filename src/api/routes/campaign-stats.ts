import { campaignTexts } from '#contract/campaign.ts';
import { listCampaignFigures } from '#contract/campaign-figures.ts';
import { getCampaignStats, listCampaignProgress } from '#contract/campaign-stats.ts';
import { problem, ruleBroken } from '#contract/errors.ts';
import { asClient } from '#db/database.ts';
import * as figures from '#db/queries/campaign-figures.ts';
import { countCampaign, listProgress, statsOf } from '#db/queries/campaign-stats.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { withTrouble } from '../trouble.ts';

export function registerCampaignStatsRoutes(app: Bindings, { db, trouble }: ApiDeps): void {
  route(app, getCampaignStats, async ({ session: { clientId }, query: { campaignId, type } }) => {
    const counted = await asClient(db, clientId, (tx) => countCampaign(tx, clientId, campaignId));
    const row = found(counted, 'campaign');
    if (type !== undefined && type !== row.campaign_type) {
      throw ruleBroken('type', campaignTexts.wrongType);
    }
    return statsOf(row, campaignId, clientId);
  });

  route(app, listCampaignProgress, async ({ session: { clientId }, body }) => {
    const progress = await asClient(db, clientId, (tx) => listProgress(tx, clientId, body));
    if (progress.length < new Set(body).size) {
      throw problem('not_found', 'One of these campaigns does not exist.');
    }
    return progress;
  });

  route(app, listCampaignFigures, async ({ session: { clientId } }) => {
    const all = await asClient(db, clientId, (tx) => figures.listCampaignFigures(tx, clientId));
    return all.map((one) => {
      const { campaignType, campaignStatusId, ...shown } = withTrouble(one, { trouble });
      return shown;
    });
  });
}
