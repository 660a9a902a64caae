import { copyCampaign, copyTextMessage, copyVoiceMessage } from '#contract/copy.ts';
import { asClient } from '#db/database.ts';
import * as campaigns from '#db/queries/campaign-copy.ts';
import * as messages from '#db/queries/message-copy.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerCopyRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, copyCampaign, async ({ session: { clientId }, params: { id } }) => {
    const copy = await asClient(db, clientId, (tx) => campaigns.copyCampaign(tx, clientId, id));
    const { id: campaignId, name } = found(copy, 'campaign');
    return { campaignId, name };
  });

  route(app, copyVoiceMessage, async ({ session: { clientId }, params: { id } }) =>
    found(
      await asClient(db, clientId, (tx) => messages.copyVoiceMessage(tx, clientId, id)),
      'voice message',
    ),
  );

  route(app, copyTextMessage, async ({ session: { clientId }, params: { id } }) =>
    found(
      await asClient(db, clientId, (tx) => messages.copyTextMessage(tx, clientId, id)),
      'text message',
    ),
  );
}
