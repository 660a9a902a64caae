/** How a campaign will go, before it is started or while it runs: played ahead in virtual time. */
import { z } from 'zod';
import { mostAgents } from './agents.ts';
import { barringReasons, waitingReasons } from './campaign-funnel.ts';
import { clientIdInBody, clientQuery, count, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';
import { maxTextPerMinute } from './text-campaign.ts';
import { wholeAboveZero } from './typed-number.ts';
import { maxCallsPerMinute } from './voice-campaign.ts';

/** One run in ten lies below `p10`, half below `p50`, nine in ten below `p90`. */
const instants = z.object({
  p10: instant.nullable(),
  p50: instant.nullable(),
  p90: instant.nullable(),
});
const number = z.number().nullable();
const spread = z.object({ p10: number, p50: number, p90: number });
export type ForecastSpread = z.infer<typeof spread>;

/**
 * What limits the forecast. `no_history`: the client has called or texted too little, so that the usual
 * profile counts most. `list_loading`: numbers of a list that is still being loaded are not in it.
 * `cannot_start`: a start is refused now (`refusal`), and for no reason that another doubt says. `rate_zero`, `no_agents`, `no_texting_number`: nothing is ever called or
 * texted. `no_numbers`: nobody is left. `no_run`: it is
 * not started, neither now nor by itself. `registry_outdated`: the national do-not-call list is too old for it.
 * `not_in_time`: not all are called or texted within two weeks. `stop_first`: nor before its last stop, after
 * which nothing starts it again. `shared_number`: other running campaigns of the client send from the same
 * texting number, which gives each its turn.
 * `shared_limit`: other running campaigns of the client use up the same daily limits; they are taken to run on
 * at their pace. `shared_carrier`: the same for the pace of the carrier, also of other clients (`shares`).
 * `shared_contacts`: the contact policy counts follow-ups together with a person's other numbers, and the forecast
 * counts them apart. `shared_order`: it counts a person's numbers together, and they are not all free at the same time, or
 * persons of whom some were contacted have different numbers of them left; which comes first shows only in the run. `earlier_contacts`: limits or the cap count earlier contacts of some numbers, too, for which the
 * forecast's follow-ups do not wait.
 */
export const forecastDoubts = [
  'no_history',
  'list_loading',
  'cannot_start',
  'rate_zero',
  'no_agents',
  'no_texting_number',
  'no_numbers',
  'no_run',
  'registry_outdated',
  'not_in_time',
  'stop_first',
  'shared_number',
  'shared_limit',
  'shared_carrier',
  'shared_contacts',
  'shared_order',
  'earlier_contacts',
] as const;
export type ForecastDoubt = (typeof forecastDoubts)[number];

/** `registry_outdated`: nothing goes out until there is a newer national do-not-call list. */
export const neverReasons = [...barringReasons, ...waitingReasons, 'registry_outdated'] as const;
export type NeverReason = (typeof neverReasons)[number];

export const campaignForecast = z.object({
  campaignId: idOf('campaign'),
  /** What it was made from was read at this instant of the platform's clock. */
  at: instant,
  /** The same seed and the same numbers give the same forecast. */
  seed: z.string(),
  /** When it starts; null: not at all. */
  start: instant.nullable(),
  /** When the last call has ended, or the last text is sent; null: not within two weeks, not before its last stop, or nobody is called. */
  finish: instants,
  /** In this share of the runs, 0 to 1. */
  finishes: z.number(),
  /** Calls or texts, those of follow-ups included. */
  attempts: spread,
  /** Calls that a person answered, and a machine. */
  persons: spread,
  machines: spread,
  /** Texts. */
  delivered: spread,
  segments: spread,
  /** Calls in which the key was pressed. */
  key1: spread,
  key9: spread,
  /** By key 9 or by text. */
  optOuts: spread,
  /** Dollars, of calls; all null of texts, which have no price: a carrier bills `segments`. */
  cost: spread,
  /** Numbers that wait at the next automatic stop; null without one. */
  waitingAtStop: spread,
  /** Of a Linkback: of persons who answer, those abandoned by the client's rule, else those who ask for an agent and get none; 0 to 1. */
  abandonment: spread,
  /** The share of the agents' time in which they are in no customer's call, 0 to 1: who waits on the line is idle. */
  idle: spread,
  /** Numbers that may be called or texted within the schedule. */
  reachable: count,
  /** Those that never are, by reason, the most first. */
  neverCallable: z.array(z.object({ reason: z.enum(neverReasons), count: count.positive() })),
  /**
   * More numbers may never be: not all that the contact policy holds were judged, or the stop falls into
   * the quarter of an hour in which the attempt cap lets go of some.
   */
  neverAtLeast: z.boolean(),
  doubts: z.array(z.enum(forecastDoubts)),
  /**
   * Why a start of the campaign as it is saved is refused now, which `checkStart` says as a sentence; null: it is not,
   * or it runs. `start` and `finish` are null where the campaign lacks a message, a number, or what a check asks for, but
   * not where it waits for another person's start or for its carrier, and `start` not where it lacks numbers to contact.
   */
  refusal: storedReason.nullable(),
  /** What it has in common with other running campaigns. */
  shares: z.object({
    /** The client's others of the channel. */
    campaigns: count,
    /** Other clients use the carrier, too. */
    otherClients: z.boolean(),
    /** Calls, or texts, that the carrier takes a second; null: no limit that is known. */
    perSecond: z.number().nullable(),
  }),
  /** Attempts of the client from which its shares come. */
  known: count,
  /** The half hours of `zones` count from here: when the run begins; `at` if it runs, or never does. */
  zonesFrom: instant,
  /**
   * The 24 hours from `zonesFrom` on by zone, the most numbers first; empty where the run begins later than within
   * two weeks.
   */
  zones: z.array(
    z.object({
      /** IANA zone where its persons most likely live. */
      zone: z.string(),
      count,
      /** When most of them may be called or texted. */
      hours: z.array(z.object({ from: instant, until: instant })),
      /** Attempts in each half hour from `zonesFrom` on, on average. */
      attempts: z.array(z.number()),
    }),
  ),
});
export type CampaignForecast = z.infer<typeof campaignForecast>;

const wallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 09:00.');

/** Of what is changed, all that decides who is never called. */
export const scheduleChanges = {
  /** When it is started; absent: by itself, else now. */
  start: instant.optional(),
  /** When it is stopped, once. */
  stop: instant.optional(),
  /** Calling hours where the person lives, narrower than those that hold. */
  open: wallTime.optional(),
  close: wallTime.optional(),
};

/** What is to be changed; nothing of it is stored. */
export const forecastChanges = z.object({
  campaignId: idOf('campaign').optional(),
  clientId: clientIdInBody,
  callsPerMinute: z.number().int().min(0).max(maxCallsPerMinute).optional(),
  textPerMinute: z.number().int().min(0).max(maxTextPerMinute).optional(),
  callRatio: z.number().positive().max(10).optional(),
  /** Of a Linkback. */
  pacing: z.enum(['ratio', 'adaptive']).optional(),
  agentCount: wholeAboveZero({ name: 'agent count', most: mostAgents }).optional(),
  ...scheduleChanges,
  /** Absent: the campaign's own. */
  seed: z.string().max(60).optional(),
});
export type ForecastChanges = z.infer<typeof forecastChanges>;

export const forecastCampaign = defineOperation({
  name: 'forecastCampaign',
  method: 'POST',
  idempotent: false,
  path: '/api/campaign/{id}/forecast',
  summary:
    'How the campaign will go, with what is to be changed (`{}`: as it is set): when it ends, whom it reaches, what it costs. Changes nothing.',
  params: z.object({ id: idTextOf('campaign') }),
  body: forecastChanges,
  response: campaignForecast,
});

/** `inside`: the end lay between `p10` and `p90`. */
export const forecastGrades = ['inside', 'earlier', 'later'] as const;

/**
 * A forecast that was kept when its campaign began to run. It is graded when the run completes by itself;
 * a run that was stopped, or got other numbers or another pace meanwhile, is not.
 */
export const keptForecast = z.object({
  campaignId: idOf('campaign'),
  campaignName: z.string(),
  at: instant,
  finish: instants,
  persons: spread,
  attempts: spread,
  /** When the last call of the run ended, or its last text was sent; null: it goes on. */
  ended: instant.nullable(),
  grade: z.enum(forecastGrades).nullable(),
  /** Why it is not graded; null: it is, or it has not ended. */
  ungraded: z.enum(['stopped', 'changed', 'no_finish']).nullable(),
});
export type KeptForecast = z.infer<typeof keptForecast>;

export const listKeptForecasts = defineOperation({
  name: 'listKeptForecasts',
  method: 'GET',
  path: '/api/forecast',
  summary: 'The newest 100 forecasts that were kept when campaigns began to run, and how each did.',
  query: clientQuery.extend({ campaignId: idTextOf('campaign').optional() }),
  response: z.object({
    /** Of all that are kept and graded. */
    graded: count,
    inside: count,
    forecasts: z.array(keptForecast),
  }),
});
