/**
 * How many of a campaign's numbers are called, callable now, waiting or barred; the parts add up.
 */
import { z } from 'zod';
import { clientQuery, count, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { policyRule } from './policy.ts';
import { storedReason } from './reason.ts';

/**
 * What numbers wait for: their calling hours, a manager's decision on a text of theirs that may be
 * an opt-out, consent, the end of another call to them or to another number of their account, the client's
 * cap on attempts to one number, its minimum gap between two attempts, its contact policy, a carrier
 * at capacity, the time of a follow-up, the campaign's start.
 */
export const waitingReasons = [
  'calling_hours',
  'undecided_text',
  'no_consent',
  'in_call',
  'account_in_call',
  'attempt_cap',
  'least_gap',
  'contact_policy',
  'carrier_busy',
  'follow_up',
  'campaign_stopped',
] as const;
export type WaitingReason = (typeof waitingReasons)[number];

/**
 * Why numbers are never called: blocked, 9 pressed, STOP texted, a number that the client may not
 * call (premium, toll-free, another country's), another number of the account asked to stop, a
 * person answered at another one, a follow-up that somebody ended or whose person wrote back, not reached before the list closed.
 */
export const barringReasons = [
  'do_not_call',
  'opt_out_key',
  'opt_out_text',
  'number_not_dialed',
  'account_stop',
  'already_reached',
  'follow_up_ended',
  'list_closed',
] as const;
export type BarringReason = (typeof barringReasons)[number];

export const waitingPart = z.object({
  reason: z.enum(waitingReasons),
  /** IANA zone whose opening they wait for: the last of the number's zones to open. Else null. */
  zone: z.string().nullable(),
  /** The wall time `HH:mm` of that opening in that zone. */
  opens: z.string().nullable(),
  count: count.positive(),
  /**
   * When the first and the last of them may be called; null if unknown. For those that wait
   * for the cap: when the cap ends, regardless of their calling hours.
   */
  first: instant.nullable(),
  last: instant.nullable(),
});
export type WaitingPart = z.infer<typeof waitingPart>;

export const campaignFunnel = z.object({
  campaignId: idOf('campaign'),
  /** The instant at which all of it was true, on the platform's clock. */
  at: instant,
  /** Contact lists that were loaded, closed ones too. */
  lists: count,
  /**
   * Numbers of all lists with their follow-ups: the sum of called, inProgress, callableNow, waiting
   * and barred.
   */
  loaded: count,
  /** Of `loaded`: follow-ups, each a number that is called or texted once more. */
  followUps: count,
  /** Calls or texts that ended. */
  called: count,
  /** Calls in progress, texts without a receipt. */
  inProgress: count,
  /** The gate would let them through at `at`: the campaign runs and their hours are open. */
  callableNow: count,
  waiting: z.array(waitingPart),
  /** Why nothing is called or texted, whatever the numbers are; absent: nothing holds all of them. */
  held: storedReason.optional(),
  /**
   * Of those that wait for hours: how many a rule closes for whole days, such as an order; until the last of them may
   * be called, null if not within the 14 days that are looked ahead. Absent: none.
   */
  closed: z
    .array(z.object({ rule: policyRule, count: count.positive(), until: instant.nullable() }))
    .optional(),
  /**
   * More numbers with contacts than are judged at once (50,000): the contact policy holds at least as many as
   * `waiting` says, and no more than `callableNow` can be called. Absent: the figures are exact.
   */
  policyAtLeast: z.literal(true).optional(),
  /** The client's cap on what the campaign makes, calls or texts; null without one. */
  cap: z.object({ most: count.positive(), days: count.positive() }).nullable(),
  barred: z.array(z.object({ reason: z.enum(barringReasons), count: count.positive() })),
  /** Numbers of the files that were not loaded, by the sentence that says why; not in `loaded`. */
  leftOut: z.array(
    z.object({ reason: z.string(), reasonCode: storedReason, count: count.positive() }),
  ),
});
export type CampaignFunnel = z.infer<typeof campaignFunnel>;

/**
 * A funnel is recomputed after this many milliseconds at the earliest, and no sooner than after
 * twenty times as long as the last computation took: a list of a million numbers costs at most a
 * twentieth of a core, however many people watch.
 */
export const funnelAge = { shortest: 1_000, longest: 30_000, timesItsWork: 20 } as const;

export const readCampaignFunnel = defineOperation({
  name: 'readCampaignFunnel',
  method: 'GET',
  path: '/api/campaign/{id}/funnel',
  summary: 'The state of the numbers of a campaign of any type, as of `at`.',
  params: z.object({ id: idTextOf('campaign') }),
  query: clientQuery,
  response: campaignFunnel,
});
