/**
 * The gate before every attempt (spec 3 section 7). It is asked for entries that wait; what it
 * answers is kept with its reason.
 */
import type { DoNotCallSource } from '#contract/do-not-call.ts';
import type { HoursVerdict } from './calling-hours.ts';

export const gateReasons = {
  /** Listed by a manager or the operator. */
  doNotCall: 'do_not_call',
  /** The person pressed 9. */
  optOutKey: 'opt_out_key',
  /** The person texted STOP or the like. */
  optOutText: 'opt_out_text',
  /** A number that is not called: premium, toll-free, of a country that is not allowed and the like. */
  notDialed: 'number_not_dialed',
  inCall: 'in_call',
  callingHours: 'calling_hours',
  /** Was handed over; the carrier took no more calls and placed none. */
  carrierBusy: 'carrier_busy',
  /** Was called, or texted, as often within the last days as the client's cap allows. */
  attemptCap: 'attempt_cap',
} as const;
export type GateReason = (typeof gateReasons)[keyof typeof gateReasons];

export type GateVerdict =
  /** Before `until` (epoch ms): the calling hours end shortly after. */
  | { kind: 'call'; until: number }
  /** Not looked at again before `until` (epoch ms). */
  | { kind: 'wait'; until: number; reason: GateReason }
  /** Never to be called. */
  | { kind: 'bar'; reason: GateReason };

export interface GateQuestion {
  now: number;
  /** Who put the number on the client's do-not-call list; null when it is not on it. */
  doNotCall: DoNotCallSource | null;
  /** The number is none that the client may call (dialing.ts). */
  notDialed: boolean;
  /** The number is in a call of this client, or just about to be. */
  inCall: boolean;
  /** By the client's cap (contact-cap.ts): from when it may be tried again; null when any time. */
  cappedUntil: number | null;
  hours: HoursVerdict;
  /**
   * Milliseconds of `now`'s clock that a hand-over may take from its last look at the clock to the
   * ringing: nothing begins so shortly before the hours end.
   */
  handOverTakes: number;
}

/** Real milliseconds: longer than a busy machine lets a process stand still. */
export const handOverTakes = 2_000;

/** A call in progress is over within a few minutes, most within one. */
export const inCallWait = 30_000;

/**
 * The order matters: what bars for good comes before what only delays. While a call is in progress
 * nobody knows whether it will count, because it may be given back to its list: the cap is asked
 * when it is over.
 */
export function decide(question: GateQuestion): GateVerdict {
  const { now, doNotCall, inCall, cappedUntil, hours } = question;
  const callableUntil = hours.until - question.handOverTakes;
  if (doNotCall !== null) return { kind: 'bar', reason: barringReason(doNotCall) };
  if (question.notDialed) return { kind: 'bar', reason: gateReasons.notDialed };
  if (cappedUntil !== null && cappedUntil > now && !inCall) {
    return { kind: 'wait', until: cappedUntil, reason: gateReasons.attemptCap };
  }
  if (!hours.allowed || now >= callableUntil) {
    return { kind: 'wait', until: hours.until, reason: gateReasons.callingHours };
  }
  if (inCall) return { kind: 'wait', until: now + inCallWait, reason: gateReasons.inCall };
  return { kind: 'call', until: callableUntil };
}

/** It is kept with the entry, because the number may leave the list while the entry stays barred. */
export function barringReason(source: DoNotCallSource): GateReason {
  if (source === 'key') return gateReasons.optOutKey;
  return source === 'text' ? gateReasons.optOutText : gateReasons.doNotCall;
}
