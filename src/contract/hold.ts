/** The hold of the platform and the stops: meanwhile no calls or texts go out. */
import { z } from 'zod';
import { stopShape } from './client-stop.ts';
import { instant } from './fields.ts';
import { type HoldCode, holdCode } from './hold-code.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

/** As far as they are known; instants in ISO 8601. */
export interface HoldFacts {
  /** When the database had this state. */
  asOf?: string;
  /** Calls and texts were submitted until then. */
  aheadUntil?: string;
  /** The name of the data folder that noticed, "host:folder". */
  witness?: string;
  /** The name of a data folder with a journal of which a part is missing. */
  lost?: string;
}

export interface Hold extends HoldFacts {
  code: HoldCode;
  since: string;
  /** The operator has asked for the reconciliation. */
  asked: boolean;
}

const explained = {
  since: instant,
  /** One or two sentences. */
  reason: z.string(),
  reasonCode: storedReason,
};

const hold = z.object({ code: holdCode, ...explained });

export const getHold = defineOperation({
  name: 'getHold',
  method: 'GET',
  path: '/api/hold',
  summary: 'Whether the platform is on hold or stopped, so that no calls or texts go out, and why.',
  response: z.object({
    hold: hold.nullable(),
    /** That apply to the client: the operator's first, the widest first. */
    stops: z.array(stopShape),
  }),
});
