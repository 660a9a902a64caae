import { z } from 'zod';
import {
  clientIdInBody,
  clientQuery,
  done,
  idOf,
  idTextOf,
  instant,
  phoneInput,
} from './fields.ts';
import { defineOperation } from './http.ts';

export const doNotCallTexts = {
  unique: 'Phone number restriction must be unique!',
  hint: "By Clicking 'Add Phone' you are automatically saving the number to the do not call list.",
  accountIsCalled: 'The other numbers of its account can still be called.',
  noneFound: "Couldn't find any records.",
  required: 'A phone number is required',
  tenDigits: 'A phone number must have 10 digits',
  areaCode: 'A phone number on the do-not-call list cannot start with 0 or 1',
  reason:
    'This person asked not to be called. Enter why the number may be called again. It is kept on record.',
  /** @param at as `easternTime` writes it */
  askedAgain: (at: string) =>
    `This person asked again not to be called, on ${at}. Nothing was deleted.`,
  noNumber: 'The file has no telephone number. Nothing was added.',
  noFile: 'Select a file.',
  oneFile: 'Select one file at a time.',
  notText: 'The file is not plain text. Save it as CSV (UTF-8) or as text.',
  lineTooLong: (line: number) =>
    `Line ${line} has more than 65,536 characters. A file has one telephone number on each line, or a table.`,
  lineTooWide: (line: number) =>
    `Line ${line} has more than 2,000 columns. Remove the columns that are not needed.`,
  noEdit: 'A number on the list cannot be changed. Delete it and add the right one.',
} as const;

export const doNotCall = z.object({
  id: idOf('do-not-call'),
  clientId: idOf('client'),
  /** Eleven digits with a leading 1. */
  phoneRestriction: z.string(),
  /** 1 = phone number. */
  doNotCallTypeId: z.literal(1),
});
export type DoNotCall = z.infer<typeof doNotCall>;

/** Who put a number on the list: a manager, the person (9 pressed, STOP), the operator. */
export const doNotCallSources = ['manager', 'key', 'text', 'operator'] as const;
export type DoNotCallSource = (typeof doNotCallSources)[number];

/** With where it came from, beyond the documents. */
export const doNotCallEntry = doNotCall.extend({
  source: z.enum(doNotCallSources),
  created: instant,
  /** Who added it, where a manager did and is known. */
  managerName: z.string().optional(),
  /** When the person asked for it last, where the person did: STOP may come more than once. */
  asked: instant.optional(),
});
export type DoNotCallEntry = z.infer<typeof doNotCallEntry>;

/** The person asked for it: only a manager can lift it, with a reason. */
export const askedByPerson = (source: DoNotCallSource) => source === 'key' || source === 'text';
/** Characters of a reason. */
export const longestLiftReason = 500;

/** A number that opted out and that a manager lifted. It is kept for good. */
export const doNotCallLift = z.object({
  id: z.number().int(),
  phoneRestriction: z.string(),
  source: z.enum(doNotCallSources),
  /** When the person asked, and when the number was taken off. */
  blocked: instant,
  lifted: instant,
  managerName: z.string(),
  reason: z.string(),
});
export type DoNotCallLift = z.infer<typeof doNotCallLift>;

const byClient = z.object({ clientId: idTextOf('client') });

export const listDoNotCall = defineOperation({
  name: 'listDoNotCall',
  method: 'GET',
  path: '/api/donotcall',
  summary: 'The whole do-not-call list of the client, streamed.',
  query: clientQuery,
  response: z.array(doNotCall),
});

/** The most entries that one search returns. */
export const mostDoNotCallFound = 5_000;
/** A search stops counting here. */
export const mostDoNotCallCounted = 10_000;

/** By number, by who added it, by when; a leading minus turns the order around. */
export const doNotCallOrders = [
  'phone',
  '-phone',
  'source',
  '-source',
  'created',
  '-created',
] as const;
export type DoNotCallOrder = (typeof doNotCallOrders)[number];

