import { problem, ruleBroken } from '#contract/errors.ts';
import {
  deleteVoiceMessage,
  editVoiceMessage,
  getVoiceMessage,
  listVoiceMessageSteps,
  listVoiceMessages,
  type VoiceMessageStepInput,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { asClient, asClientSnapshot } from '#db/database.ts';
import * as messages from '#db/queries/voice-message.ts';
import { type StepToSave, saveVoiceMessage } from '#db/queries/voice-message-save.ts';
import { bringsFile, stepProblems } from '#domain/message-rules.ts';
import { type Bindings, route } from '../binding.ts';
import { changing } from '../changing.ts';
import type { ApiDeps } from '../deps.ts';
import { found } from '../found.ts';
import { SoundUpload } from '../sound-upload.ts';

export function registerVoiceMessageRoutes(app: Bindings, deps: ApiDeps): void {
  const { db, now } = deps;

  route(app, listVoiceMessages, ({ session: { clientId } }) =>
    asClient(db, clientId, (tx) => messages.listVoiceMessages(tx, clientId)),
  );

  route(app, listVoiceMessageSteps, async ({ session: { clientId }, params }) =>
    found(
      await asClient(db, clientId, (tx) => messages.listVoiceMessageSteps(tx, clientId, params.id)),
      'voice message',
    ),
  );

  route(app, getVoiceMessage, async ({ session: { clientId }, params }) =>
    found(
      await asClientSnapshot(db, clientId, (tx) =>
        messages.findVoiceMessage(tx, clientId, params.id),
      ),
      'voice message',
    ),
  );

  route(app, editVoiceMessage, async ({ session, params, form, reply, once }) => {
    const { clientId } = session;
    const upload = new SoundUpload(deps);
    try {
      const { message } = await form({ onFile: (file) => upload.take(file) });
      refuseBadSteps(params.id, message.messageSteps);
      refuseOddFiles(message.messageSteps, upload.count);
      const messageSteps = withSounds(message.messageSteps, await upload.read());
      return await asClient(db, clientId, (tx) =>
        once.respond(tx, async () => {
          const toSave = { name: message.name, messageSteps };
          const by = changing(session, now, message);
          const saved = await saveVoiceMessage(tx, clientId, params.id, toSave, by);
          reply.header('content-location', `/api/message/${found(saved, 'voice message')}`);
          return true as const;
        }),
      );
    } finally {
      await upload.close();
    }
  });

  route(app, deleteVoiceMessage, async ({ session, params, body, once }) => {
    const { clientId } = session;
    return asClient(db, clientId, (tx) =>
      once.respond(tx, async () => {
        const by = changing(session, now, body);
        const deleted = await messages.deleteVoiceMessage(tx, clientId, params.id, by);
        return found(deleted || undefined, 'voice message');
      }),
    );
  });
}

/** The rules of document 2 section 5 for every step, all complaints at once. */
function refuseBadSteps(messageId: number, steps: readonly VoiceMessageStepInput[]): void {
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

/** The n-th file belongs to the n-th step with a file; a surplus file or step is refused. */
function refuseOddFiles(steps: readonly VoiceMessageStepInput[], files: number): void {
  const indexes = steps.flatMap((step, index) => (bringsFile(step) ? [index] : []));
  const without = indexes[files];
  if (without !== undefined) {
    const { fileRequired } = voiceMessageTexts;
    throw ruleBroken(`message.messageSteps.${without}.fileName`, fileRequired);
  }
  if (files > indexes.length) throw ruleBroken('fileSelect', voiceMessageTexts.tooManyFiles);
}

function withSounds(
  steps: readonly VoiceMessageStepInput[],
  sounds: readonly Uint8Array[],
): StepToSave[] {
  const rest = [...sounds];
  return steps.map((step) => {
    const sound = bringsFile(step) ? rest.shift() : undefined;
    return sound ? { ...step, sound } : step;
  });
}
