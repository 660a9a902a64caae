/** How every campaign is doing, in one response: for the lists of campaigns. */
import { z } from 'zod';
import { clientQuery, idOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

/** The most names of lists that a campaign is found by: its newest ones. */
export const mostListNames = 20;

export const campaignFigures = z.object({
  campaignId: idOf('campaign'),
  /** Numbers of all its lists, and those that were called or texted. */
  total: z.number().int(),
  called: z.number().int(),
  /** Parts of `called`; of texts, those delivered and failed. */
  person: z.number().int(),
  machine: z.number().int(),
  noAnswer: z.number().int(),
  failed: z.number().int(),
  delivered: z.number().int(),
  /** Barred for good, such as by the do-not-call list. */
  barred: z.number().int(),
  inProgress: z.number().int(),
  /** On the platform's clock; null without a call or text. */
  lastCall: instant.nullable(),
  /** What it waits for, or why it does not run. */
  statusReason: z.string().nullable(),
  reason: storedReason.nullable(),
  /** What a search finds it by, besides its name. */
  listNames: z.array(z.string()),
  messageNames: z.array(z.string()),
});
export type CampaignFigures = z.infer<typeof campaignFigures>;

export const listCampaignFigures = defineOperation({
  name: 'listCampaignFigures',
  method: 'GET',
  path: '/api/campaign/figures',
  summary: 'How every campaign of the client is doing: counts, last call, reason, lists, messages.',
  query: clientQuery,
  response: z.array(campaignFigures),
});
