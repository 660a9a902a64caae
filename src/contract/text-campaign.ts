import { z } from 'zod';
import { changeFields, versionInput } from './change.ts';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, instant } from './fields.ts';
import { followUpRule, followUpsAfter, textOutcomes } from './follow-up.ts';
import { defineOperation } from './http.ts';
import { purposes } from './policy.ts';

export const textCampaign = z.object({
  campaignId: idOf('text-campaign'),
  clientId: idOf('client'),
  name: z.string(),
  campaignStatusId: z.number().int(),
  campaignStatusName: z.string(),
  updated: instant,
  textPerMinute: z.number().int(),
  messageTextId: idOf('text-message'),
  textMessageName: z.string(),
  sendersNumberId: idOf('texting-number'),
  originalSendersNumberId: idOf('texting-number'),
  purpose: z.enum(purposes),
  startAutomatically: z.boolean(),
  stopAutomatically: z.boolean(),
  startTime: instant.nullable(),
  stopTime: instant.nullable(),
  startWeekdays: z.string(),
  stopWeekdays: z.string(),
  /** What comes after an outcome; the first rule for it that is not used up decides. */
  followUps: z.array(followUpRule),
  ...changeFields,
});
export type TextCampaign = z.infer<typeof textCampaign>;

/** Most texts a minute. */
export const maxTextPerMinute = 100_000;

export const textCampaignTexts = {
  nameRequired: 'Name is Required',
  nameUnique: 'Campaign name must be unique',
  senderRequired: 'A sender number is required',
  messageRequired: 'A text message is required',
  perMinute: 'The texts per minute must be a whole number, 0 or more.',
  perMinuteMost: `The texts per minute can be at most ${maxTextPerMinute.toLocaleString('en-US')}.`,
  invalidNumber: 'Invalid phone number in use on a texting campaign!',
  numberUnknown: 'There is no such texting number.',
  messageUnknown: 'There is no such text message.',
  noSchedule: 'Text campaigns do not start or stop automatically.',
} as const;

const never = z.literal(false, { error: textCampaignTexts.noSchedule }).default(false);
/** The console of the documents sends five zeros. */
const noDays = z
  .string({ error: textCampaignTexts.noSchedule })
  .regex(/^0{5}(00)?$/, textCampaignTexts.noSchedule)
  .default('00000');

/** In the order of the form. A number or message that is not chosen is 0, and refused. */
export const textCampaignInput = z.object({
  campaignId: idOf('text-campaign').optional(),
  clientId: clientIdInBody,
  ...versionInput,
  name: z.string().trim().min(1, textCampaignTexts.nameRequired).max(255),
  textPerMinute: z
    .number({ error: textCampaignTexts.perMinute })
    .int(textCampaignTexts.perMinute)
    .min(0, textCampaignTexts.perMinute)
    .max(maxTextPerMinute, textCampaignTexts.perMinuteMost),
  sendersNumberId: idOf('texting-number').min(1, textCampaignTexts.senderRequired),
  messageTextId: idOf('text-message').min(1, textCampaignTexts.messageRequired),
  /** Absent: the client's usual one for a new campaign, else as it is. */
  purpose: z.enum(purposes).optional(),
  /** The sender number before the edit; 0 for a new campaign. */
  originalSendersNumberId: idOf('texting-number').default(0),
  startAutomatically: never,
  stopAutomatically: never,
  startTime: instant.nullish(),
  stopTime: instant.nullish(),
  startWeekdays: noDays,
  stopWeekdays: noDays,
  /** Absent: as they are. */
  followUps: followUpsAfter(textOutcomes).optional(),
});
export type TextCampaignInput = z.infer<typeof textCampaignInput>;

export const textingNumberKinds = ['long-code', 'toll-free', '10dlc', 'short-code'] as const;
export type TextingNumberKind = (typeof textingNumberKinds)[number];

export const textingNumber = z.object({
  textingPhoneNumberId: idOf('texting-number'),
  /** Eleven digits starting with 1. */
  phoneNumber: z.string(),
  kind: z.enum(textingNumberKinds).optional(),
  /** What the number can send, over all campaigns and auto-replies. */
  segmentsPerSecond: z.number().optional(),
});
export type TextingNumber = z.infer<typeof textingNumber>;

export const listTextCampaigns = defineOperation({
  name: 'listTextCampaigns',
  method: 'GET',
  path: '/api/campaigntext',
  summary: 'The text campaigns of the client.',
  query: clientQuery,
  response: z.array(textCampaign),
});

export const listTextingNumbers = defineOperation({
  name: 'listTextingNumbers',
  method: 'GET',
  path: '/api/campaigntext/{clientId}/phonenumbers',
  summary: 'The numbers that the client may text from.',
  params: z.object({ clientId: idTextOf('client') }),
  response: z.array(textingNumber),
});

/** Returns `true`; the Content-Location header names the saved campaign. */
export const editTextCampaign = defineOperation({
  name: 'editTextCampaign',
  method: 'POST',
  idempotent: true,
  path: '/api/campaigntext/{id}/edit',
  summary: 'Create (id 0) or change a text campaign.',
  params: z.object({ id: idTextOf('text-campaign') }),
  body: textCampaignInput,
  response: done,
});
