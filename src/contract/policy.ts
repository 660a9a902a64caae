/**
 * Contact policy as data: what the operator switched on for a client, besides its calling hours,
 * cap and least gap. A rule applies to an attempt when its channel, its scope (purpose, campaign)
 * and its place (country, state) name it; null names all. Several rules hold at once, and the
 * strictest wins: no rule makes another one looser, or the law's 8:00 to 21:00.
 */
import { z } from 'zod';
import { changeFields, deletedRecord, versionInput } from './change.ts';
import { clientIdInBody, clientQuery, count, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { refusedNumbers } from './scrub.ts';
import { wholeAboveZero } from './typed-number.ts';

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

/** A federal holiday of the United States (domain/policy/holidays.ts) is also its day of the week. */
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
/** Of a limit or rest, in its unit. */
export const longestLength = 366;
export const longestGapHours = 8_760;
const length = wholeAboveZero({ name: 'length of time', most: longestLength });
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
  most: wholeAboveZero({ name: 'limit', most: 1_000 }),
  counts: z.enum(['attempts', 'conversations']),
  ...{ of, unit, length },
});
export type LimitTerms = z.infer<typeof limitTerms>;

/** At least this many hours between two contacts of any kind. */
const gapTerms = z.object({
  kind: z.literal('gap'),
  of,
  hours: wholeAboveZero({ name: 'number of hours', most: longestGapHours }),
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
export type ConsentTerms = z.infer<typeof consentTerms>;

/**
 * No contact with numbers of the national do-not-call list, and none at all while its newest file is
 * missing or older than this many days.
 */
const listAgeTerms = z.object({
  kind: z.literal('list_age'),
  days: wholeAboveZero({ name: 'age in days', most: 366 }),
});

export type ListAgeTerms = z.infer<typeof listAgeTerms>;

/**
 * No contact with numbers of which a service has answered that they are this (docs/scrub-protocol.md). Without an
 * answer a number is held only if the rule says so.
 */
const scrubTerms = z.object({
  kind: z.literal('scrub'),
  refused: z.enum(refusedNumbers),
  /** A number waits until the question about it has an answer that is not too old. */
  untilChecked: z.boolean(),
});
export type ScrubTerms = z.infer<typeof scrubTerms>;

const policyTerms = z.discriminatedUnion('kind', [
  hoursTerms,
  limitTerms,
  gapTerms,
  restTerms,
  consentTerms,
  listAgeTerms,
  scrubTerms,
]);
export type PolicyTerms = z.infer<typeof policyTerms>;

/** A row of a client's policy. */
export const policyRule = z.object({
  ruleId: idOf('policy-rule'),
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

const provinces = 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' ');

/** Whether a rule is about Canada or one of its provinces and territories alone. */
export const isInCanada = ({ country, state }: Pick<PolicyRule, 'country' | 'state'>) =>
  state === null ? country === 'CA' : provinces.includes(state.toUpperCase());

export const policyTexts = {
  state: 'This is not a state, territory or province that has hours and rules of its own.',
  country: 'Choose the United States, Canada or any country.',
  elsewhere: 'This state is not in that country.',
  rule: 'This rule does not exist any more.',
  hours: 'Give both times, or neither for no contact on those days.',
  order: 'The hours end before they begin.',
  holidays:
    'Holidays are federal holidays of the United States. Enter those of Canada as closures by date.',
  dates: 'The last day is before the first one.',
  campaign: 'This campaign does not exist any more.',
  preset: 'There is no preset of this name.',
  ofPreset:
    'This rule came with a preset. Switch the preset off, or write a rule of your own beside it.',
  unsettled:
    'The policy is saved and holds, but calls and texts taken before it may still go out. Save again to find out.',
} as const;

export const listedPolicyRule = policyRule.extend({
  /** Null when the rule is about every campaign. */
  campaignName: z.string().nullable(),
  ...changeFields,
});
export type ListedPolicyRule = z.infer<typeof listedPolicyRule>;

/** Rules of law that can be switched on; none is legal advice. */
const preset = z.object({
  code: z.string(),
  name: z.string(),
  /** What its rules say, written out. */
  meaning: z.string(),
  source: z.string(),
  /** The day on which the source was looked up. */
  sourceDate: z.string(),
  /** Public addresses where it was looked up. */
  seen: z.array(z.string()),
  /** Where they differ; null: they agree. */
  differs: z.string().nullable(),
  /** The law is about recorded calls alone; its rules hold every call of such campaigns. */
  recorded: z.boolean(),
  /** Its rules are rows of the client's policy. */
  on: z.boolean(),
  rules: z.array(policyRule.omit({ ruleId: true })),
});
export type PolicyPreset = z.infer<typeof preset>;

const policy = z.object({
  /** What a new campaign is for, unless it says so itself. */
  purpose: z.enum(purposes),
  rules: z.array(listedPolicyRule),
  presets: z.array(preset),
});
export type Policy = z.infer<typeof policy>;

export const readPolicy = defineOperation({
  name: 'readPolicy',
  method: 'GET',
  path: '/api/policy',
  summary: 'The contact policy of the client, and the presets that can be switched on.',
  query: clientQuery,
  response: policy,
});

/** Where hours forbid contact, the next time that they allow it is looked for in so many days. */
export const hoursLookedAheadDays = 14;

/** Numbers of one list that a rule holds now; one that several rules hold counts for each of them. */
const cost = z.object({
  ruleId: idOf('policy-rule'),
  campaignId: idOf('campaign'),
  campaignName: z.string(),
  callListId: idOf('call-list'),
  callListName: z.string(),
  count: count.positive(),
  /**
   * When the rule alone would let the first of them go, and the last; of hours, as far as is looked
   * ahead; null: nobody knows (consent, the national do-not-call list, a scrub).
   */
  first: instant.nullable(),
  last: instant.nullable(),
});
export type PolicyCost = z.infer<typeof cost>;

export const readPolicyCosts = defineOperation({
  name: 'readPolicyCosts',
  method: 'GET',
  path: '/api/policy/costs',
  summary: 'How many waiting numbers each rule holds now, by list.',
  query: clientQuery,
  response: z.object({
    at: instant,
    /** More contacts than are counted at once: the figures are the least that it can be. */
    atLeast: z.boolean(),
    costs: z.array(cost),
  }),
});

const input = policyRule
  .omit({ ruleId: true, preset: true })
  .extend({
    clientId: clientIdInBody,
    source: z.string().trim().max(500).nullable(),
    sourceDate: day.nullable(),
    ...versionInput,
  })
  .superRefine(({ terms, country, state }, context) => {
    const wrong = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (country !== null && country !== 'US' && country !== 'CA') {
      wrong(['country'], policyTexts.country);
    }
    if (terms.kind !== 'hours') return;
    const { days, open, close, from, until } = terms;
    if (days.includes('holiday') && isInCanada({ country, state })) {
      wrong(['terms', 'days'], policyTexts.holidays);
    }
    if ((open === null) !== (close === null)) wrong(['terms', 'close'], policyTexts.hours);
    if (open !== null && close !== null && open >= close) {
      wrong(['terms', 'close'], policyTexts.order);
    }
    if (from !== null && until !== null && from > until) {
      wrong(['terms', 'until'], policyTexts.dates);
    }
  });
export type PolicyRuleInput = z.infer<typeof input>;

export const editPolicyRule = defineOperation({
  name: 'editPolicyRule',
  method: 'POST',
  path: '/api/policy/rule/{id}/edit',
  idempotent: true,
  summary:
    'Save a rule of the contact policy; id 0 creates one. It holds from the response on: what was taken before it has been submitted.',
  params: z.object({ id: idTextOf('policy-rule') }),
  body: input,
  response: policy,
});

export const deletePolicyRule = defineOperation({
  name: 'deletePolicyRule',
  method: 'POST',
  path: '/api/policy/rule/{id}/delete',
  idempotent: true,
  summary: 'Delete a rule of the contact policy.',
  params: z.object({ id: idTextOf('policy-rule') }),
  body: deletedRecord('ruleId', 'policy-rule'),
  response: policy,
});

export const switchPolicyPreset = defineOperation({
  name: 'switchPolicyPreset',
  method: 'POST',
  path: '/api/policy/preset/{code}',
  idempotent: true,
  summary: 'Switch a preset of the contact policy on or off.',
  params: z.object({ code: z.string().max(60) }),
  body: z.object({ clientId: clientIdInBody, on: z.boolean() }),
  response: policy,
});

export const setPolicyPurpose = defineOperation({
  name: 'setPolicyPurpose',
  method: 'POST',
  path: '/api/policy/purpose',
  idempotent: true,
  summary: 'Set what new campaigns are for, unless they say so themselves.',
  body: z.object({ clientId: clientIdInBody, purpose: z.enum(purposes) }),
  response: policy,
});
