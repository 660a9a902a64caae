/** Waits, real milliseconds. Tests and benches take shorter ones than the operator may set. */
import type { SmppSettings } from './settings.ts';

export interface Timing {
  /** From connecting to the answer to the bind. */
  bindMs: number;
  /** An answer's; after it the session ends. */
  responseMs: number;
  enquireMs: number;
  /** How often the limits are looked at. */
  lookMs: number;
  /** For unbind, and for what is written to go out. */
  closeMs: number;
  /** A text that was not written by then waits in its list again. */
  patienceMs: number;
  /** The rest of a text of which one part was taken. */
  restPatienceMs: number;
  /** From the hand-over to our answer: what is not known by then is unknown, and nothing more is written. */
  answerMs: number;
  /** Before the first new bind, doubled each time up to the longest. */
  rebindMs: number;
  longestRebindMs: number;
  /** A part of a long inbound text waits so long for the others. */
  joinMs: number;
}

export function timingOf({ responseSeconds, enquireSeconds }: SmppSettings): Timing {
  return {
    bindMs: 10_000,
    responseMs: responseSeconds * 1_000,
    enquireMs: enquireSeconds * 1_000,
    lookMs: 100,
    closeMs: 1_000,
    patienceMs: 2_500,
    restPatienceMs: 4_000,
    answerMs: 9_000,
    rebindMs: 500,
    longestRebindMs: 60_000,
    joinMs: 10_000,
  };
}
