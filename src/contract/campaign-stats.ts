/** The counts and the progress of campaigns. */
import { z } from 'zod';
import { type CampaignTypeId, campaignTexts } from './campaign.ts';
import { clientQuery, idOf, idTextOf } from './fields.ts';
import { defineOperation } from './http.ts';

const counts = {
  countTotal: z.number().int(),
  countTotalCalled: z.number().int(),
  countPerson: z.number().int(),
  countMachine: z.number().int(),
  /** Busy and no answer. */
  countTotalNoAnswer: z.number().int(),
  countTotalFailed: z.number().int(),
  /** Seconds. */
  avgDuration: z.number(),
  /** Barred for good: do-not-call, an account that was reached or asked to stop. */
  dncCount: z.number().int(),
  /** Calls in flight. */
  countInProgress: z.number().int(),
};

export const broadcastStats = z.object({
  campaignId: idOf('campaign'),
  clientId: idOf('client'),
  campaignType: z.literal(1),
  ...counts,
});
export const linkbackStats = z.object({
  campaignId: idOf('campaign'),
  clientId: idOf('client'),
  campaignType: z.literal(2),
  ...counts,
  /** Customers who were connected to an agent. */
  countTransfer: z.number().int(),
  /** Customers who pressed 1 and heard that no agent could be reached. */
  countAbandoned: z.number().int(),
  /** Seconds that a connected customer and an agent talked. */
  avgDurationTransfer: z.number(),
});
export const textStats = z.object({
  campaignId: idOf('campaign'),
  clientId: idOf('client'),
  campaignType: z.literal(3),
  textTotal: z.number().int(),
  textDelivered: z.number().int(),
  textFailed: z.number().int(),
  textRemaining: z.number().int(),
  /** Barred for good (do-not-call, opt-out). */
  dncCount: z.number().int(),
  /** Texts that were submitted and have no receipt yet. */
  countInProgress: z.number().int(),
});
export const campaignStats = z.discriminatedUnion('campaignType', [
  broadcastStats,
  linkbackStats,
  textStats,
]);
export type CampaignStats = z.infer<typeof campaignStats>;

/** 1, 2, 3 or the names Broadcast, Linkback, Texting. */
export const statsType = z
  .enum(['1', '2', '3', 'Broadcast', 'Linkback', 'Texting'], campaignTexts.wrongType)
  .transform((value): CampaignTypeId => {
    const byName = { Broadcast: 1, Linkback: 2, Texting: 3, '1': 1, '2': 2, '3': 3 } as const;
    return byName[value];
  });

export const campaignProgress = z.object({
  campaignId: idOf('campaign'),
  /** (called + barred for good) / total, 0 to 1. */
  progress: z.number(),
});

export const getCampaignStats = defineOperation({
  name: 'getCampaignStats',
  method: 'GET',
  path: '/api/campaign',
  summary: 'The counts of one campaign, by its type.',
  when: ['campaignId'],
  query: clientQuery.extend({ campaignId: idTextOf('campaign'), type: statsType.optional() }),
  response: campaignStats,
});

export const listCampaignProgress = defineOperation({
  name: 'listCampaignProgress',
  method: 'POST',
  idempotent: false,
  path: '/api/campaign/progress1',
  summary: 'Progress of the named campaigns.',
  query: clientQuery,
  body: z.array(idOf('campaign')).max(10_000),
  response: z.array(campaignProgress),
});
