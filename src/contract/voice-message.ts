import { z } from 'zod';
import { changeFields, deletedRecord, versionInput } from './change.ts';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { previewAccountInBody, previewAccountInQuery } from './message-preview.ts';
import { storedReason } from './reason.ts';

export const messageStatus = { pending: 1, processing: 2, ready: 3, error: 4 } as const;
export const messageStatusNames = {
  1: 'Pending',
  2: 'Processing',
  3: 'Ready',
  4: 'Error',
} as const;
export type MessageStatusId = keyof typeof messageStatusNames;

export const stepType = {
  recordedWithPhone: 1,
  recordedOnComputer: 2,
  uploadedSoundFile: 3,
  fixedTts: 4,
  fieldTts: 5,
} as const;

/** Document 2 section 9: of a sound file's name, in any case. */
export const soundExtensions = ['.mp3', '.mp4', '.wav', '.m4a'] as const;

export function isSoundFileName(name: string): boolean {
  const lower = name.toLowerCase();
  return soundExtensions.some((extension) => lower.endsWith(extension));
}

export const ttsMode = { normal: 1, spell: 2 } as const;

export const voiceMessageTexts = {
  nameRequired: 'Name is Required',
  stepRequired: 'A message needs at least one step.',
  textRequired: 'The text to speak is required.',
  voiceRequired: 'A voice is required.',
  fieldRequired: 'An account field is required.',
  textTooLong: 'The text is longer than 4,000 characters.',
  noSuchVoice: 'There is no such voice.',
  voiceRemoved: 'Its voice was removed. Choose another one.',
  noSuchField: 'This account field is not available to messages.',
  noSuchStep: 'There is no such step in this message.',
  fileRequired: 'A sound file is required.',
  recordingRequired: 'A recording is required.',
  recordingNameRequired: 'A name for the recording is required.',
  noSuchFile: 'This sound file no longer exists. Choose it again.',
  noSuchRecording: 'There is no such recording. Record it again.',
  noSuchSound: 'There is no such recording or sound file.',
  tooManyFiles: 'There are more sound files than new sound steps.',
  messageTooLong: 'A message can be at most 15 minutes long.',
  soundExtension: 'Only .mp3, .mp4, .wav and .m4a files are accepted.',
  manySoundFiles: 'Too many sound files are being read. Try again in a moment.',
  inUse: 'A message belonging to a campaign cannot be deleted.',
  notGenerated: 'The preview for this message was not generated yet.',
  notKept: 'The sound of this version is no longer kept.',
} as const;

/** Characters of one fixed text. */
export const maxSpokenText = 4000;
export const maxSteps = 50;

export const voiceMessageStep = z.object({
  id: idOf('voice-message-step'),
  messageId: idOf('voice-message'),
  messageStepType: z.number().int().min(1).max(5),
  stepOrder: z.number().int(),
  /** The text of a fixed step, the name of a recording or file. */
  value: z.string(),
  ttsVoiceId: z.number().int(),
  /** Of the recording or sound file that is stored; '' when the step speaks. */
  fileName: z.string(),
  ttsModeId: z.number().int(),
  /** Mapping id of the account field; 0 when the step speaks none. */
  ttsFieldId: z.number().int(),
  /** The name that the uploaded file had on the manager's machine. */
  clientsFileName: z.string(),
  /** Seconds of sound after rendering; null before. */
  duration: z.number().nullable(),
});
export type VoiceMessageStep = z.infer<typeof voiceMessageStep>;

export const voiceMessageStepInput = z.object({
  id: idOf('voice-message-step').default(0),
  messageId: idOf('voice-message').default(0),
  messageStepType: z.number().int().min(1).max(5),
  stepOrder: z.number().int().default(0),
  value: z.string().max(maxSpokenText, voiceMessageTexts.textTooLong).default(''),
  ttsVoiceId: z.number().int().nullish(),
  fileName: z.string().max(255).nullish(),
  ttsModeId: z.number().int().min(1).max(2).default(1),
  ttsFieldId: z.number().int().nullish(),
  clientsFileName: z.string().max(255).nullish(),
  /** Of an uploaded sound file: it comes with this form. */
  isDirty: z.boolean().default(false),
  phoneNumber: z.union([z.number(), z.string()]).nullish(),
});
export type VoiceMessageStepInput = z.infer<typeof voiceMessageStepInput>;

export const voiceMessage = z.object({
  id: idOf('voice-message'),
  clientId: idOf('client'),
  name: z.string(),
  messageStatusId: z.number().int(),
  messageStatusName: z.string(),
  /** Filled in the item; empty in lists. */
  messageSteps: z.array(voiceMessageStep),
  /** Names of the campaigns that use it, comma separated; empty when none. */
  campaigns: z.string(),
  created: instant,
  updated: instant,
  /** Why rendering failed, in one sentence; null otherwise. */
  statusReason: z.string().nullable(),
  reason: storedReason.nullable(),
  /** Seconds of the rendered message; null before. */
  duration: z.number().nullable(),
  ...changeFields,
});
export type VoiceMessage = z.infer<typeof voiceMessage>;

export const voiceMessageInput = z.object({
  id: idOf('voice-message').optional(),
  clientId: clientIdInBody,
  ...versionInput,
  name: z.string().trim().min(1, voiceMessageTexts.nameRequired).max(255),
  messageSteps: z
    .array(voiceMessageStepInput)
    .min(1, voiceMessageTexts.stepRequired)
    .max(maxSteps, `A message can have at most ${maxSteps} steps.`),
});
export type VoiceMessageInput = z.infer<typeof voiceMessageInput>;

