import { z } from 'zod';
import { changeFields } from './change.ts';
import { clientQuery, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';

export const callerIdBucket = z.object({
  rciBucketId: idOf('caller-id-bucket'),
  name: z.string(),
  /** How many numbers it holds. */
  size: z.number().int(),
  dateAssigned: instant,
  /** Names of the campaigns that use it, comma separated; empty when none. */
  campaigns: z.string(),
  /** "Main numbers (25)": name and size for a select. */
  rciBucketSizeName: z.string(),
  ...changeFields,
});
export type CallerIdBucket = z.infer<typeof callerIdBucket>;

export const listCallerIdBuckets = defineOperation({
  name: 'listCallerIdBuckets',
  method: 'GET',
  path: '/api/rci',
  summary: 'The caller ID buckets of the client.',
  query: clientQuery,
  response: z.array(callerIdBucket),
});

export const listCallerIdNumbers = defineOperation({
  name: 'listCallerIdNumbers',
  method: 'GET',
  path: '/api/rci/{rciBucketId}/numbers',
  summary: 'The numbers of a caller ID bucket, in their order.',
  params: z.object({ rciBucketId: idTextOf('caller-id-bucket') }),
  query: clientQuery,
  /** Eleven digits with a leading 1. */
  response: z.array(z.string()),
});
