/** Unread inbound texts, for the badge in the menu; the rest is in inbound-desk.ts. */
import { z } from 'zod';
import { clientQuery } from './fields.ts';
import { defineOperation } from './http.ts';

/** The badge of the menu goes no further. */
export const mostUnreadCounted = 1_000;

export const countUnreadTexts = defineOperation({
  name: 'countUnreadTexts',
  method: 'GET',
  path: '/api/inboundmessagetext/unread',
  summary: 'How many inbound texts are unread, at most 1,000.',
  query: clientQuery,
  response: z.object({ unread: z.number().int().nonnegative() }),
});
