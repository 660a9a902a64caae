/** The hold of the whole platform and the operator's stops: while one stands nothing is called or texted. */
import { z } from 'zod';
import { instant } from './fields.ts';
import { type HoldCode, holdCode } from './hold-code.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

/** As far as they are known; instants in ISO 8601. */
export interface HoldFacts {
  /** This state of the database is of that time. */
  asOf?: string;
  /** Calls and texts were handed over until then. */
  aheadUntil?: string;
  /** The name of the data folder that noticed, "host:folder". */
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

const told = {
  since: instant,
  /** One or two sentences. */
  reason: z.string(),
  reasonCode: storedReason,
};

const hold = z.object({ code: holdCode, ...told });

/** The operator's stop of everything, or of the session's client. */
const stop = z.object({ scope: z.enum(['all', 'client']), ...told });

export const getHold = defineOperation({
  name: 'getHold',
  method: 'GET',
  path: '/api/hold',
  summary: 'Is the platform on hold or stopped, so that nothing is called or texted, and why?',
  answer: z.object({ hold: hold.nullable(), stop: stop.nullable() }),
});
