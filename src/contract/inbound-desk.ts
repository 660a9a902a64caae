/**
 * Inbound texts as managers work through them: what is unread, what waits for a decision, whose they
 * are, and the thread of a number. Beyond the documents, whose list is in inbound-text.ts.
 */
import { z } from 'zod';
import { clientIdInBody, clientQuery, count, done, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { inboundText, textDecisions } from './inbound-text.ts';

/** What a text meant in the end: the word below `Opt out?`. */
export const textStandings = [
  'none',
  'optIn',
  'optOut',
  'help',
  /** It may be an opt-out: a manager has to decide. */
  'unclear',
  /** It was unclear; contact goes on. */
  'kept',
  /** It was unclear, but its number was on the do-not-call list already. */
  'blockedBefore',
] as const;
export type TextStanding = (typeof textStandings)[number];

const person = {
  /** '' when no contact list has the number. */
  person: z.string(),
  /** The External Id of the account. */
  accountNumber: z.string(),
  /** The campaign that wrote to the number last, before the text came; '' when none did. */
  campaign: z.string(),
};

const progress = {
  /** A manager marked it as done, or decided what it meant. */
  done: z.boolean(),
  /**
   * A manager still has to do something, as the filter `notDone` has it. Neither `done` nor `toDo`
   * is what Carillon does by itself: opt-outs, opt-ins and requests for help.
   */
  toDo: z.boolean(),
};

export const deskText = inboundText.extend({
  standing: z.enum(textStandings),
  read: z.boolean(),
  ...progress,
  ...person,
});
export type DeskText = z.infer<typeof deskText>;

/** The last five are what a text means: each text has one of them, as its standing says. */
export const deskFilters = [
  ...(['all', 'today', 'unread', 'notDone'] as const),
  ...(['unclear', 'optedOut', 'optedIn', 'help', 'other'] as const),
] as const;
export type DeskFilter = (typeof deskFilters)[number];

export const deskSorts = ['date', 'phoneNumber', 'message'] as const;
export type DeskSort = (typeof deskSorts)[number];

/** Rows of a page, unless somebody asks for another number of them. */
export const deskPageSize = 100;
export const largestDeskPage = 500;
/** Counts go no further. */
export const mostDeskCounted = 100_000;

const search = z.string().trim().max(200).default('');
const filter = z.enum(deskFilters).default('all');

export const listDeskTexts = defineOperation({
  name: 'listDeskTexts',
  method: 'GET',
  path: '/api/inboundmessagetext/desk',
  summary: 'A page of inbound texts with their persons, filtered, searched and sorted.',
  query: clientQuery.extend({
    filter,
    /** Digits of the number, or words of the text. */
    search,
    sort: z.enum(deskSorts).default('date'),
    order: z.enum(['asc', 'desc']).default('desc'),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    rows: z.coerce.number().int().min(1).max(largestDeskPage).default(deskPageSize),
  }),
  response: z.object({
    texts: z.array(deskText),
    /** How many match. */
    total: z.number().int().nonnegative(),
    /** How many of them `finishDeskTexts` would mark as done. */
    toFinish: z.number().int().nonnegative(),
    /** False: there are more than `total`. */
    exact: z.boolean(),
    /** The newest text of all: `upTo` of `finishDeskTexts` for what was shown. 0 without texts. */
    newest: z.number().int().nonnegative(),
  }),
});

export const countDeskTexts = defineOperation({
  name: 'countDeskTexts',
  method: 'GET',
  path: '/api/inboundmessagetext/counts',
  summary: 'How many inbound texts each filter has, over the newest 100,000.',
  query: clientQuery,
  response: z.object({
    all: count,
    today: count,
    unread: count,
    notDone: count,
    unclear: count,
    optedOut: count,
    optedIn: count,
    help: count,
    /** Neither: what people write to be read. */
    other: count,
    /** False: there are more than were counted. */
    exact: z.boolean(),
  } satisfies Record<DeskFilter | 'exact', z.ZodType>),
});

const ids = z.array(idOf('inbound-text')).min(1).max(500);

export const readInboundTexts = defineOperation({
  name: 'readInboundTexts',
  method: 'POST',
  path: '/api/inboundmessagetext/read',
  idempotent: true,
  summary: 'Mark inbound texts as read.',
  body: z.object({ clientId: clientIdInBody, ids }),
  response: done,
});

export const finishInboundTexts = defineOperation({
  name: 'finishInboundTexts',
  method: 'POST',
  path: '/api/inboundmessagetext/done',
  idempotent: true,
  summary:
    'Mark inbound texts as done, which reads them too, or as not done again; not those that wait for a decision or that Carillon deals with by itself.',
  body: z.object({ clientId: clientIdInBody, ids, done: z.boolean() }),
  response: done,
});

export const finishDeskTexts = defineOperation({
  name: 'finishDeskTexts',
  method: 'POST',
  path: '/api/inboundmessagetext/alldone',
  idempotent: true,
  summary:
    'Mark every text of a filter as done that had come when it was shown; not those that wait for a decision or that Carillon deals with by itself.',
  body: z.object({
    clientId: clientIdInBody,
    filter,
    search,
    /** The newest text that the manager saw: later ones stay. */
    upTo: idOf('inbound-text'),
  }),
  response: z.object({ done: count }),
});

const at = instant;

/** One entry of a thread, by its time. */
export const threadItem = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('theirs'),
    at,
    id: idOf('inbound-text'),
    message: z.string(),
    standing: z.enum(textStandings),
    read: z.boolean(),
    ...progress,
  }),
  z.object({
    kind: z.literal('ours'),
    at,
    message: z.string(),
    /** '' for an auto-reply. */
    campaign: z.string(),
    outcome: z.enum(['waiting', 'sent', 'delivered', 'failed', 'unknown', 'notSent']),
  }),
  /** `by`: null where nobody was kept. */
  z.object({ kind: z.literal('done'), at, by: z.string().nullable() }),
  /** `by`: null when a later text of the person decided. */
  z.object({
    kind: z.literal('decided'),
    at,
    by: z.string().nullable(),
    decision: z.enum(textDecisions),
  }),
  z.object({
    kind: z.literal('blocked'),
    at,
    source: z.enum(['key', 'text', 'manager', 'operator']),
  }),
  z.object({ kind: z.literal('lifted'), at, by: z.string(), reason: z.string() }),
]);
export type ThreadItem = z.infer<typeof threadItem>;
export type TheirText = ThreadItem & { kind: 'theirs' };

/** Entries of one part of a thread. */
export const threadPart = 100;

export const readTextThread = defineOperation({
  name: 'readTextThread',
  method: 'GET',
  path: '/api/inboundmessagetext/thread',
  summary: 'What was written to and from the number of a text, and what was done, oldest first.',
  query: clientQuery.extend({
    /** One of its inbound texts. */
    textId: idTextOf('inbound-text'),
    /** Only what is older: the next part of a long thread. */
    before: instant.optional(),
  }),
  response: z.object({
    /** The text that was asked for. */
    text: deskText.omit({ person: true, accountNumber: true, campaign: true }),
    ...person,
    /** Other contact lists that hold the number. */
    otherLists: count,
    /** It is on the do-not-call list. */
    blocked: z.boolean(),
    items: z.array(threadItem),
    /** There is more before the first entry. */
    earlier: z.boolean(),
  }),
});
