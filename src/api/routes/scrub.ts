import { readCampaignScrub } from '#contract/scrub.ts';
import { asClientSnapshot } from '#db/database.ts';
import { readCampaignScrub as scrubOf } from '#db/queries/campaign-scrub.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerScrubRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, readCampaignScrub, async ({ session: { clientId }, params: { id } }) => {
    const read = await asClientSnapshot(db, clientId, (tx) => scrubOf(tx, clientId, id));
    return { ...found(read, 'campaign'), at: now().toISOString() };
  });
}
