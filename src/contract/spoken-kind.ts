/** How the values of an account field are said. */
import { z } from 'zod';
import { clientIdInBody, clientQuery, done } from './fields.ts';
import { defineOperation } from './http.ts';

/** `words`: as they are written. A value that is not of its field's kind is said as it is written, too. */
export const spokenKinds = [
  'words',
  'date',
  'money',
  'number',
  'phone',
  'zip',
  'state',
  'time',
  'digits',
  'letters',
  'name',
] as const;

export const spokenKind = z.enum(spokenKinds);
export type SpokenKind = z.infer<typeof spokenKind>;

/** As a person chooses it, with an example that says what it means. */
export const spokenKindNames: Readonly<Record<SpokenKind, { name: string; example: string }>> = {
  words: { name: 'As written', example: '"Red door" is said as it is written' },
  date: { name: 'Date', example: '06/18/1994 is "June eighteenth, nineteen ninety-four"' },
  money: {
    name: 'Amount of money',
    example: '509.24 is "five hundred nine dollars and twenty-four cents"',
  },
  number: { name: 'Number', example: '1,204 is "one thousand two hundred four"' },
  phone: {
    name: 'Phone number',
    example: '(302) 555-0148 is said digit by digit, in three groups',
  },
  zip: { name: 'Zip code', example: '63101 is "six three one zero one"' },
  state: { name: 'State', example: 'MO is "Missouri"' },
  time: { name: 'Time of day', example: '14:30 is "two thirty P M"' },
  digits: { name: 'Digit by digit', example: '48213 is "four eight two one three"' },
  letters: { name: 'Letter by letter', example: 'AB-12 is "A, B, dash, 1, 2"' },
  name: { name: 'Name', example: 'SMITH JR is "Smith Junior"' },
};

export const spokenKindTexts = {
  masked: 'Calls speak only what the mask of this field leaves, always in the same way.',
} as const;

const fieldIdText = z.object({ fieldId: z.coerce.number().int().min(1).max(100_000) });

export const fieldSpokenKind = z.object({
  /** Mapping id. */
  id: z.number().int(),
  /** How calls and previews say its values now. */
  spokenKind,
  /** As the platform guesses it, from the field's name or from a contact list. */
  guess: spokenKind,
  /** A manager chose it. */
  chosen: z.boolean(),
});
export type FieldSpokenKind = z.infer<typeof fieldSpokenKind>;

/** Beyond the documents. */
export const listSpokenKinds = defineOperation({
  name: 'listSpokenKinds',
  method: 'GET',
  path: '/api/ttsfield/kind',
  summary: 'How the values of each account field are said, by mapping id.',
  query: clientQuery,
  response: z.array(fieldSpokenKind),
});

/** Beyond the documents: for every message, from the next value that is spoken. */
export const setSpokenKind = defineOperation({
  name: 'setSpokenKind',
  method: 'POST',
  idempotent: true,
  path: '/api/ttsfield/{fieldId}/kind',
  summary: "Choose how an account field's values are said; null returns to the guess.",
  params: fieldIdText,
  body: z.object({ clientId: clientIdInBody, spokenKind: spokenKind.nullable() }),
  response: done,
});
