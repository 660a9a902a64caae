/**
 * The gate before every attempt (spec 3 section 7). It is asked for waiting entries; its verdict is
 * kept with its reason.
 */

import type { DoNotCallSource } from '#contract/do-not-call.ts';
import type { HoursVerdict } from './calling-hours.ts';
import { earlier, later, realMs, type SimMs, simMs } from './milliseconds.ts';

export const gateReasons = {
  /** Blocked by a manager or the operator. */
  doNotCall: 'do_not_call',
  /** The person pressed 9. */
  optOutKey: 'opt_out_key',
  /** The person texted STOP or the like. */
  optOutText: 'opt_out_text',
  /** A text from the person may be an opt-out: contact rests until a manager decides. */
  undecidedText: 'undecided_text',
  /**
   * A number that is not called: premium, toll-free, of a country that is not allowed and so on.
   */
  notDialed: 'number_not_dialed',
  inCall: 'in_call',
  callingHours: 'calling_hours',
  /** Was submitted; the carrier was at capacity and did not place it. */
  carrierBusy: 'carrier_busy',
  /** Was called, or texted, as often within the last days as the client's cap allows. */
  attemptCap: 'attempt_cap',
  /** Another number of the account asked to stop, and a stop holds for all of it. */
  accountStop: 'account_stop',
  /**
   * A person answered at another number of the account, and the campaign calls each account once.
   */
  alreadyReached: 'already_reached',
  /** Another number of the account is in a call, and the campaign calls each account once. */
  accountInCall: 'account_in_call',
  /** This campaign tried it within the client's minimum gap. */
  leastGap: 'least_gap',
} as const;
export type GateReason = (typeof gateReasons)[keyof typeof gateReasons];

export type GateVerdict =
  /** Before `until`: the calling hours end shortly after. */
  | { kind: 'call'; until: SimMs }
  /** Not checked again before `until`. */
  | { kind: 'wait'; until: SimMs; reason: GateReason }
  /** Never to be called. */
  | { kind: 'bar'; reason: GateReason };

export interface GateQuestion {
  now: SimMs;
  /** The source of the block; null when the number is not on the client's do-not-call list. */
  doNotCall: DoNotCallSource | null;
  /** A text from the person may be an opt-out, and no manager has decided yet. */
  undecided: boolean;
  /** The client may not call this number (dialing.ts). */
  notDialed: boolean;
  /** The number is in a call of this client, or just about to be. */
  inCall: boolean;
  /** By the client's cap (contact-cap.ts): from when it may be tried again; null when any time. */
  cappedUntil: SimMs | null;
  /** By the client's minimum gap: from when this campaign may try it again; null when any time. */
  gapUntil: SimMs | null;
  /** The state of the other numbers of its account. */
  account: AccountStanding;
  hours: HoursVerdict;
  /**
   * How long a submission may take from its last clock check to the ringing: nothing begins so
   * shortly before the hours end.
   */
  submissionTakes: SimMs;
}

export interface AccountStanding {
  /** One of them asked to stop, and the client's stops hold for the whole account. */
  stopped: boolean;
  /** Of a campaign that calls each account once: a person answered at one of them. */
  reached: boolean;
  /** The same: one of them is in a call, or just about to be. */
  inCall: boolean;
}

/** Longer than a process stalls on a busy machine. */
export const submissionTakes = realMs(2_000);

/** Until the number is checked again for a manager's decision. */
export const undecidedWait = simMs(60_000);

/** A call in progress is over within a few minutes, most within one. */
export const inCallWait = simMs(30_000);

/**
 * The order matters: reasons that bar for good come before those that only delay. Whether a call in
 * progress counts is not known yet, because it may be given back to its list: the cap and the gap
 * are checked when it has ended.
 */
export function decide(question: GateQuestion): GateVerdict {
  const { now, doNotCall, undecided, inCall, cappedUntil, gapUntil, account, hours } = question;
  const hoursChange = simMs(hours.until);
  const callableUntil = earlier(hoursChange, question.submissionTakes);
  if (doNotCall !== null) return { kind: 'bar', reason: barringReason(doNotCall) };
  if (question.notDialed) return { kind: 'bar', reason: gateReasons.notDialed };
  if (account.stopped) return { kind: 'bar', reason: gateReasons.accountStop };
  if (account.reached) return { kind: 'bar', reason: gateReasons.alreadyReached };
  if (undecided) {
    return { kind: 'wait', until: later(now, undecidedWait), reason: gateReasons.undecidedText };
  }
  if (cappedUntil !== null && cappedUntil > now && !inCall) {
    return { kind: 'wait', until: cappedUntil, reason: gateReasons.attemptCap };
  }
  if (gapUntil !== null && gapUntil > now && !inCall) {
    return { kind: 'wait', until: gapUntil, reason: gateReasons.leastGap };
  }
  if (!hours.allowed || now >= callableUntil) {
    return { kind: 'wait', until: hoursChange, reason: gateReasons.callingHours };
  }
  if (inCall) return { kind: 'wait', until: later(now, inCallWait), reason: gateReasons.inCall };
  if (account.inCall) {
    return { kind: 'wait', until: later(now, inCallWait), reason: gateReasons.accountInCall };
  }
  return { kind: 'call', until: callableUntil };
}

/**
 * It is kept with the entry, because the number may leave the list while the entry stays barred.
 */
export function barringReason(source: DoNotCallSource): GateReason {
  if (source === 'key') return gateReasons.optOutKey;
  return source === 'text' ? gateReasons.optOutText : gateReasons.doNotCall;
}
