/**
 * Contact policy as data: what the operator switched on for a client, besides its calling hours,
 * cap and least gap. A rule applies to an attempt when its channel, its scope (purpose, campaign)
 * and its place (country, state) name it; null names all. Several rules hold at once, and the
 * strictest wins: no rule makes another one looser, or the law's 8:00 to 21:00.
 */

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

/** A federal holiday (holidays.ts) is also its day of the week. */
export const policyDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun', 'holiday'] as const;
export type PolicyDay = (typeof policyDays)[number];

/** What a limit, a gap or a rest is counted for. */
export const contactSubjects = ['number', 'account', 'external_id', 'person'] as const;
export type ContactSubject = (typeof contactSubjects)[number];

/**
 * On these days contact is allowed from `open` to before `close` (`HH:mm`, `24:00` is the end of
 * the day), by every clock that the number may have.
 */
export interface HoursTerms {
  kind: 'hours';
  days: PolicyDay[];
  /** Null, as `close` is then: no contact on those days. */
  open: string | null;
  close: string | null;
  /** Local calendar days (`YYYY-MM-DD`), inclusive; null: always. */
  from: string | null;
  until: string | null;
}

/** At most `most` within `length` units that end at the attempt. */
export interface LimitTerms {
  kind: 'limit';
  most: number;
  counts: 'attempts' | 'conversations';
  of: ContactSubject;
  /** `days` are 24 hours each; `calendar_days` begin at the person's local midnight. */
  unit: 'hours' | 'days' | 'calendar_days';
  length: number;
}

/** At least this many hours between two contacts of any kind. */
export interface GapTerms {
  kind: 'gap';
  of: ContactSubject;
  hours: number;
}

/** No contact for this long after a conversation. */
export interface RestTerms {
  kind: 'rest';
  of: ContactSubject;
  unit: 'hours' | 'days' | 'calendar_days';
  length: number;
}

/** No contact without consent of this kind or a stronger one: any, express, written. */
export interface ConsentTerms {
  kind: 'consent';
  consent: 'any' | 'express' | 'written';
}

/** No contact while the do-not-call file of the place is older than this many days. */
export interface ListAgeTerms {
  kind: 'list_age';
  days: number;
}

export type PolicyTerms =
  | HoursTerms
  | LimitTerms
  | GapTerms
  | RestTerms
  | ConsentTerms
  | ListAgeTerms;

/** A row of a client's policy. */
export interface PolicyRule {
  ruleId: number;
  /** Null: any. So are the three below. */
  purpose: Purpose | null;
  campaignId: number | null;
  /** `US` (its territories included) or `CA`. */
  country: string | null;
  /** Two letters. A number that may be in several states keeps the rules of each. */
  state: string | null;
  channel: PolicyChannel;
  terms: PolicyTerms;
  /** The code of the preset that it came from; null: the operator wrote it. */
  preset: string | null;
  /** Where it is written: a citation, or the words of the operator. */
  source: string | null;
  /** When the source was looked up, `YYYY-MM-DD`. */
  sourceDate: string | null;
}
