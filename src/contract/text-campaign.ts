import { z } from 'zod';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, instant } from './fields.ts';
import { defineCall } from './http.ts';

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
  startAutomatically: z.boolean(),
  stopAutomatically: z.boolean(),
  startTime: instant.nullable(),
  stopTime: instant.nullable(),
  startWeekdays: z.string(),
  stopWeekdays: z.string(),
});
export type TextCampaign = z.infer<typeof textCampaign>;

export const textCampaignInput = z.object({
  campaignId: idOf('text-campaign').optional(),
  clientId: clientIdInBody,
  name: z.string().trim().min(1, 'Name is Required').max(255),
  textPerMinute: z.number().int().min(0).max(100_000),
  messageTextId: idOf('text-message'),
  sendersNumberId: idOf('texting-number'),
});

export const textingNumber = z.object({
  textingPhoneNumberId: idOf('texting-number'),
  /** Eleven digits starting with 1. */
  phoneNumber: z.string(),
});

export const listTextCampaigns = defineCall({
  name: 'listTextCampaigns',
  method: 'GET',
  path: '/api/campaigntext',
  summary: 'The text campaigns of the client.',
  query: clientQuery,
  answer: z.array(textCampaign),
});

export const listTextingNumbers = defineCall({
  name: 'listTextingNumbers',
  method: 'GET',
  path: '/api/campaigntext/{clientId}/phonenumbers',
  summary: 'The numbers that the client may text from.',
  params: z.object({ clientId: idTextOf('client') }),
  answer: z.array(textingNumber),
});

export const editTextCampaign = defineCall({
  name: 'editTextCampaign',
  method: 'POST',
  path: '/api/campaigntext/{id}/edit',
  summary: 'Create (id 0) or change a text campaign.',
  params: z.object({ id: idTextOf('text-campaign') }),
  body: textCampaignInput,
  answer: done,
});
