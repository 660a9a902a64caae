import { z } from 'zod';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, instant } from './fields.ts';
import { defineCall } from './http.ts';

/** Characters of a text message. */
export const maxTextLength = 500;
/** The tokens that a text may hold. */
export const textTokens = ['[first_name]', '[last_name]', '[file_number]'] as const;

export const textMessage = z.object({
  id: idOf('text-message'),
  clientId: idOf('client'),
  name: z.string(),
  message: z.string(),
  /** Names of the campaigns that use it, comma separated; empty when none. */
  campaigns: z.string(),
  created: instant,
  updated: instant,
});
export type TextMessage = z.infer<typeof textMessage>;

const byId = z.object({ id: idTextOf('text-message') });

export const listTextMessages = defineCall({
  name: 'listTextMessages',
  method: 'GET',
  path: '/api/messagetext',
  summary: 'The text messages of the client.',
  query: clientQuery,
  answer: z.array(textMessage),
});

export const editTextMessage = defineCall({
  name: 'editTextMessage',
  method: 'POST',
  path: '/api/messagetext/{id}/edit',
  summary: 'Create (id 0) or change a text message.',
  params: byId,
  body: z.object({
    id: idOf('text-message').optional(),
    clientId: clientIdInBody,
    name: z.string().trim().min(1, 'Name is Required').max(255),
    message: z.string().min(1).max(maxTextLength),
  }),
  answer: done,
});

export const deleteTextMessage = defineCall({
  name: 'deleteTextMessage',
  method: 'POST',
  path: '/api/messagetext/{id}/delete',
  summary: 'Delete a text message that no campaign uses.',
  params: byId,
  answer: done,
});