const byId = z.object({ id: idTextOf('voice-message') });

export const listVoiceMessages = defineOperation({
  name: 'listVoiceMessages',
  method: 'GET',
  path: '/api/message',
  summary: 'The voice messages of the client.',
  query: clientQuery,
  response: z.array(voiceMessage),
});

export const listVoiceMessageSteps = defineOperation({
  name: 'listVoiceMessageSteps',
  method: 'GET',
  path: '/api/message/{id}/steps',
  summary: 'The steps of one message, in order.',
  params: byId,
  query: clientQuery,
  response: z.array(voiceMessageStep),
});

/** Beyond the documents: the steps and the version that they are of, for the editor. */
export const getVoiceMessage = defineOperation({
  name: 'getVoiceMessage',
  method: 'GET',
  path: '/api/message/{id}/item',
  summary: 'One voice message with its steps, in order.',
  params: byId,
  response: voiceMessage,
});

/**
 * Returns `true`; the Content-Location header names the saved message. The n-th file belongs to
 * the n-th step of kind 3 whose `isDirty` is true, in the order of the steps.
 */
export const editVoiceMessage = defineOperation({
  name: 'editVoiceMessage',
  method: 'POST',
  idempotent: true,
  path: '/api/message/{id}/edit',
  summary: 'Create (id 0) or change a voice message; sound files come as fileSelect1 to n.',
  params: byId,
  multipart: { files: 'fileSelect', fields: z.object({ message: voiceMessageInput }) },
  response: done,
});

export const deleteVoiceMessage = defineOperation({
  name: 'deleteVoiceMessage',
  method: 'POST',
  idempotent: true,
  path: '/api/message/{id}/delete',
  summary: 'Delete a voice message that no campaign uses.',
  params: byId,
  body: deletedRecord('id', 'voice-message'),
  response: done,
});

export const previewVoiceMessage = defineOperation({
  name: 'previewVoiceMessage',
  method: 'GET',
  path: '/api/message/{id}/preview',
  summary:
    "The rendered message as sound; 404 before it is Ready. With an entry of a contact list, the entry's values replace the field names. With a version, the sound that calls with it played, for as long as one of them is kept.",
  params: byId,
  query: clientQuery.extend({
    ...previewAccountInQuery,
    version: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1)
      .optional(),
  }),
  response: { bytes: 'audio/wav' },
});

export const recordByPhone = defineOperation({
  name: 'recordByPhone',
  method: 'POST',
  idempotent: true,
  path: '/api/message/call',
  summary: 'Call the manager to record a step by telephone.',
  body: voiceMessageStepInput,
  response: voiceMessageStep,
});

/** What the step editor plays: a text, the name of an account field, or an account's value. */
export const speakInput = z.object({
  ...previewAccountInBody,
  text: z.string().max(maxSpokenText, voiceMessageTexts.textTooLong).optional(),
  ttsFieldId: z.number().int().min(0).optional(),
  ttsVoiceId: z.number().int(),
  ttsModeId: z.number().int().min(1).max(2).default(1),
});
export type SpeakInput = z.infer<typeof speakInput>;

/** Beyond the documents: nothing is saved. */
export const speakStep = defineOperation({
  name: 'speakStep',
  method: 'POST',
  idempotent: false,
  path: '/api/message/speak',
  summary: "Speak a text, a field's name or an account's value, to hear a step before it is saved.",
  body: speakInput,
  response: { bytes: 'audio/wav' },
});

/** Beyond the documents: nothing is saved. Refused as a save would refuse the file. */
export const hearSoundFile = defineOperation({
  name: 'hearSoundFile',
  method: 'POST',
  idempotent: false,
  path: '/api/message/sound',
  summary: 'Hear a sound file as a call plays it, before it is saved.',
  multipart: { files: 'fileSelect', fields: z.object({ clientId: clientIdInBody }) },
  response: { bytes: 'audio/wav' },
});

/** Beyond the documents. */
export const playSound = defineOperation({
  name: 'playSound',
  method: 'GET',
  path: '/api/message/sound/{fileName}',
  summary: "A stored recording or sound file, by its step's fileName.",
  params: z.object({ fileName: z.string().min(1).max(255) }),
  response: { bytes: 'audio/wav' },
});

const idAndValue = z.object({ id: z.number().int(), value: z.string() });

export const listTtsFields = defineOperation({
  name: 'listTtsFields',
  method: 'GET',
  path: '/api/ttsfield/getinuse',
  summary: 'The account fields that a message can speak, by mapping id.',
  query: clientQuery,
  /** `sensitive`: calls and previews speak only what the mask of its values leaves. */
  response: z.array(idAndValue.extend({ sensitive: z.boolean().optional() })),
});

export const listTtsVoices = defineOperation({
  name: 'listTtsVoices',
  method: 'GET',
  path: '/api/ttsvoice',
  summary: 'The voices that messages can speak with, built in and added by the operator.',
  response: z.array(
    z.object({
      id: z.number().int(),
      /** As people call a person. */
      name: z.string(),
      /** The one that the client's last saved message speaks with: the voice of a new step. */
      lastUsed: z.literal(true).optional(),
      /** The host that texts and values spoken with it are sent to. Absent: they stay on the machine. */
      sendsTo: z.string().optional(),
    }),
  ),
});
