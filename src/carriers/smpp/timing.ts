/** Time limits in real milliseconds. Tests use shorter ones than operators can set. */
import type { SmppSettings } from './settings.ts';

export interface Timing {
  /** From connecting to the response to the bind. */
  bindMs: number;
  /** For a response; after that the session ends. */
  responseMs: number;
  enquireMs: number;
  /** How often the limits are checked. */
  checkMs: number;
  /** For the unbind, and for pending writes to go out. */
  closeMs: number;
  /** A text that is not written by then goes back to its contact list. */
  patienceMs: number;
  /** The same for the rest of a text whose first part was accepted. */
  restPatienceMs: number;
  /** From submit until the result is returned: after that it is unknown, and no part is written. */
  returnMs: number;
  /** Before the first new bind, doubled each time up to the longest. */
  rebindMs: number;
  longestRebindMs: number;
  /** How long a part of a long inbound text waits for the others. */
  joinMs: number;
}

export function timingOf({ responseSeconds, enquireSeconds }: SmppSettings): Timing {
  return {
    bindMs: 10_000,
    responseMs: responseSeconds * 1_000,
    enquireMs: enquireSeconds * 1_000,
    checkMs: 100,
    closeMs: 1_000,
    patienceMs: 2_500,
    restPatienceMs: 4_000,
    returnMs: 9_000,
    rebindMs: 500,
    longestRebindMs: 60_000,
    joinMs: 10_000,
  };
}
