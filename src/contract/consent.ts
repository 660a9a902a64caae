/**
 * Consent to be called and texted: of an account, as its file says it, or of a whole list. What
 * the contact policy asks for is in contract/policy.ts; docs/decisions/087-consent.md.
 */
import { z } from 'zod';

/** The weakest first: a stronger one is also each before it. `given`: nobody said of which kind. */
export const consentKinds = ['given', 'express', 'written'] as const;
export type ConsentKind = (typeof consentKinds)[number];

/**
 * What an account's own column says; null or absent for an empty one. A refusal, and what nobody
 * understands, are no consent, and the list's does not hold for them.
 */
export const ownConsents = [...consentKinds, 'refused', 'unclear'] as const;
export type OwnConsent = (typeof ownConsents)[number];

export const consentTexts = {
  date: 'Use a date such as 2026-12-24.',
  time: 'Use a time such as 14:30.',
  source: 'The source can have at most 255 characters.',
  words: 'The words can have at most 1,000 characters.',
  timeAlone: 'Enter the date of this time.',
  future: 'Enter the date on which consent was given: this one is still to come.',
} as const;

/** Of all accounts of a list that have no word of their own. */
export const listConsent = z
  .object({
    kind: z.enum(consentKinds),
    /** Where it was given: "web form", "signed contract". */
    source: z.string().trim().max(255, consentTexts.source),
    /** `YYYY-MM-DD`; '' for none. */
    date: z.iso.date(consentTexts.date).or(z.literal('')),
    /** Of that day, Eastern, `HH:MM`; absent: only the day is known. */
    time: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, consentTexts.time)
      .optional(),
    /** What the persons agreed to, word for word. */
    words: z.string().trim().max(1_000, consentTexts.words),
  })
  .refine(({ date, time }) => time === undefined || date !== '', {
    path: ['date'],
    message: consentTexts.timeAlone,
  });
export type ListConsent = z.infer<typeof listConsent>;

/** The consent of one account, as stored with its entries. */
export interface AccountConsent {
  kind: OwnConsent;
  source?: string;
  /** As the file says it, with its time if it has one. */
  date?: string;
  words?: string;
}

/**
 * Mapping targets beside the account fields. Their ids are negative: 0 is the phones', 1 to 11 are the
 * fixed fields', and custom fields follow.
 */
export const consentFields = [
  { id: -1, key: 'kind', label: 'Consent', size: 255 },
  { id: -2, key: 'source', label: 'Consent Source', size: 255 },
  { id: -3, key: 'date', label: 'Consent Date', size: 255 },
  { id: -4, key: 'words', label: 'Consent Words', size: 1_000 },
] as const;
export type ConsentPart = (typeof consentFields)[number]['key'];
export const leastMappingId = -consentFields.length;
