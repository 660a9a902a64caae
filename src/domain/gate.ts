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
  /** A text of the person may be an opt-out: contact rests until a manager decides. */
  undecidedText: 'undecided_text',
  /** A number that is not called: premium, toll-free, of a country that is not allowed and the like. */
  notDialed: 'number_not_dialed',
  inCall: 'in_call',
  callingHours: 'calling_hours',
  /** Was handed over; the carrier took no more calls and placed none. */
  carrierBusy: 'carrier_busy',
  /** Was called, or texted, as often within the last days as the client's cap allows. */
  attemptCap: 'attempt_cap',
  /** Another number of the account asked to stop, and a stop holds for all of it. */
  accountStop: 'account_stop',
  /** A person answered at another number of the account, and the campaign calls each account once. */
  alreadyReached: 'already_reached',
  /** Another number of the account is in a call, and the campaign calls each account once. */
  accountInCall: 'account_in_call',
  /** Was tried by this campaign within the client's least gap. */
  leastGap: 'least_gap',
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
  /** A text of the person may be an opt-out, and no manager has decided yet. */
  undecided: boolean;
  /** The number is none that the client may call (dialing.ts). */
  notDialed: boolean;
  /** The number is in a call of this client, or just about to be. */
  inCall: boolean;
  /** By the client's cap (contact-cap.ts): from when it may be tried again; null when any time. */
  cappedUntil: number | null;
  /** By the client's least gap: from when this campaign may try it again; null when any time. */
  gapUntil: number | null;
  /** What the other numbers of its account say. */
  account: AccountStanding;
  hours: HoursVerdict;
  /**
   * Milliseconds of `now`'s clock that a hand-over may take from its last look at the clock to the
   * ringing: nothing begins so shortly before the hours end.
   */
  handOverTakes: number;
}

export interface AccountStanding {
  /** One of them asked to stop, and the client's stops hold for the whole account. */
  stopped: boolean;
  /** Of a campaign that calls each account once: a person answered at one of them. */
  reached: boolean;
  /** The same: one of them is in a call, or just about to be. */
  inCall: boolean;
}

/** Real milliseconds: longer than a busy machine lets a process stand still. */
export const handOverTakes = 2_000;

/** Milliseconds: so soon after a manager's decision the number is looked at again. */
export const undecidedWait = 60_000;

/** A call in progress is over within a few minutes, most within one. */
export const inCallWait = 30_000;

/**
 * The order matters: what bars for good comes before what only delays. While a call is in progress
 * nobody knows whether it will count, because it may be given back to its list: the cap and the gap
 * are asked when it is over.
 */
export function decide(question: GateQuestion): GateVerdict {
  const { now, doNotCall, undecided, inCall, cappedUntil, gapUntil, account, hours } = question;
  const callableUntil = hours.until - question.handOverTakes;
  if (doNotCall !== null) return { kind: 'bar', reason: barringReason(doNotCall) };
  if (question.notDialed) return { kind: 'bar', reason: gateReasons.notDialed };
  if (account.stopped) return { kind: 'bar', reason: gateReasons.accountStop };
  if (account.reached) return { kind: 'bar', reason: gateReasons.alreadyReached };
  if (undecided) {
    return { kind: 'wait', until: now + undecidedWait, reason: gateReasons.undecidedText };
  }
  if (cappedUntil !== null && cappedUntil > now && !inCall) {
    return { kind: 'wait', until: cappedUntil, reason: gateReasons.attemptCap };
  }
  if (gapUntil !== null && gapUntil > now && !inCall) {
    return { kind: 'wait', until: gapUntil, reason: gateReasons.leastGap };
  }
  if (!hours.allowed || now >= callableUntil) {
    return { kind: 'wait', until: hours.until, reason: gateReasons.callingHours };
  }
  if (inCall) return { kind: 'wait', until: now + inCallWait, reason: gateReasons.inCall };
  if (account.inCall) {
    return { kind: 'wait', until: now + inCallWait, reason: gateReasons.accountInCall };
  }
  return { kind: 'call', until: callableUntil };
}

/** It is kept with the entry, because the number may leave the list while the entry stays barred. */
export function barringReason(source: DoNotCallSource): GateReason {
  if (source === 'key') return gateReasons.optOutKey;
  return source === 'text' ? gateReasons.optOutText : gateReasons.doNotCall;
}
