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
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerTextMessageRoutes(app: Bindings, { db, now }: ApiDeps): void {
  route(app, listTextMessages, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => messages.listTextMessages(tx, clientId)),
  );

  route(app, editTextMessage, async ({ session, params: { id }, body, reply, once }) => {
    const { clientId } = session;
    const invalid = fieldError(body.message);
    if (invalid) throw ruleBroken('message', invalid);
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = changing(session, now, body);
        const saved = await messages.saveTextMessage(tx, clientId, id, body, by);
        reply.header('content-location', `/api/messagetext/${found(saved, 'text message')}`);
        return true as const;
      }),
    );
  });

  route(app, deleteTextMessage, async ({ session, params: { id }, body, once }) => {
    const { clientId } = session;
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = changing(session, now, body);
        const deleted = await messages.deleteTextMessage(tx, clientId, id, by);
        return found(deleted || undefined, 'text message');
      }),
    );
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
