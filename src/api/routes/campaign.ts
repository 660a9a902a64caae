import { type Campaign, deleteCampaign, listCampaigns } from '#contract/campaign.ts';
import { type FieldError, ProblemError } from '#contract/errors.ts';
import {
  editBroadcast,
  editLinkback,
  getBroadcast,
  getLinkback,
  listVoiceCampaigns,
} from '#contract/voice-campaign.ts';
import { asClient } from '#db/database.ts';
import * as campaigns from '#db/queries/campaign.ts';
import { saveBroadcast, saveLinkback } from '#db/queries/campaign-save.ts';
import { readCountries } from '#db/queries/client.ts';
import { ownNumberErrors } from '#domain/own-number.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { thenRecheck } from '../then-recheck.ts';
import { withTrouble } from '../trouble.ts';

export function registerCampaignRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, now } = deps;
  const presented = <C extends Campaign>(campaign: C) => withTrouble(campaign, deps);

  route(app, listCampaigns, async ({ session: { clientId } }) => {
    const all = await asClient(db, clientId, (tx) => campaigns.listCampaigns(tx, clientId, now()));
    return all.map(presented);
  });

  route(app, listVoiceCampaigns, async ({ session: { clientId } }) => {
    const all = await asClient(db, clientId, (tx) =>
      campaigns.listVoiceCampaigns(tx, clientId, now()),
    );
    return all.map(presented);
  });

  route(app, getBroadcast, async ({ session: { clientId }, params: { id } }) =>
    presented(
      found(
        await asClient(db, clientId, (tx) => campaigns.findBroadcast(tx, clientId, id, now())),
        'Broadcast campaign',
      ),
    ),
  );

  route(app, getLinkback, async ({ session: { clientId }, params: { id } }) =>
    presented(
      found(
        await asClient(db, clientId, (tx) => campaigns.findLinkback(tx, clientId, id, now())),
        'Linkback campaign',
      ),
    ),
  );

  route(app, editBroadcast, async ({ session, params: { id }, body, reply, once }) => {
    const { clientId } = session;
    const save = () =>
      asClient(db, clientId, (tx) =>
        once.respond(tx, async () => {
          refuse(ownNumberErrors(body, await readCountries(tx, clientId)));
          const saved = await saveBroadcast(tx, clientId, id, body, changing(session, now, body));
          const campaignId = found(saved, 'Broadcast campaign');
          reply.header('content-location', `/api/campaign/broadcast/${campaignId}/item`);
          return true as const;
        }),
      );
    return thenRecheck(db, clientId, save);
  });

  route(app, editLinkback, async ({ session, params: { id }, body, reply, once }) => {
    const { clientId } = session;
    const save = () =>
      asClient(db, clientId, (tx) =>
        once.respond(tx, async () => {
          refuse(ownNumberErrors(body, await readCountries(tx, clientId)));
          const saved = await saveLinkback(tx, clientId, id, body, changing(session, now, body));
          const campaignId = found(saved, 'Linkback campaign');
          reply.header('content-location', `/api/campaign/linkback/${campaignId}/item`);
          return true as const;
        }),
      );
    return thenRecheck(db, clientId, save);
  });

  route(app, deleteCampaign, async ({ session, params: { id }, body, once }) => {
    const { clientId } = session;
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = changing(session, now, body);
        return found(
          (await campaigns.deleteCampaign(tx, clientId, id, by)) || undefined,
          'campaign',
        );
      }),
    );
  });
}

function refuse(errors: FieldError[]): void {
  const [first] = errors;
  if (first) throw new ProblemError('rule_broken', first.message, { errors });
}