export const searchDoNotCall = defineOperation({
  name: 'searchDoNotCall',
  method: 'GET',
  path: '/api/donotcall',
  when: ['limit'],
  summary: 'Numbers that contain the digits, of one source or all, in an order, and how many.',
  query: clientQuery.extend({
    /** Everything but its digits is ignored; without any it is the whole list. */
    search: z.string().max(100).optional(),
    /** Only those that came from there. */
    source: z.enum(doNotCallSources).optional(),
    /** Over all that match, not only those that are returned; the newest first by default. */
    sort: z.enum(doNotCallOrders).default('-created'),
    limit: z.coerce.number().int().min(1).max(mostDoNotCallFound),
  }),
  response: z.object({
    entries: z.array(doNotCallEntry),
    /** How many match; of a search, counted up to 10,000. */
    total: z.number().int(),
    /** False: there are more than `total`. */
    exact: z.boolean(),
  }),
});

export const addDoNotCall = defineOperation({
  name: 'addDoNotCall',
  method: 'POST',
  idempotent: true,
  path: '/api/donotcall/{clientId}/edit',
  summary: 'Add a number; once this returns, the number is no longer called.',
  params: byClient,
  body: z.object({
    clientId: clientIdInBody,
    id: z.number().int().max(0, doNotCallTexts.noEdit).default(-1),
    doNotCallTypeId: z.literal(1).default(1),
    phoneRestriction: phoneInput,
    /**
     * The person means the account too. For a number that a file had blocked, which is refused without
     * it (409 with an error at `wholeAccount`), and nothing changes.
     */
    wholeAccount: z.boolean().default(false),
  }),
  response: done,
});

/** The most lines without a number that a response names. */
export const mostInvalidLines = 100;

export const uploadDoNotCall = defineOperation({
  name: 'uploadDoNotCall',
  method: 'POST',
  idempotent: true,
  path: '/api/donotcall/{clientId}/upload',
  summary: 'Add the numbers of a file; once this returns, none of them is called.',
  params: byClient,
  multipart: {
    files: 'fileSelect',
    fields: z.object({
      clientId: clientIdInBody,
      /** The header of the column, or its position from 1; the first one that holds a number. */
      column: z.string().max(255).optional(),
    }),
  },
  response: z.object({
    added: z.number().int(),
    /** On the list before, or earlier in the file. */
    alreadyThere: z.number().int(),
    invalid: z.number().int(),
    /** The first of them. */
    invalidLines: z.array(z.object({ line: z.number().int(), value: z.string() })),
  }),
});

export const exportDoNotCall = defineOperation({
  name: 'exportDoNotCall',
  method: 'GET',
  path: '/api/donotcall/export',
  summary: 'The whole do-not-call list as CSV, streamed.',
  query: clientQuery,
  response: { bytes: 'text/csv' },
});

export const deleteDoNotCall = defineOperation({
  name: 'deleteDoNotCall',
  method: 'POST',
  idempotent: true,
  path: '/api/donotcall/{clientId}/delete',
  summary: 'Take a number off the list; contact lists in which it was barred still do not call it.',
  params: byClient,
  body: z.object({
    clientId: clientIdInBody,
    id: idOf('do-not-call'),
    /** Beyond the documents: needed where the person asked for it, by 9 or by text. */
    reason: z.string().max(longestLiftReason).default(''),
    /**
     * As the entry was read. 409 where the person has asked again since: nobody lifts an opt-out
     * that they have not seen. Without it nothing is compared.
     */
    asked: instant.optional(),
  }),
  response: done,
});

/** The most that one operation returns. */
export const mostDoNotCallLifts = 500;

export const listDoNotCallLifts = defineOperation({
  name: 'listDoNotCallLifts',
  method: 'GET',
  path: '/api/donotcall/lifted',
  summary: 'Opted-out numbers that managers took off the list, newest first.',
  query: clientQuery,
  response: z.array(doNotCallLift),
});
