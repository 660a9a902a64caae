import type { FastifyReply } from 'fastify';
import { problem } from '#contract/errors.ts';
import {
  confirmListened,
  lintCampaign,
  lintText,
  lintTexts,
  lintVoiceMessage,
  readLintSettings,
  setSpokenName,
} from '#contract/lint.ts';
import { asClientSnapshotUnless } from '#db/canceled.ts';
import { asClient, asClientSnapshot, type Tx } from '#db/database.ts';
import * as lint from '#db/queries/lint.ts';
import { readLintMessage, setListened } from '#db/queries/lint-message.ts';
import * as settings from '#db/queries/lint-settings.ts';
import { readCampaignPurpose } from '#db/queries/policy-purpose.ts';
import { hasTextCampaign } from '#db/queries/text-campaign.ts';
import { campaignsOfText } from '#db/queries/text-message.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { goneSignal } from '../gone.ts';

/** Each is a snapshot: a message, its rendering and its settings belong together. */
export function registerLintRoutes(app: Bindings, { db, platformDb, vault }: ApiDeps): void {
  // Over a large list it takes seconds, and the console asks again with each change.
  const unlessGone = <T>(reply: FastifyReply, clientId: number, work: (tx: Tx) => Promise<T>) =>
    asClientSnapshotUnless(goneSignal(reply), { db, beside: platformDb }, clientId, work);

  route(app, readLintSettings, ({ session: { clientId } }) =>
    asClientSnapshot(db, clientId, (tx) => settings.readLintSettings(tx, clientId)),
  );

  route(app, setSpokenName, ({ session: { clientId }, body, once }) =>
    asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        await settings.setSpokenName(tx, clientId, body.spokenName);
        return settings.readLintSettings(tx, clientId);
      }),
    ),
  );

  route(app, lintVoiceMessage, async ({ session: { clientId }, params: { id }, query, reply }) =>
    found(
      await unlessGone(reply, clientId, async (tx) => {
        const { campaignId } = query;
        if (campaignId) found(await readCampaignPurpose(tx, clientId, campaignId), 'campaign');
        return lint.lintVoiceMessage(tx, [clientId, id], vault, query);
      }),
      'voice message',
    ),
  );

  route(app, confirmListened, ({ session, params: { id }, body, once }) => {
    const { clientId, managerId } = session;
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        found(await readLintMessage(tx, clientId, id), 'voice message');
        const kept = await setListened(tx, [clientId, id], { ...body, managerId });
        if (!kept) throw problem('conflict', lintTexts.changed);
        return found(await readLintMessage(tx, clientId, id), 'voice message').listened;
      }),
    );
  });

  route(app, lintText, ({ session: { clientId }, body, reply }) =>
    unlessGone(reply, clientId, async (tx) => {
      const { message, campaignId, textMessageId } = body;
      if (campaignId) {
        found((await hasTextCampaign(tx, clientId, campaignId)) || undefined, 'text campaign');
      }
      const using = textMessageId && (await campaignsOfText(tx, clientId, textMessageId));
      if (textMessageId) found(using, 'text message');
      const campaignIds = campaignId ? [campaignId] : using || [];
      return lint.lintText(tx, clientId, message, campaignIds);
    }),
  );

  route(app, lintCampaign, async ({ session: { clientId }, params: { id }, reply }) => ({
    findings: found(
      await unlessGone(reply, clientId, (tx) => lint.lintCampaign(tx, clientId, id, vault)),
      'campaign',
    ),
  }));
}
