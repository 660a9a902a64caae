/**
 * The gate before every attempt (spec 3 section 7). It is asked for waiting entries; its verdict is
 * kept with its reason.
 */

import type { DoNotCallSource } from '#contract/do-not-call.ts';
import type { PolicyRule } from '#contract/policy.ts';
import type { GateRuleName, SettledBy } from '#contract/rule-reading.ts';
import type { HoursVerdict } from './calling-hours.ts';
import type { PartStanding } from './follow-up/part-standing.ts';
import { earlier, later, realMs, type SimMs, simMs } from './milliseconds.ts';
import type { ConsentRule } from './policy/consent-hold.ts';

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
  /** A limit, a gap or a rest of the client's contact policy. */
  contactPolicy: 'contact_policy',
  /** A rule of the contact policy asks for a consent that nobody has noted. */
  noConsent: 'no_consent',
  /** A follow-up whose time, or whose part of the day, has not come (domain/follow-up). */
  followUp: 'follow_up',
  /** A follow-up that somebody ended, or whose person wrote back, talked with an agent, or may have. */
  followUpEnded: 'follow_up_ended',
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
  /** The strictest limit, gap or rest of the client's contact policy that holds it, its registry, or a scrub. */
  policy: { until: SimMs; rule: PolicyRule } | null;
  /** The rule of the contact policy whose consent is missing. */
  consent: ConsentRule | null;
  /** The state of the other numbers of its account. */
  account: AccountStanding;
  /** Of a follow-up: the person wrote back since the attempt that it follows. */
  replied: boolean;
  /** Of a follow-up: what ended those of its person; null: nothing. */
  settled: SettledBy | null;
  /** Of a follow-up in another part of the day: whether it may be made in this one, or when; null of others. */
  partOfDay: PartStanding | null;
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

const day = 86_400_000;

/** Longer than a process stalls on a busy machine. */
export const submissionTakes = realMs(2_000);

/** Until the number is checked again for a manager's decision. */
export const undecidedWait = simMs(60_000);

/**
 * Without consent, on the national do-not-call list, or refused after a scrub, a number waits until somebody changes that,
 * which makes it due at once. Days begin alike, so that a million numbers have a handful of instants.
 */
export function longWait(now: SimMs): SimMs {
  return simMs((Math.floor(now / day) + 31) * day);
}

/** A call in progress is over within a few minutes, most within one. */
export const inCallWait = simMs(30_000);

export type GateRefusal = Exclude<GateVerdict, { kind: 'call' }>;

interface GateRule {
  name: GateRuleName;
  /** Null: the rule has nothing against the call. */
  against(question: GateQuestion): GateRefusal | null;
}

const bar = (reason: GateReason): GateRefusal => ({ kind: 'bar', reason });
const wait = (until: SimMs, reason: GateReason): GateRefusal => ({ kind: 'wait', until, reason });

/** Whether a call in progress counts is not known yet, because it may be given back to its list. */
const isHeld = (until: SimMs | null, { now, inCall }: GateQuestion): until is SimMs =>
  until !== null && until > now && !inCall;

/**
 * The order matters: reasons that bar for good come before those that only delay. The cap and the
 * gap are checked when a call in progress has ended.
 */
