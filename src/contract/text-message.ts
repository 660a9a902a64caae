import { z } from 'zod';
import { changeFields, deletedRecord, versionInput } from './change.ts';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';

/** Characters of a text message. */
export const maxTextLength = 500;
/** The tokens that a text may hold. */
export const textTokens = ['[first_name]', '[last_name]', '[file_number]'] as const;
export type TextToken = (typeof textTokens)[number];

export const textMessageTexts = {
  nameRequired: 'Name is Required',
  messageRequired: 'Message is Required',
  tooLong: `A message can have at most ${maxTextLength} characters.`,
  invalidFields: 'Invalid account fields',
  openBracket: 'A bracket is not closed, so the text is sent as written.',
  inUse: 'A message belonging to a campaign cannot be deleted.',
  approximate: 'The count is approximate because the message contains an account field.',
} as const;

export const textMessage = z.object({
  id: idOf('text-message'),
  clientId: idOf('client'),
  name: z.string(),
  message: z.string(),
  /** Names of the campaigns that use it, comma separated; empty when none. */
  campaigns: z.string(),
  created: instant,
  updated: instant,
  ...changeFields,
});
export type TextMessage = z.infer<typeof textMessage>;

const byId = z.object({ id: idTextOf('text-message') });

export const listTextMessages = defineOperation({
  name: 'listTextMessages',
  method: 'GET',
  path: '/api/messagetext',
  summary: 'The text messages of the client.',
  query: clientQuery,
  response: z.array(textMessage),
});

/** Returns `true`; the Content-Location header names the saved message. */
export const editTextMessage = defineOperation({
  name: 'editTextMessage',
  method: 'POST',
  idempotent: true,
  path: '/api/messagetext/{id}/edit',
  summary: 'Create (id 0) or change a text message.',
  params: byId,
  body: z.object({
    id: idOf('text-message').optional(),
    clientId: clientIdInBody,
    ...versionInput,
    name: z.string().trim().min(1, textMessageTexts.nameRequired).max(255),
    message: z
      .string()
      .min(1, textMessageTexts.messageRequired)
      .regex(/\S/, textMessageTexts.messageRequired)
      .max(maxTextLength, textMessageTexts.tooLong),
    // The documents' console sends these three; the server sets them itself.
    campaigns: z.string().optional(),
    created: z.string().nullish(),
    updated: z.string().nullish(),
  }),
  response: done,
});

export const deleteTextMessage = defineOperation({
  name: 'deleteTextMessage',
  method: 'POST',
  idempotent: true,
  path: '/api/messagetext/{id}/delete',
  summary: 'Delete a text message that no campaign uses.',
  params: byId,
  body: deletedRecord('id', 'text-message'),
  response: done,
});

/** What the tokens take from one account; '' for a value that it lacks. */
export const textValues = z.object({
  '[first_name]': z.string(),
  '[last_name]': z.string(),
  '[file_number]': z.string(),
});
export type TextValues = z.infer<typeof textValues>;

/** Beyond the documents: for the preview of a text in the campaign editor. */
export const sampleTextAccount = defineOperation({
  name: 'sampleTextAccount',
  method: 'GET',
  path: '/api/messagetext/sample',
  summary: 'An account to preview a text with, from a list of the campaign if it has one.',
  query: clientQuery.extend({ campaignId: idTextOf('text-campaign').optional() }),
  /** null while the client has no contact list. */
  response: z.object({ callListName: z.string(), values: textValues }).nullable(),
});
