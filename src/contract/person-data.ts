/** What is kept about a person, by number: shown, handed out as one file, or erased (decision 073). */
import { z } from 'zod';
import { clientIdInBody, idTextOf, instant, phoneInput } from './fields.ts';
import { defineOperation } from './http.ts';

/** Where a number may be, in the order of the screen. */
export const personPlaces = [
  'entries',
  'accountNumbers',
  'calls',
  'attempts',
  'textsSent',
  'textsReceived',
  'autoReplies',
  'receipts',
  'rejectedRows',
  'reports',
  'savedFilters',
  'recordings',
  'doNotCall',
  'scrubAnswers',
  'lifts',
  'audit',
  'mentions',
] as const;
export type PersonPlace = (typeof personPlaces)[number];

/** Rows of one place that a screen shows; the file has all. */
export const mostPersonRows = 100;

/** A custom field of an entry is a field of its row: this, and the name that the client gave it. */
export const customPrefix = 'custom.';

/** Field by field, as text; what a place does not have is left out. */
const personRow = z.record(z.string(), z.string());
export type PersonRow = z.infer<typeof personRow>;

const placeData = z.object({
  place: z.enum(personPlaces),
  total: z.number().int(),
  rows: z.array(personRow),
});
export type PlaceData = z.infer<typeof placeData>;

export const personReceipt = z.object({
  at: instant,
  /** The manager's name; absent for the operator. */
  by: z.string().optional(),
  /** The do-not-call entry was kept as a keyed hash. */
  hashed: z.boolean(),
  /** Rows erased in each place. */
  counts: z.partialRecord(z.enum(personPlaces), z.number().int()),
});
export type PersonReceipt = z.infer<typeof personReceipt>;

export const personData = z.object({
  places: z.array(placeData),
  /** Other numbers of the same accounts: an erasure of this number leaves them. */
  otherNumbers: z.array(z.string()),
  /** Earlier erasures of this number. */
  receipts: z.array(personReceipt),
});
export type PersonData = z.infer<typeof personData>;

export const personTexts = {
  number: 'Enter a number of 10 digits.',
  again: 'Enter the same number once more.',
  none: 'Nothing is kept about this number.',
  inFlight: 'A call or text to this number is in progress. Erase it when that has ended.',
  receiptDue:
    "A text to this number waits for its carrier's receipt. Erase the number when it has come.",
  own: "This is one of the client's own numbers, not a person's.",
  recording: 'A message is being recorded by telephone at this number. Erase it afterwards.',
  uploading: 'A contact file is being loaded, which may hold this number. Try again afterwards.',
  reusing: 'A contact list is being reused, which may hold this number. Try again afterwards.',
  exporting: 'A report is being exported, which may hold this number. Try again afterwards.',
  fullSsn: 'You may not export full SSNs.',
} as const;

const byClient = z.object({ clientId: idTextOf('client') });
const ofNumber = z.object({ clientId: clientIdInBody, phone: phoneInput });

export const showPerson = defineOperation({
  name: 'showPerson',
  method: 'POST',
  idempotent: false,
  path: '/api/person/{clientId}/show',
  summary: 'Everything that is kept about a number. A POST, so that no log has it in an address.',
  params: byClient,
  body: ofNumber,
  response: personData,
});

export const exportPerson = defineOperation({
  name: 'exportPerson',
  method: 'POST',
  idempotent: false,
  path: '/api/person/{clientId}/export',
  summary: 'The same as one JSON file, complete, with sounds in base64.',
  params: byClient,
  body: ofNumber.extend({ fullSsn: z.boolean().default(false) }),
  response: { bytes: 'application/json' },
});

export const erasePerson = defineOperation({
  name: 'erasePerson',
  method: 'POST',
  idempotent: true,
  path: '/api/person/{clientId}/erase',
  summary: 'Erase a number everywhere. It stays on the do-not-call list, as a keyed hash if asked.',
  params: byClient,
  body: ofNumber.extend({
    /** Typed again, so that nobody erases another one by mistake. */
    again: phoneInput,
    hashDoNotCall: z.boolean().default(true),
  }),
  response: personReceipt,
});
