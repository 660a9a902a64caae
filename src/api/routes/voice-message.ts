import type { FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '#contract/errors.ts';
import {
  deleteVoiceMessage,
  editVoiceMessage,
  listVoiceMessageSteps,
  listVoiceMessages,
  previewVoiceMessage,
  type VoiceMessageStepInput,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { asClient } from '#db/database.ts';
import * as messages from '#db/queries/voice-message.ts';
import { saveVoiceMessage } from '#db/queries/voice-message-save.ts';
import { isSpoken, stepProblems } from '#domain/message-rules.ts';
import { type Bindings, route } from '../binding.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';

export function registerVoiceMessageRoutes(app: Bindings, { db }: ApiDeps): void {
  route(app, listVoiceMessages, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => messages.listVoiceMessages(tx, clientId)),
  );

  route(app, listVoiceMessageSteps, async ({ session: { clientId }, params }) =>
    found(
      await asClient(db, clientId, (tx) => messages.listVoiceMessageSteps(tx, clientId, params.id)),
      'voice message',
    ),
  );

  route(app, editVoiceMessage, async ({ session: { clientId }, params, form, reply }) => {
    const { message } = await form({
      // Sound files belong to steps that are refused below.
      onFile: async ({ stream }) => void stream.resume(),
    });
    refuseBadSteps(params.id, message.messageSteps);
    const saved = await asClient(db, clientId, (tx) =>
      saveVoiceMessage(tx, clientId, params.id, message),
    );
    reply.header('content-location', `/api/message/${found(saved, 'voice message')}`);
    return true;
  });

  route(app, deleteVoiceMessage, async ({ session: { clientId }, params }) => {
    const deleted = await asClient(db, clientId, (tx) =>
      messages.deleteVoiceMessage(tx, clientId, params.id),
    );
    found(deleted || undefined, 'voice message');
    return true;
  });

  route(app, previewVoiceMessage, async ({ session: { clientId }, params, request, reply }) => {
    const { exists, preview } = await asClient(db, clientId, (tx) =>
      messages.voiceMessagePreview(tx, clientId, params.id),
    );
    found(exists || undefined, 'voice message');
    if (!preview) throw problem('not_found', voiceMessageTexts.notGenerated);
    return partOf(preview, request, reply);
  });
}

/** The rules of document 2 section 5 for every step, all complaints at once. */
function refuseBadSteps(messageId: number, steps: readonly VoiceMessageStepInput[]): void {
  if (!steps.every(isSpoken)) throw problem('not_built', voiceMessageTexts.soundNotBuilt);
  if (steps.some((step) => step.messageId > 0 && step.messageId !== messageId)) {
    throw problem('not_found', voiceMessageTexts.noSuchStep);
  }
  const errors = steps.flatMap((step, index) =>
    stepProblems(step).map(({ field, message }) => ({
      path: `message.messageSteps.${index}.${field}`,
      message,
    })),
  );
  const [first] = errors;
  if (first) throw problem('rule_broken', first.message, { errors });
}

/** The whole sound, or the one range that a player asks for (RFC 9110 section 14). */
function partOf(sound: Buffer, { headers }: FastifyRequest, reply: FastifyReply): Buffer {
  reply.header('accept-ranges', 'bytes');
  const range = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '');
  if (!range) return sound;
  const first = Number(range[1]);
  const last = range[2] ? Math.min(Number(range[2]), sound.length - 1) : sound.length - 1;
  if (first > last) return sound;
  reply.code(206).header('content-range', `bytes ${first}-${last}/${sound.length}`);
  return sound.subarray(first, last + 1);
}
