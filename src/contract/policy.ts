/**
 * Contact policy as data: what the operator switched on for a client, besides its calling hours,
 * cap and least gap. A rule applies to an attempt when its channel, its scope (purpose, campaign)
 * and its place (country, state) name it; null names all. Several rules hold at once, and the
 * strictest wins: no rule makes another one looser, or the law's 8:00 to 21:00.
 */
import { z } from 'zod';
import { count, idOf } from './fields.ts';

/** What a campaign is for. */
export const purposes = [
  'sales',
  'informational',
  'collections',
  'political',
  'non_profit',
  'emergency',
] as const;
export type Purpose = (typeof purposes)[number];

/** `any`: calls and texts; a limit counts them together. */
export const policyChannels = ['call', 'text', 'any'] as const;
export type PolicyChannel = (typeof policyChannels)[number];

/** A federal holiday (domain/policy/holidays.ts) is also its day of the week. */
export const policyDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const;
export type PolicyDay = (typeof policyDays)[number];

/** What a limit, a gap or a rest is counted for. */
export const contactSubjects = ['number', 'account', 'external_id', 'person'] as const;
export type ContactSubject = (typeof contactSubjects)[number];

const wallTime = z
  .string()
  .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Use a time such as 09:00.');
const day = z.iso.date('Use a date such as 2026-12-24.');
/** `days` are 24 hours each; `calendar_days` begin at the person's local midnight. */
const unit = z.enum(['hours', 'days', 'calendar_days']);
const length = z.number().int().min(1).max(366);
const of = z.enum(contactSubjects);

/**
 * On these days contact is allowed from `open` to before `close` (`HH:mm`, `24:00` is the end of
 * the day), by every clock that the number may have.
 */
const hoursTerms = z.object({
  kind: z.literal('hours'),
  days: z.array(z.enum(policyDays)).min(1, 'Choose at least one day.'),
  /** Null, as `close` is then: no contact on those days. */
  open: wallTime.nullable(),
  close: wallTime.nullable(),
  /** Local calendar days (`YYYY-MM-DD`), inclusive; null: always. */
  from: day.nullable(),
  until: day.nullable(),
});
export type HoursTerms = z.infer<typeof hoursTerms>;

/** At most `most` within `length` units that end at the attempt. */
const limitTerms = z.object({
  kind: z.literal('limit'),
  most: z.number().int().min(1).max(1_000),
  counts: z.enum(['attempts', 'conversations']),
  ...{ of, unit, length },
});
export type LimitTerms = z.infer<typeof limitTerms>;

/** At least this many hours between two contacts of any kind. */
const gapTerms = z.object({
  kind: z.literal('gap'),
  of,
  hours: z.number().int().min(1).max(8_760),
});
export type GapTerms = z.infer<typeof gapTerms>;

/** No contact for this long after a conversation. */
const restTerms = z.object({ kind: z.literal('rest'), of, unit, length });
export type RestTerms = z.infer<typeof restTerms>;

/** No contact without consent of this kind or a stronger one: any, express, written. */
const consentTerms = z.object({
  kind: z.literal('consent'),
  consent: z.enum(['any', 'express', 'written']),
});

/** No contact while the do-not-call file of the place is older than this many days. */
const listAgeTerms = z.object({
  kind: z.literal('list_age'),
  days: z.number().int().min(1).max(366),
});

const policyTerms = z.discriminatedUnion('kind', [
  hoursTerms,
  limitTerms,
  gapTerms,
  restTerms,
  consentTerms,
  listAgeTerms,
]);
export type PolicyTerms = z.infer<typeof policyTerms>;

/** A row of a client's policy. */
export const policyRule = z.object({
  ruleId: count,
  /** Null: any. So are the three below. */
  purpose: z.enum(purposes).nullable(),
  campaignId: idOf('campaign').nullable(),
  /** `US` (its territories included) or `CA`. */
  country: z.string().nullable(),
  /** Two letters. A number that may be in several states keeps the rules of each. */
  state: z.string().nullable(),
  channel: z.enum(policyChannels),
  terms: policyTerms,
  /** The code of the preset that it came from; null: the operator wrote it. */
  preset: z.string().nullable(),
  /** Where it is written: a citation, or the words of the operator. */
  source: z.string().nullable(),
  /** When the source was looked up, `YYYY-MM-DD`. */
  sourceDate: z.string().nullable(),
});
export type PolicyRule = z.infer<typeof policyRule>;
