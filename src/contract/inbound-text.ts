import { z } from 'zod';
import { clientQuery, idOf, instant } from './fields.ts';
import { defineCall } from './http.ts';

export const messageIntent = { none: 1, optIn: 2, optOut: 3, help: 4 } as const;
export type MessageIntent = (typeof messageIntent)[keyof typeof messageIntent];

export const inboundTextTexts = {
  /** Of the side panel; document 2 gives the one of an opt-out. */
  intents: {
    1: 'This message was not categorized.',
    2: 'This message was categorized as an opt-in.',
    3: 'This message was categorized as an opt-out.',
    4: 'This message was categorized as a request for help.',
  },
} as const satisfies { intents: Record<MessageIntent, string> };

export const inboundText = z.object({
  id: idOf('inbound-text'),
  /** 11 digits with a leading 1; a short code or a foreign number as the carrier gave it. */
  phoneNumber: z.string(),
  date: instant,
  message: z.string(),
  messageIntent: z.literal([1, 2, 3, 4]),
});
export type InboundText = z.infer<typeof inboundText>;

/** The most texts that one call with a limit answers. */
export const mostInboundTexts = 10_000;

export const listInboundTexts = defineCall({
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
  answer: z.array(inboundText),
});
