/** A voice message while it is being edited. */
import type { FieldError } from '#contract/errors.ts';
import {
  stepType,
  ttsMode,
  type VoiceMessageInput,
  type VoiceMessageStep,
  voiceMessageInput,
  voiceMessageTexts,
} from '#contract/voice-message.ts';
import { isSpoken, removedVoiceSentence, stepProblems } from '#domain/message-rules.ts';
import { isAddedVoice } from '#domain/speech/voices.ts';
import { inFormOrder, schemaErrors } from '#web/lib/schema-form.ts';

export interface DraftStep {
  /** Stays the same when the step is moved; steps without an id have one too. */
  key: string;
  /** 0 until it is saved. */
  id: number;
  messageStepType: number;
  /** The text of a fixed step, the name of a recording or sound file. */
  value: string;
  /** 0 while none is chosen. */
  ttsVoiceId: number;
  /** Mapping id; 0 while none is chosen. */
  ttsFieldId: number;
  ttsModeId: number;
  /** Of the stored recording or sound file; '' while there is none. */
  fileName: string;
  /** The name of the uploaded file on the manager's machine. */
  clientsFileName: string;
  /** A sound file that is not stored yet; it replaces the stored one. */
  fresh: FreshSound | undefined;
  /** Seconds as last rendered; null when unknown or changed since. */
  duration: number | null;
}

/** A chosen file as the server has read it: a WAV file as a call plays it. */
export interface FreshSound {
  wav: Uint8Array<ArrayBuffer>;
  /** Distinguishes two choices. */
  key: string;
}

export interface Draft {
  name: string;
  steps: readonly DraftStep[];
  /** That it began with; absent for a new message. */
  version?: number | undefined;
}

export const emptyDraft: Draft = { name: '', steps: [] };

let lastKey = 0;
/** A key that no other step or sound has. */
export function nextKey(): string {
  lastKey += 1;
  return `step-${lastKey}`;
}

export function draftOf(name: string, steps: readonly VoiceMessageStep[], version?: number): Draft {
  return {
    name,
    version,
    steps: steps.map((step) => ({
      key: nextKey(),
      id: step.id,
      messageStepType: step.messageStepType,
      value: step.value,
      ttsVoiceId: step.ttsVoiceId,
      ttsFieldId: step.ttsFieldId,
      ttsModeId: step.ttsModeId,
      fileName: step.fileName,
      clientsFileName: step.clientsFileName,
      fresh: undefined,
      duration: step.duration,
    })),
  };
}

/**
 * An empty step; a spoken one gets the voice of the last spoken step, in a new message the one that the
 * client used last.
 */
export function newStep(
  messageStepType: number,
  steps: readonly DraftStep[],
  lastVoice = 0,
): DraftStep {
  return {
    key: nextKey(),
    id: 0,
    messageStepType,
    value: '',
    ttsVoiceId: isSpoken({ messageStepType })
      ? (steps.findLast(isSpoken)?.ttsVoiceId ?? lastVoice)
      : 0,
    ttsFieldId: 0,
    ttsModeId: ttsMode.normal,
    fileName: '',
    clientsFileName: '',
    fresh: undefined,
    duration: null,
  };
}

/** With this step replacing the one of its key, or at the end. */
export function withStep(steps: readonly DraftStep[], step: DraftStep): DraftStep[] {
  const known = steps.some(({ key }) => key === step.key);
  return known ? steps.map((one) => (one.key === step.key ? step : one)) : [...steps, step];
}

/** Moves a step to another index, limited to the range. */
export function moved(steps: readonly DraftStep[], from: number, to: number): DraftStep[] {
  const rest = steps.filter((_, index) => index !== from);
  const step = steps[from];
  if (step) rest.splice(Math.max(0, Math.min(to, rest.length)), 0, step);
  return rest;
}

/** Whether the two sound the same. */
export function sameSound(a: DraftStep, b: DraftStep): boolean {
  return JSON.stringify(heardOf(a)) === JSON.stringify(heardOf(b));
}

/** What makes a step sound as it does. */
export function heardOf(step: DraftStep) {
  const { messageStepType, value, fileName, fresh, ttsVoiceId, ttsFieldId, ttsModeId } = step;
  return [messageStepType, value, fileName, fresh?.key, ttsVoiceId, ttsFieldId, ttsModeId];
}

export function sameDraft(a: Draft, b: Draft): boolean {
  return (
    a.name === b.name &&
    a.steps.length === b.steps.length &&
    a.steps.every((step, index) => {
      const other = b.steps[index];
      return other !== undefined && step.key === other.key && sameSound(step, other);
    })
  );
}

/** Of a step of the operator's voices that are offered no more. */
export function voiceRemoved(step: DraftStep, voices: ReadonlyMap<number, string>): boolean {
  return isSpoken(step) && isAddedVoice(step.ttsVoiceId) && !voices.has(step.ttsVoiceId);
}

/** What keeps the message from being saved: the first step whose voice was removed. */
export function removedVoiceProblem(
  steps: readonly DraftStep[],
  voices: ReadonlyMap<number, string>,
): string | undefined {
  const index = steps.findIndex((step) => voiceRemoved(step, voices));
  return index === -1 ? undefined : removedVoiceSentence(index + 1);
}

/** What keeps a step from being saved, in the order of its form. */
export function problemsOf(
  step: DraftStep,
  fieldIds: readonly number[],
  voices: ReadonlyMap<number, string>,
): string[] {
  const isDirty = step.fresh !== undefined;
  const problems = stepProblems({ ...step, isDirty }).map(({ message }) => message);
  const speaksField = step.messageStepType === stepType.fieldTts && step.ttsFieldId !== 0;
  if (speaksField && !fieldIds.includes(step.ttsFieldId)) {
    problems.unshift(voiceMessageTexts.noSuchField);
  }
  if (voiceRemoved(step, voices)) problems.push(voiceMessageTexts.voiceRemoved);
  return problems;
}

/** Every rule that the message breaks as a whole; its steps are judged one by one. */
export function draftErrors(draft: Draft): FieldError[] {
  return inFormOrder(voiceMessageInput, schemaErrors(voiceMessageInput, inputOf(0, draft)));
}

function inputOf(id: number, { name, steps, version }: Draft): VoiceMessageInput {
  return {
    id,
    version,
    name: name.trim(),
    messageSteps: steps.map((step, stepOrder) => ({
      id: step.id,
      messageId: id,
      messageStepType: step.messageStepType,
      stepOrder,
      value: step.value,
      ttsVoiceId: step.ttsVoiceId,
      ttsFieldId: step.ttsFieldId,
      ttsModeId: step.ttsModeId,
      fileName: step.fileName,
      clientsFileName: step.clientsFileName,
      isDirty: step.fresh !== undefined,
    })),
  };
}

/** The form of POST /api/message/{id}/edit. */
export function formOf(id: number, clientId: number, draft: Draft): FormData {
  const { steps } = draft;
  const form = new FormData();
  form.set('message', JSON.stringify({ clientId, ...inputOf(id, draft) }));
  const fresh = steps.filter((step) => step.fresh);
  for (const [index, { fresh: sound, clientsFileName }] of fresh.entries()) {
    if (sound) form.set(`fileSelect${index + 1}`, new Blob([sound.wav]), clientsFileName);
  }
  return form;
}
