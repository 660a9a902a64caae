/** Saving a voice message: a new version, its steps in order, and the job that renders it. */
import { problem, ruleBroken } from '#contract/errors.ts';
import {
  messageStatus,
  stepType,
  type VoiceMessageStepInput,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { isSpoken, removedVoiceSentence } from '#domain/message-rules.ts';
import { isAddedVoice } from '#domain/speech/voices.ts';
import type { Tx } from '../database.ts';
import { assignments, insertion, valuesOf } from '../field-map.ts';
import { enqueue } from '../job-queue.ts';
import { spokenFields } from './account-field.ts';
import { type Changing, lockVersion } from './change.ts';
import { lockFields } from './sensitive-fields.ts';
import { deleteUnusedSounds, insertSound, knownSounds, soundsOfMessage } from './sound.ts';
import { addedVoices, removedVoices } from './voice.ts';
import { findVoiceMessage } from './voice-message.ts';
import { stepFields } from './voice-message-fields.ts';

/** A step, and the WAV file that it brings when its sound file is new. */
export type StepToSave = VoiceMessageStepInput & { sound?: Uint8Array };

/**
 * Saves a message whose steps keep the rules of `stepProblems`; id 0 creates one. Calls go on
 * playing the version that is Ready until the new one is.
 *
 * @returns the message's id; undefined when the client has none of this id
 * @throws `not_found` for a step of another message, `rule_broken` for a field that it may not
 *   speak and for a recording or sound file that is not the client's, `changed_meanwhile` for an
 *   old version
 */
export async function saveVoiceMessage(
  tx: Tx,
  clientId: number,
  messageId: number,
  { name, messageSteps }: { name: string; messageSteps: readonly StepToSave[] },
  changing: Changing,
): Promise<number | undefined> {
  if (messageId !== 0) {
    const read = () => findVoiceMessage(tx, clientId, messageId);
    await lockVersion(tx, 'voice_message', [clientId, messageId], changing, read);
  }
  await refuseUnknownFields(tx, clientId, messageSteps);
  await refuseUnknownVoices(tx, messageSteps);
  const saved = await (messageId === 0
    ? insertMessage(tx, clientId, name, changing)
    : nextVersion(tx, [clientId, messageId], name, changing));
  if (!saved) return undefined;
  await refuseUnknownSounds(tx, clientId, messageSteps);
  const before = await soundsOfMessage(tx, clientId, saved.id);
  await saveSteps(tx, clientId, saved.id, inCallOrder(messageSteps));
  await deleteUnusedSounds(tx, clientId, before);
  await enqueue(tx, 'render-message', `render-message ${clientId} ${saved.id}`, {
    clientId,
    voiceMessageId: saved.id,
    version: saved.version,
  });
  return saved.id;
}

interface Saved {
  id: number;
  version: number;
}

function insertMessage(tx: Tx, clientId: number, name: string, { managerId, now }: Changing) {
  return tx.row<Saved>(
    `INSERT INTO voice_message (client_id, name, changed_by, changed_at) VALUES ($1, $2, $3, $4)
     RETURNING voice_message_id AS id, version`,
    [clientId, name, managerId, now],
  );
}

function nextVersion(
  tx: Tx,
  [clientId, messageId]: readonly [clientId: number, messageId: number],
  name: string,
  { managerId, now }: Changing,
) {
  return tx.row<Saved>(
    `UPDATE voice_message
     SET name = $3, version = version + 1, status_id = ${messageStatus.pending}, reason = NULL,
       updated = now(), changed_by = $4, changed_at = $5
     WHERE client_id = $1 AND voice_message_id = $2 AND deleted_at IS NULL
     RETURNING voice_message_id AS id, version`,
    [clientId, messageId, name, managerId, now],
  );
}

/** By stepOrder; steps of the same stepOrder as they stand in the list. */
function inCallOrder(steps: readonly StepToSave[]): StepToSave[] {
  return [...steps].sort((a, b) => a.stepOrder - b.stepOrder);
}

/** Steps that are still there keep their id; the others of the message go. */
async function saveSteps(
  tx: Tx,
  clientId: number,
  messageId: number,
  steps: readonly StepToSave[],
): Promise<void> {
  const kept = steps.map(({ id }) => id).filter((id) => id > 0);
  await tx.run(
    `DELETE FROM voice_message_step
     WHERE client_id = $1 AND voice_message_id = $2 AND voice_message_step_id <> ALL ($3::bigint[])`,
    [clientId, messageId, kept],
  );
  for (const [order, step] of steps.entries()) await saveStep(tx, clientId, messageId, order, step);
}

async function saveStep(
  tx: Tx,
  clientId: number,
  messageId: number,
  order: number,
  step: StepToSave,
): Promise<void> {
  const spoken = isSpoken(step);
  const fileName = step.sound ? await insertSound(tx, clientId, step.sound) : step.fileName;
  const values = valuesOf(
    stepFields,
    {
      messageStepType: step.messageStepType,
      stepOrder: order,
      value: step.value,
      ttsVoiceId: spoken ? (step.ttsVoiceId ?? 0) : 0,
      ttsModeId: step.ttsModeId,
      ttsFieldId: step.messageStepType === stepType.fieldTts ? (step.ttsFieldId ?? 0) : 0,
      fileName: spoken ? '' : (fileName ?? ''),
      clientsFileName: spoken ? '' : (step.clientsFileName ?? ''),
    },
    undefined,
  );
  if (step.id <= 0) {
    const { names, slots } = insertion(values, 2);
    await tx.run(
      `INSERT INTO voice_message_step (client_id, voice_message_id, ${names})
       VALUES ($1, $2, ${slots})`,
      [clientId, messageId, ...Object.values(values)],
    );
    return;
  }
  const changed = await tx.run(
    `UPDATE voice_message_step SET ${assignments(values, 3)}
     WHERE client_id = $1 AND voice_message_id = $2 AND voice_message_step_id = $3`,
    [clientId, messageId, step.id, ...Object.values(values)],
  );
  if (changed === 0) throw problem('not_found', voiceMessageTexts.noSuchStep);
}

async function refuseUnknownFields(
  tx: Tx,
  clientId: number,
  steps: readonly VoiceMessageStepInput[],
): Promise<void> {
  if (!steps.some(({ messageStepType }) => messageStepType === stepType.fieldTts)) return;
  // A field that is being deleted is waited for, or waits for this message.
  await lockFields(tx, clientId);
  const known = new Set((await spokenFields(tx, clientId)).map(({ id }) => id));
  for (const [index, step] of steps.entries()) {
    if (step.messageStepType !== stepType.fieldTts || known.has(step.ttsFieldId ?? 0)) continue;
    throw ruleBroken(`message.messageSteps.${index}.ttsFieldId`, voiceMessageTexts.noSuchField);
  }
}

/** A voice of an engine that the operator removed is chosen anew. */
async function refuseUnknownVoices(tx: Tx, steps: readonly VoiceMessageStepInput[]): Promise<void> {
  const isAdded = (step: VoiceMessageStepInput) =>
    isSpoken(step) && isAddedVoice(step.ttsVoiceId ?? 0);
  if (!steps.some(isAdded)) return;
  const known = new Set((await addedVoices(tx)).map(({ id }) => id));
  const index = steps.findIndex((step) => isAdded(step) && !known.has(step.ttsVoiceId ?? 0));
  const step = steps[index];
  if (step) {
    const wasRemoved = (await removedVoices(tx)).has(step.ttsVoiceId ?? 0);
    const number = inCallOrder(steps).indexOf(step) + 1;
    throw ruleBroken(
      `message.messageSteps.${index}.ttsVoiceId`,
      wasRemoved ? removedVoiceSentence(number) : voiceMessageTexts.noSuchVoice,
    );
  }
}

/** A name of another client's is unknown here, as any other. */
async function refuseUnknownSounds(
  tx: Tx,
  clientId: number,
  steps: readonly StepToSave[],
): Promise<void> {
  const names = steps.map((step) => (isSpoken(step) || step.sound ? '' : (step.fileName ?? '')));
  const known = await knownSounds(
    tx,
    clientId,
    names.filter((name) => name !== ''),
  );
  for (const [index, name] of names.entries()) {
    if (name === '' || known.has(name)) continue;
    const isFile = steps[index]?.messageStepType === stepType.uploadedSoundFile;
    throw ruleBroken(
      `message.messageSteps.${index}.fileName`,
      isFile ? voiceMessageTexts.noSuchFile : voiceMessageTexts.noSuchRecording,
    );
  }
}
