import { funnelAge, readCampaignFunnel } from '#contract/campaign-funnel.ts';
import { asClientSnapshot } from '#db/database.ts';
import { campaignFunnel } from '#db/queries/campaign-funnel.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import type { SharedResponses } from '../shared-responses.ts';

/** Every open Live Monitoring polls it, so it is computed once for all of a client's screens. */
export function registerCampaignFunnelRoutes(
  app: Bindings,
  { db, now }: ApiDeps,
  shared: SharedResponses,
): void {
  route(app, readCampaignFunnel, async ({ session: { clientId }, params: { id } }) => {
    const work = () =>
      asClientSnapshot(db, clientId, (tx) => campaignFunnel(tx, clientId, id, now()));
    return found(await shared.share(clientId, `funnel ${id}`, work, lifetimeAfter), 'campaign');
  });
}

/** @param took milliseconds of the computation */
function lifetimeAfter(took: number): number {
  const { shortest, longest, timesItsWork } = funnelAge;
  return Math.min(longest, Math.max(shortest, took * timesItsWork));
}
