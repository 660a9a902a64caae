import { copyCampaign, copyTextMessage, copyVoiceMessage } from '#contract/copy.ts';
import { asClient } from '#db/database.ts';
import * as campaigns from '#db/queries/campaign-copy.ts';
import * as messages from '#db/queries/message-copy.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerCopyRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, copyCampaign, ({ session: { clientId, managerId }, params: { id }, once }) =>
    asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = { managerId, now: now() };
        const copy = found(await campaigns.copyCampaign(tx, clientId, id, by), 'campaign');
        return { campaignId: copy.id, name: copy.name };
      }),
    ),
  );

  route(app, copyVoiceMessage, ({ session: { clientId, managerId }, params: { id }, once }) =>
    asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = { managerId, now: now() };
        return found(await messages.copyVoiceMessage(tx, clientId, id, by), 'voice message');
      }),
    ),
  );

  route(app, copyTextMessage, ({ session: { clientId, managerId }, params: { id }, once }) =>
    asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = { managerId, now: now() };
        return found(await messages.copyTextMessage(tx, clientId, id, by), 'text message');
      }),
    ),
  );
}
