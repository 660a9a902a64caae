/** The hold of the whole platform and the operator's stops: while one stands nothing is called or texted. */
import { z } from 'zod';
import { instant } from './fields.ts';
import { defineCall } from './http.ts';

export const holdCode = z.enum([
  /** A backup was restored. */
  'restored',
  /** The database is older than what a data folder saw of it. */
  'rolled_back',
  /** It was used from another data folder, and nobody who knows it is there. */
  'unknown_folder',
  /** The database server was replaced: the journals are being compared. */
  'failover',
  /** `start --hold`. */
  'operator',
]);
export type HoldCode = z.infer<typeof holdCode>;

/** As far as they are known; instants in ISO 8601. */
export interface HoldFacts {
  /** This state of the database is of that time. */
  asOf?: string;
  /** Calls and texts were handed over until then. */
  aheadUntil?: string;
  /** The name of the data folder that noticed, «host:folder». */
  witness?: string;
  /** The name of a data folder of whose journal a part is not there. */
  lost?: string;
}

export interface Hold extends HoldFacts {
  code: HoldCode;
  since: string;
  /** The operator has asked for the reconciliation. */
  asked: boolean;
}

const hold = z.object({ code: holdCode, since: instant, reason: z.string() });

/** The operator's stop of everything, or of the session's client. `reason`: one or two sentences. */
const stop = z.object({ scope: z.enum(['all', 'client']), since: instant, reason: z.string() });

export const getHold = defineCall({
  name: 'getHold',
  method: 'GET',
  path: '/api/hold',
  summary: 'Is the platform on hold or stopped, so that nothing is called or texted, and why?',
  /** `reason`: one sentence. */
  answer: z.object({ hold: hold.nullable(), stop: stop.nullable() }),
});
