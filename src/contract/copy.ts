/** Duplicates of campaigns and messages, each with a name of its own. */
import { z } from 'zod';
import { idOf, idTextOf, recordInBody } from './fields.ts';
import { defineOperation } from './http.ts';

export const copyCampaign = defineOperation({
  name: 'copyCampaign',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/{id}/copy',
  summary: 'Duplicate a campaign: stopped, without contact lists and without an automatic start.',
  params: z.object({ id: idTextOf('campaign') }),
  body: recordInBody('campaignId', 'campaign'),
  response: z.object({ campaignId: idOf('campaign'), name: z.string() }),
});

export const copyVoiceMessage = defineOperation({
  name: 'copyVoiceMessage',
  method: 'POST',
  idempotent: true,
  path: '/api/message/{id}/copy',
  summary: 'Duplicate a voice message; no campaign uses the copy.',
  params: z.object({ id: idTextOf('voice-message') }),
  body: recordInBody('id', 'voice-message'),
  response: z.object({ id: idOf('voice-message'), name: z.string() }),
});

export const copyTextMessage = defineOperation({
  name: 'copyTextMessage',
  method: 'POST',
  idempotent: true,
  path: '/api/messagetext/{id}/copy',
  summary: 'Duplicate a text message; no campaign uses the copy.',
  params: z.object({ id: idTextOf('text-message') }),
  body: recordInBody('id', 'text-message'),
  response: z.object({ id: idOf('text-message'), name: z.string() }),
});
