import { ruleBroken } from '#contract/errors.ts';
import {
  deleteTextMessage,
  editTextMessage,
  listTextMessages,
  sampleTextAccount,
} from '#contract/text-message.ts';
import { asClient } from '#db/database.ts';
import { hasTextCampaign } from '#db/queries/text-campaign.ts';
import * as messages from '#db/queries/text-message.ts';
import { fieldError } from '#domain/text-message.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerTextMessageRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listTextMessages, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => messages.listTextMessages(tx, clientId)),
  );

  route(app, editTextMessage, async ({ session: { clientId }, params: { id }, body, reply }) => {
    const invalid = fieldError(body.message);
    if (invalid) throw ruleBroken('message', invalid);
    const saved = await asClient(db, clientId, (tx) =>
      messages.saveTextMessage(tx, clientId, id, body),
    );
    reply.header('content-location', `/api/messagetext/${found(saved, 'text message')}`);
    return true as const;
  });

  route(app, deleteTextMessage, async ({ session: { clientId }, params: { id } }) => {
    const deleted = await asClient(db, clientId, (tx) =>
      messages.deleteTextMessage(tx, clientId, id),
    );
    return found(deleted || undefined, 'text message');
  });

  route(app, sampleTextAccount, ({ session: { clientId }, query: { campaignId } }) =>
    asClient(db, clientId, async (tx) => {
      if (campaignId) {
        found((await hasTextCampaign(tx, clientId, campaignId)) || undefined, 'text campaign');
      }
      return messages.sampleAccount(tx, clientId, campaignId);
    }),
  );
}
