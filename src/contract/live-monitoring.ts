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

export const watchCampaign = defineOperation({
  name: 'watchCampaign',
  method: 'GET',
  path: '/api/livemonitoring/{id}',
  summary: `The counts of one campaign and of the lists under Only Today's, at most ${monitoringAge} ms old.`,
  params: z.object({ id: idTextOf('campaign') }),
  query: clientQuery,
  response: z.object({
    stats: campaignStats,
    /** Of a Linkback: agents who are being called or in a call. */
    agentsBusy: z.number().int().optional(),
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
