/**
 * The numbers behind a figure of a campaign's funnel: as many as the figure says at the same
 * instant, each with the gate's verdict.
 */
import { z } from 'zod';
import { clientQuery, idOf, idTextOf, instant } from './fields.ts';
import { scheduleChanges } from './forecast.ts';
import { defineOperation } from './http.ts';
import { entryVerdict } from './number.ts';
import { storedReason } from './reason.ts';

/**
 * A part of the funnel; `all` is every loaded number, `remaining` those not called or texted,
 * `barred_for_good` those that a campaign's stats count as `dncCount`, `policy_rule` those that a rule of the
 * contact policy holds, as `GET /api/policy/costs` counts them, `never` those that its forecast
 * says are never called within the schedule, for a `reason`.
 */
export const numberParts = [
  'all',
  'remaining',
  'called',
  'in_progress',
  'callable',
  'waiting',
  'barred',
  'barred_for_good',
  'left_out',
  'policy_rule',
  'never',
] as const;
export type NumberPart = (typeof numberParts)[number];

export const callResults = [
  'person',
  'machine',
  'no_answer',
  'busy',
  'failed',
  'unknown',
  'delivered',
] as const;

export const campaignNumber = z.object({
  callListId: idOf('call-list'),
  callListName: z.string(),
  /** Of its list; 0 for a number that was left out of it. */
  entryId: z.number().int().nonnegative(),
  /** 11 digits; of a number that was left out, the value as the file had it. */
  phone: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Line and column of the file that was uploaded; the column is '' where it was not kept. */
  line: z.number().int(),
  column: z.string(),
  /** Null of a number that was left out. */
  verdict: entryVerdict.nullable(),
  /** When it was called or texted; null for never. */
  attemptedAt: instant.nullable(),
  /** Why it was not loaded, as a sentence and as a code. */
  leftOut: z.object({ reason: z.string(), reasonCode: storedReason }).nullable(),
});
export type CampaignNumber = z.infer<typeof campaignNumber>;

export const numbersPage = 100;

/** `list`: in the order of the lists and their files. */
export const numberSorts = ['list', 'phone', 'name'] as const;
export type NumberSort = (typeof numberSorts)[number];

/** Which numbers: those of one figure. */
const figureQuery = clientQuery.extend({
  part: z.enum(numberParts).default('all'),
  /** Of `waiting`, `barred`, `left_out` and `never`: the code of one reason, as the funnel has it. */
  reason: z.string().max(60).optional(),
  /**
   * Of `waiting`: one part of the funnel, by its zone ('' for none; several with commas) and its `HH:mm`.
   */
  zone: z.string().max(600).optional(),
  opens: z
    .string()
    .regex(/^\d{2}:\d{2}$/)
    .optional(),
  /** Of `called`: one result. */
  result: z.enum(callResults).optional(),
  /** Of `policy_rule`: the rule, and one list of the campaign; all of them without it. */
  ruleId: z.coerce.number().int().optional(),
  callListId: z.coerce.number().int().optional(),
  /** Of `never`: as in the forecast that was asked for with the same changes. */
  ...scheduleChanges,
  /** Digits of the number, or words of the name. */
  search: z.string().trim().max(200).default(''),
  /** The instant of the first page, so that later pages are judged at the same one. */
  at: instant.optional(),
});

export const listCampaignNumbers = defineOperation({
  name: 'listCampaignNumbers',
  method: 'GET',
  path: '/api/campaign/{id}/numbers',
  summary:
    'The numbers of a part of the funnel, searched and sorted over all of them, 100 at a time.',
  params: z.object({ id: idTextOf('campaign') }),
  query: figureQuery.extend({
    sort: z.enum(numberSorts).default('list'),
    /** Of `phone` and `name`. */
    order: z.enum(['asc', 'desc']).default('asc'),
    /** `next` of the page before. */
    after: z.string().max(60).optional(),
  }),
  response: z.object({
    campaignId: idOf('campaign'),
    /** The instant of the verdicts. */
    at: instant,
    /** How many numbers of the part the search finds; on the first page only, else null. */
    total: z.number().int().nonnegative().nullable(),
    numbers: z.array(campaignNumber),
    /** Null on the last page. */
    next: z.string().nullable(),
  }),
});

export const downloadCampaignNumbers = defineOperation({
  name: 'downloadCampaignNumbers',
  method: 'GET',
  path: '/api/campaign/{id}/numbers/file',
  summary: 'The same numbers as CSV, all of them, judged at one instant.',
  params: z.object({ id: idTextOf('campaign') }),
  query: figureQuery,
  response: { bytes: 'text/csv' },
});
