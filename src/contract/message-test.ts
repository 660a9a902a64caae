/**
 * "Call me" and "Text me": a message as an account gets it, over the real carrier, to the manager's own
 * confirmed phone (decision 095). No attempt, no counter, no report.
 */
import { z } from 'zod';
import { clientQuery, idOf, instant, phoneInput } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedNote } from './note.ts';
import { storedReason } from './reason.ts';

/** Calls and texts that one manager, and all managers of a client together, can ask for in a minute. */
export const testsPerMinute = 3;
export const clientTestsPerMinute = 12;
/** Of all managers of a client within 24 hours: they are in no limit of the day. */
export const clientTestsPerDay = 200;

export const messageTestTexts = {
  noPhone: 'Enter and confirm your own phone number in your User Profile first.',
  optedOut:
    'Your number opted out of contacts from this client. Take it off the do-not-call list, or confirm another number.',
  notAllowed: (problem: string) => `${problem}. Confirm another number in your User Profile.`,
  inProgress: 'A call or text to you is already in progress. Wait until it ends.',
  tooMany: `Only ${testsPerMinute} calls and texts to yourself a minute are allowed. Try again in a moment.`,
  tooManyOfClient: `Your client's managers can try ${clientTestsPerMinute} messages a minute. Try again in a moment.`,
  tooManyToday: `Your client's managers can try ${clientTestsPerDay} messages within 24 hours. Try again later.`,
  nothing: 'Choose a campaign or a message.',
  noMessage: 'The campaign has no such message. Choose one and save the campaign first.',
  notReady: 'The message is still being generated, or could not be. Try again when it is Ready.',
  notText: 'This is a text campaign. Use Text me.',
  notVoice: 'This campaign calls. Use Call me.',
  noTextingNumber: 'The client has no number to text from.',
  noSender: 'The campaign has no number to text from. Choose one and save the campaign first.',
  noAccount: 'The contact list has no such account. Choose another one.',
  noList: 'Choose a contact list.',
  needsValues: 'Choose whose values the message is to be sent with.',
  emptyText: 'With these values the text is empty. Choose another account.',
  noLinkback: 'Only a Linkback campaign calls an agent.',
} as const;

/**
 * Whose values the message has: none (a call speaks the names of its fields, a text keeps its tokens), an
 * account that is named, or one of a list: its first, the one with the most blank values, the one with the
 * longest values.
 */
export const testValues = ['placeholders', 'account', 'first', 'blank', 'longest'] as const;
export type TestValues = (typeof testValues)[number];

/** How many accounts of a list the last two are chosen among: its first ones. */
export const accountsCompared = 10_000;

export const testStatuses = [
  /** No engine has it yet. */
  'waiting',
  'placing',
  'ringing',
  'answered',
  /** A text that its carrier accepted, and one that was delivered. */
  'sent',
  'delivered',
  'ended',
  'failed',
  /** Nobody knows whether the carrier took it; it is never repeated. */
  'unclear',
] as const;
export type TestStatus = (typeof testStatuses)[number];

export const messageTest = z.object({
  id: z.number().int(),
  channel: z.enum(['voice', 'text']),
  /** 11 digits. */
  phone: z.string(),
  campaignName: z.string().nullable(),
  messageName: z.string(),
  status: z.enum(testStatuses),
  /** Where it is, or how it ended, in one sentence. */
  sentence: z.string(),
  reasonCode: storedReason.nullable(),
  note: storedNote.nullable(),
  over: z.boolean(),
  requested: instant,
});
export type MessageTest = z.infer<typeof messageTest>;

export const listMessageTests = defineOperation({
  name: 'listMessageTests',
  method: 'GET',
  path: '/api/messagetest',
  summary: 'Your last ten calls and texts to yourself, the newest first.',
  query: clientQuery,
  response: z.object({
    /** Your confirmed number; null without one. */
    phone: z.string().nullable(),
    tests: z.array(messageTest),
  }),
});

export const testBody = z.object({
  channel: z.enum(['voice', 'text']),
  /** Its messages, caller ID and sender. A message alone has the carrier's own caller ID. */
  campaignId: idOf('campaign').optional(),
  voiceMessageId: idOf('voice-message').optional(),
  textMessageId: idOf('text-message').optional(),
  /** Which message of a campaign that calls. */
  hear: z.enum(['customer', 'machine']).default('customer'),
  values: z.enum(testValues).default('placeholders'),
  callListId: idOf('call-list').optional(),
  entryId: z.number().int().min(1).optional(),
  /** Instead of list and entry: the account of this number, in the newest list that has it. */
  phone: phoneInput.optional(),
  /** After a 1 in a Linkback: really call the agents' number, instead of saying that it would be. */
  callAgent: z.boolean().default(false),
});
export type TestBody = z.input<typeof testBody>;

export const requestMessageTest = defineOperation({
  name: 'requestMessageTest',
  method: 'POST',
  idempotent: true,
  path: '/api/messagetest',
  summary: 'Call or text yourself with a message, as an account gets it.',
  body: testBody,
  response: messageTest,
});
