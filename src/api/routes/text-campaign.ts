import {
  editTextCampaign,
  listTextCampaigns,
  listTextingNumbers,
} from '#contract/text-campaign.ts';
import { asClient } from '#db/database.ts';
import * as campaigns from '#db/queries/text-campaign.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { thenRecheck } from '../then-recheck.ts';

export function registerTextCampaignRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listTextCampaigns, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => campaigns.listTextCampaigns(tx, clientId)),
  );

  route(app, listTextingNumbers, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => campaigns.listTextingNumbers(tx, clientId)),
  );

  route(app, editTextCampaign, async ({ session, params: { id }, body, reply, once }) => {
    const { clientId } = session;
    const save = () =>
      asClient(db, clientId, (tx) =>
        once.respond(tx, async () => {
          const by = changing(session, now, body);
          const saved = await campaigns.saveTextCampaign(tx, clientId, id, body, by);
          reply.header('content-location', `/api/campaigntext/${found(saved, 'text campaign')}`);
          return true as const;
        }),
      );
    return thenRecheck(db, clientId, save);
  });
}
