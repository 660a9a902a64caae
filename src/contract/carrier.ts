/** The carriers of a client's calls and texts, and whether they are connected. */
import { z } from 'zod';
import { storedCarrierDetail } from './carrier-detail.ts';
import { clientQuery, instant } from './fields.ts';
import { defineOperation } from './http.ts';

export type CarrierChannel = 'voice' | 'text';

export const carrierState = z.object({
  /** As the operator named it. */
  name: z.string(),
  /** `simulated`, `smpp` and so on; '' when the carrier was removed. */
  kind: z.string(),
  /** At least one engine is connected to it. */
  connected: z.boolean(),
  /** Since when it is connected or disconnected; null when no engine is running. */
  since: instant.nullable(),
  /** A sentence or two for the manager; '' when there is nothing to say. */
  detail: z.string(),
  /** The same as codes with their facts: of all engines together, and of single ones. */
  detailCodes: z.array(storedCarrierDetail),
});
export type CarrierState = z.infer<typeof carrierState>;

export const readCarriers = defineOperation({
  name: 'readCarriers',
  method: 'GET',
  path: '/api/carrier',
  summary: 'The carriers of calls and of texts, and whether they are connected.',
  query: clientQuery,
  response: z.object({
    voice: carrierState,
    text: carrierState,
    /**
     * Everything of this client is made up; `loading`: its history is not complete yet. Absent for any
     * other client.
     */
    madeUp: z.enum(['loading', 'loaded']).optional(),
  }),
});
export type ClientCarriers = z.infer<typeof readCarriers.response>;
