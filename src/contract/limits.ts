/** What limits a client today, as the operator set it: daily limits, the minimum gap, and launch approval. */
import { z } from 'zod';
import { clientQuery, done, idOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';

export const readLimits = defineOperation({
  name: 'readLimits',
  method: 'GET',
  path: '/api/limits',
  summary: 'What is used of the limits of the day, and which campaigns wait for an approval.',
  query: clientQuery,
  response: z.object({
    /** Limits that are not set are left out. */
    daily: z.array(
      z.object({
        kind: z.enum(['calls', 'texts', 'cost']),
        /** Of the cost micro-dollars. */
        used: z.number().int(),
        most: z.number().int(),
        /** `near`: from 80 % on. */
        state: z.enum(['below', 'near', 'reached']),
        /** When the next day begins. */
        until: instant,
        /** Null while it is below. */
        sentence: z.string().nullable(),
      }),
    ),
    /** Least hours between two attempts of one campaign at one number; 0: none. */
    leastGapHours: z.number().int(),
    /** Whether somebody else must start what a manager prepared. */
    launchApproval: z.boolean(),
    /** Stopped campaigns that need one before they start; empty where none is required. */
    awaitingApproval: z.array(
      z.object({
        campaignId: idOf('campaign'),
        /** Null: the operator. */
        preparedBy: z.string().nullable(),
        /** The manager who asks prepared it. */
        own: z.boolean(),
      }),
    ),
  }),
});

export const requireLaunchApproval = defineOperation({
  name: 'requireLaunchApproval',
  method: 'POST',
  idempotent: true,
  path: '/api/limits/launchapproval',
  summary:
    'Require that somebody else starts what a manager prepared. Only the operator can lift it.',
  response: done,
});
