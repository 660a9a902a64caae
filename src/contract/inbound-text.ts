import { z } from 'zod';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';

/**
 * What the writer means. Documents 1 and 2 have the first four; "unclear" may or may not be an
 * opt-out: contact with the number rests until a manager decides (spec 3 section 8).
 */
export const messageIntent = { none: 1, optIn: 2, optOut: 3, help: 4, unclear: 5 } as const;
export type MessageIntent = (typeof messageIntent)[keyof typeof messageIntent];

export const inboundTextTexts = {
  /** Of a text that is not unclear, or whose number was on the do-not-call list when it came. */
  nothingToDecide: 'This text does not need a decision.',
  /** Of the side panel; document 2 gives the one of an opt-out. */
  intents: {
    1: 'This message was not categorized.',
    2: 'This message was categorized as an opt-in.',
    3: 'This message was categorized as an opt-out.',
    4: 'This message was categorized as a request for help.',
    5: 'This message is unclear: it may be an opt-out.',
  },
} as const satisfies { nothingToDecide: string; intents: Record<MessageIntent, string> };

export const inboundText = z.object({
  id: idOf('inbound-text'),
  /** 11 digits with a leading 1; a short code or a foreign number as the carrier gave it. */
  phoneNumber: z.string(),
  date: instant,
  message: z.string(),
  messageIntent: z.literal([1, 2, 3, 4, 5]),
});
export type InboundText = z.infer<typeof inboundText>;

/** On an unclear text: opt out, or keep calling and texting its writer as before. */
export const textDecisions = ['optOut', 'keep'] as const;
export type TextDecision = (typeof textDecisions)[number];

/** The most texts that an operation with a limit returns. */
export const mostInboundTexts = 10_000;

export const listInboundTexts = defineOperation({
  name: 'listInboundTexts',
  method: 'GET',
  path: '/api/inboundmessagetext',
  summary: 'Inbound texts, newest first, streamed.',
  query: clientQuery.extend({
    /** Beyond the documents: only texts that were stored after the one of this id. */
    after: z.coerce.number().int().min(0).optional(),
    /** Beyond the documents: only the newest. */
    limit: z.coerce.number().int().min(1).max(mostInboundTexts).optional(),
  }),
  response: z.array(inboundText),
});

/** The most texts without a decision in one response. */
export const mostUndecidedTexts = 1_000;

export const listUndecidedTexts = defineOperation({
  name: 'listUndecidedTexts',
  method: 'GET',
  path: '/api/inboundmessagetext/undecided',
  summary: 'Unclear texts that are waiting for a decision; contact with their numbers rests.',
  query: clientQuery,
  response: z.object({
    /** Those that have waited longest first, at most 1,000. */
    texts: z.array(inboundText),
    /** How many there are. */
    total: z.number().int().nonnegative(),
  }),
});

export const decideInboundText = defineOperation({
  name: 'decideInboundText',
  method: 'POST',
  idempotent: true,
  path: '/api/inboundmessagetext/{id}/decide',
  summary:
    'Decide on an unclear text: opt its number out (once this returns, it is no longer dialed) or keep it; 409 when somebody else decided first.',
  params: z.object({ id: idTextOf('inbound-text') }),
  body: z.object({
    clientId: clientIdInBody,
    decision: z.enum(textDecisions),
    /**
     * Beyond the documents: the newest text of the number that the manager saw. "keep" leaves later
     * ones undecided, and contact rests until they are. Without it all texts of the number are decided.
     */
    upTo: z.number().int().optional(),
  }),
  response: done,
});
