/** Time limits. Tests use shorter ones than operators can set. */
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { SmppSettings } from './settings.ts';

export interface Timing {
  /** From connecting to the response to the bind. */
  bindMs: RealMs;
  /** For a response; after that the session ends. */
  responseMs: RealMs;
  enquireMs: RealMs;
  /** How often the limits are checked. */
  checkMs: RealMs;
  /** For the unbind, and for pending writes to go out. */
  closeMs: RealMs;
  /** A text that is not written by then goes back to its contact list. */
  patienceMs: RealMs;
  /** The same for the rest of a text whose first part was accepted. */
  restPatienceMs: RealMs;
  /** From submit until the result is returned: after that it is unknown, and no part is written. */
  returnMs: RealMs;
  /** Before the first new bind, doubled each time up to the longest. */
  rebindMs: RealMs;
  longestRebindMs: RealMs;
  /** How long a part of a long inbound text waits for the others. */
  joinMs: RealMs;
}

export function timingOf({ responseSeconds, enquireSeconds }: SmppSettings): Timing {
  return {
    bindMs: realMs(10_000),
    responseMs: realMs(responseSeconds * 1_000),
    enquireMs: realMs(enquireSeconds * 1_000),
    checkMs: realMs(100),
    closeMs: realMs(1_000),
    patienceMs: realMs(2_500),
    restPatienceMs: realMs(4_000),
    returnMs: realMs(9_000),
    rebindMs: realMs(500),
    longestRebindMs: realMs(60_000),
    joinMs: realMs(10_000),
  };
}