export const gateRules: readonly GateRule[] = [
  {
    name: 'do_not_call',
    against: ({ doNotCall }) => (doNotCall === null ? null : bar(barringReason(doNotCall))),
  },
  {
    name: 'number_not_dialed',
    against: ({ notDialed }) => (notDialed ? bar(gateReasons.notDialed) : null),
  },
  {
    name: 'account_stop',
    against: ({ account }) => (account.stopped ? bar(gateReasons.accountStop) : null),
  },
  {
    name: 'already_reached',
    against: ({ account }) => (account.reached ? bar(gateReasons.alreadyReached) : null),
  },
  {
    name: 'replied',
    against: ({ replied }) => (replied ? bar(gateReasons.followUpEnded) : null),
  },
  {
    name: 'settled',
    against: ({ settled }) => (settled === null ? null : bar(gateReasons.followUpEnded)),
  },
  {
    name: 'undecided_text',
    against: ({ undecided, now }) =>
      undecided ? wait(later(now, undecidedWait), gateReasons.undecidedText) : null,
  },
  {
    name: 'consent',
    against: ({ consent, now }) => consent && wait(longWait(now), gateReasons.noConsent),
  },
  {
    name: 'attempt_cap',
    against: (question) =>
      isHeld(question.cappedUntil, question)
        ? wait(question.cappedUntil, gateReasons.attemptCap)
        : null,
  },
  {
    name: 'least_gap',
    against: (question) =>
      isHeld(question.gapUntil, question) ? wait(question.gapUntil, gateReasons.leastGap) : null,
  },
  {
    name: 'contact_policy',
    against: ({ policy }) => policy && wait(policy.until, gateReasons.contactPolicy),
  },
  {
    name: 'part_of_day',
    against: (question) => {
      const { partOfDay, now, submissionTakes: takes } = question;
      if (!partOfDay || (partOfDay.open && now < earlier(partOfDay.until, takes))) return null;
      return wait(partOfDay.until, gateReasons.followUp);
    },
  },
  {
    name: 'calling_hours',
    against: (question) =>
      question.hours.allowed && question.now < callableUntil(question)
        ? null
        : wait(hoursEnd(question.hours), gateReasons.callingHours),
  },
  {
    name: 'in_call',
    against: ({ inCall, now }) =>
      inCall ? wait(later(now, inCallWait), gateReasons.inCall) : null,
  },
  {
    name: 'account_in_call',
    against: ({ account, now }) =>
      account.inCall ? wait(later(now, inCallWait), gateReasons.accountInCall) : null,
  },
];

/**
 * Where no day that was looked at has hours, the number is looked at again after those: right behind the beginning of
 * a day of UTC. Hours open at whole minutes, so that nobody takes it for an opening (`isHoursRecheck`).
 */
function hoursEnd({ allowed, until, zone }: GateQuestion['hours']): SimMs {
  return simMs(allowed || zone !== null ? until : Math.floor(until / day) * day + 1);
}

/** Whether numbers that wait for hours until `due` (epoch ms) are only looked at again then. */
export const isHoursRecheck = (due: number): boolean => due % day === 1;

function callableUntil({ hours, partOfDay, submissionTakes: takes }: GateQuestion): SimMs {
  return earlier(simMs(Math.min(hours.until, partOfDay?.until ?? hours.until)), takes);
}

/** The first rule that has something against the call decides. */
export function decide(question: GateQuestion): GateVerdict {
  for (const rule of gateRules) {
    const refusal = rule.against(question);
    if (refusal) return refusal;
  }
  return { kind: 'call', until: callableUntil(question) };
}

/** `passed` is null for the rules after the one that decided: they were not asked. */
export interface AskedRule {
  rule: GateRuleName;
  passed: boolean | null;
}

/** The same verdict, with the rules in the order in which they were asked. */
export function decideAloud(question: GateQuestion): { verdict: GateVerdict; asked: AskedRule[] } {
  const verdict = decide(question);
  const decided = gateRules.findIndex((rule) => rule.against(question) !== null);
  const asked = gateRules.map(({ name }, at): AskedRule => {
    if (decided < 0 || at < decided) return { rule: name, passed: true };
    return { rule: name, passed: at === decided ? false : null };
  });
  return { verdict, asked };
}

/**
 * It is kept with the entry, because the number may leave the list while the entry stays barred.
 */
export function barringReason(source: DoNotCallSource): GateReason {
  if (source === 'key') return gateReasons.optOutKey;
  return source === 'text' ? gateReasons.optOutText : gateReasons.doNotCall;
}
