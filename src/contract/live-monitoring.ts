/**
 * What an open Live Monitoring screen polls every second: the figures that the campaign and contact
 * list operations return one by one, in two responses, so that many screens cost little.
 */
import { z } from 'zod';
import { callListStats } from './call-list.ts';
import { campaign } from './campaign.ts';
import { campaignStats } from './campaign-stats.ts';
import { clientQuery, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';

/** Responses can be this old (milliseconds), but a client sees its own changes at once. */
export const monitoringAge = 400;

export const watchCampaigns = defineOperation({
  name: 'watchCampaigns',
  method: 'GET',
  path: '/api/livemonitoring',
  summary: `All campaigns with their progress, at most ${monitoringAge} ms old.`,
  query: clientQuery,
  /** `progress` is (called + barred for good) / total, 0 to 1. */
  response: z.array(campaign.extend({ progress: z.number() })),
});

/** Abandoned calls of a Linkback whose client's abandonment is guarded (decision 085). */
const abandonment = z.object({
  /** Paced as set; one call per free agent; or the agent before the customer. */
  state: z.enum(['free', 'careful', 'agent_first']),
  /** The campaign's own 30 days, the last 30 days, or a part of these: which decides, and its first Eastern day. */
  window: z.enum(['period', 'rolling', 'recent']),
  since: z.iso.date(),
  /** Of that window: calls that a person answered, and those of them that were abandoned. */
  persons: z.number().int(),
  abandoned: z.number().int(),
  /** How many more may be abandoned, as the gate has it, and since which day no more than that. */
  mayLose: z.number().int(),
  mayLoseSince: z.iso.date(),
  /** Agents are called ahead: unless it is free, each call is for one who waits (decision 098). */
  ahead: z.boolean(),
  /** The always-valid upper bound, 0 to 1. */
  bound: z.number(),
  /** Persons with none abandoned until it is free; 0 when it is. */
  freeAfter: z.number().int(),
  /** Persons with none abandoned until agents need not come first; 0 when they need not. */
  carefulAfter: z.number().int(),
  /** Seconds within which an agent must be there. */
  waitSeconds: z.number().int(),
  /** The last 30 days, from the first with an answer on. */
  days: z.array(
    z.object({
      day: z.iso.date(),
      persons: z.number().int(),
      abandoned: z.number().int(),
      /** When the Eastern day begins and ends. */
      from: instant,
      to: instant,
    }),
  ),
});

export const watchCampaign = defineOperation({
  name: 'watchCampaign',
  method: 'GET',
  path: '/api/livemonitoring/{id}',
  summary: `The counts of one campaign and of the lists under Only Today's, at most ${monitoringAge} ms old.`,
  params: z.object({ id: idTextOf('campaign') }),
  query: clientQuery,
  response: z.object({
    stats: campaignStats,
    /**
     * Of a Linkback: agents who are being called for a customer, or talk with one. Those who are called before there
     * is a customer count from their talk on.
     */
    agentsBusy: z.number().int().optional(),
    abandonment: abandonment.optional(),
    calllists: z.array(
      z.object({
        callListId: idOf('call-list'),
        originalFileName: z.string(),
        callListStatusId: z.number().int(),
        /** Its latest attempt; null before the first. Not of today: it is there to be called. */
        lastCall: instant.nullable(),
        stats: callListStats,
      }),
    ),
  }),
});
