/**
 * The verdict on a waiting entry as it is shown: the gate's at this instant, and when the gate
 * would let it through, going from the end of one obstacle to the next until none is left.
 */
import { keptReason } from './campaign-funnel.ts';
import {
  type AskedRule,
  decide,
  decideAloud,
  type GateQuestion,
  type GateReason,
  type GateVerdict,
  gateReasons,
} from './gate.ts';
import { type EntryFacts, type GateMoment, gateQuestion } from './gate-question.ts';
import { type SimMs, simMs } from './milliseconds.ts';
import type { Schedule } from './schedule.ts';
import { runWindows } from './schedule-windows.ts';

/** How the engine put the entry off: it is not asked about before `due`. */
export interface PutOff {
  /** Null: it is due. */
  due: SimMs | null;
  reason: string | null;
}

export interface ShownVerdict {
  kind: 'call' | 'wait' | 'bar';
  reason: string | null;
  /** Of `call` the last instant, of `wait` the first one, null if nobody knows. */
  until: SimMs | null;
  zone: string | null;
}

export interface JudgedEntry {
  verdict: ShownVerdict;
  /** What was asked, and in which order. */
  question: GateQuestion;
  asked: AskedRule[];
  /** What holds it up to the verdict's `until`, where that is another rule than the verdict's. */
  heldBy?: { question: GateQuestion; asked: AskedRule[] };
}

/** Why no instant can be named. */
type NoOpening = 'undecided' | 'no_consent' | 'in_call' | 'never';
interface Opening {
  at: SimMs;
  until: SimMs;
  /** The last question that the gate answered with "wait" before it. */
  heldBy: GateQuestion | undefined;
}

const mostSteps = 50;
const inCallReasons: readonly GateReason[] = [gateReasons.inCall, gateReasons.accountInCall];

/**
 * The first instant from `from` on at which the gate says call. A call in progress now has ended at
 * any later instant; a manager's decision, or consent, may never come.
 */
export function gateOpening(
  facts: EntryFacts,
  moment: GateMoment,
  from: SimMs,
): Opening | NoOpening {
  const later = {
    ...facts,
    inCall: false,
    account: { ...facts.account, inCall: false },
    contacts: facts.contacts.map((one) => ({ ...one, open: false })),
  };
  let at = from;
  let heldBy: GateQuestion | undefined;
  for (let step = 0; step < mostSteps; step += 1) {
    const known = at > moment.now ? later : facts;
    const question = gateQuestion(known, { ...moment, now: at });
    const verdict = decide(question);
    if (verdict.kind === 'call') return { at, until: verdict.until, heldBy };
    if (verdict.kind === 'bar') return 'never';
    if (verdict.reason === gateReasons.undecidedText) return 'undecided';
    if (verdict.reason === gateReasons.noConsent) return 'no_consent';
    if (inCallReasons.includes(verdict.reason)) return 'in_call';
    heldBy = question;
    at = verdict.until;
  }
  return 'never';
}

export function judgeEntry(facts: EntryFacts, moment: GateMoment, putOff: PutOff): JudgedEntry {
  const question = gateQuestion(facts, moment);
  const { verdict, asked } = decideAloud(question);
  const from = startOf(moment, putOff);
  if (verdict.kind === 'bar') {
    const { reason } = verdict;
    return { verdict: { kind: 'bar', reason, until: null, zone: null }, question, asked };
  }
  if (verdict.kind === 'call' && from <= moment.now) {
    const { until } = verdict;
    return { verdict: { kind: 'call', reason: null, until, zone: null }, question, asked };
  }
  const opening = gateOpening(facts, moment, from);
  const until = typeof opening === 'object' ? opening.at : null;
  const why = isHeld(verdict, from > moment.now)
    ? { reason: verdict.reason, zone: null }
    : waitFor(facts, moment, { question, from, putOff });
  const last = typeof opening === 'object' ? opening.heldBy : undefined;
  const isHeldByOther = last !== undefined && isOther(last, question, why.reason);
  return {
    ...{ verdict: { kind: 'wait', until, ...why }, question, asked },
    ...(isHeldByOther && { heldBy: { question: last, asked: decideAloud(last).asked } }),
  };
}

/** Another reason, or another rule of the contact policy. */
function isOther(last: GateQuestion, first: GateQuestion, reason: string): boolean {
  const verdict = decide(last);
  if (verdict.kind !== 'wait' || inCallReasons.includes(verdict.reason)) return false;
  if (verdict.reason !== reason) return true;
  return (
    reason === gateReasons.contactPolicy && last.policy?.rule.ruleId !== first.policy?.rule.ruleId
  );
}

/** The reason of now holds, whenever the engine asks again; a call has ended by then. */
function isHeld(verdict: GateVerdict, later: boolean): verdict is GateVerdict & { kind: 'wait' } {
  if (verdict.kind !== 'wait' || verdict.reason === gateReasons.callingHours) return false;
  return !(later && inCallReasons.includes(verdict.reason));
}

const startOf = ({ now }: GateMoment, { due }: PutOff): SimMs =>
  due !== null && due > now ? due : now;

/** Hours now, hours when the engine asks again, or what it was put off for. */
function waitFor(
  facts: EntryFacts,
  { hours, submissionTakes }: GateMoment,
  given: { question: GateQuestion; from: SimMs; putOff: PutOff },
): { reason: string; zone: string | null } {
  const { question, from, putOff } = given;
  const present = question.hours;
  const late = present.allowed ? present.until <= from : present.until < from;
  const asked = late ? hours.verdict(facts, from) : present;
  const ending = asked.allowed && from >= asked.until - submissionTakes;
  const then = ending ? hours.verdict(facts, asked.until) : asked;
  if (!then.allowed) return { reason: gateReasons.callingHours, zone: then.zone };
  return { reason: keptReason(putOff.reason), zone: null };
}

/** How the campaign runs. */
export interface CampaignPlan {
  running: boolean;
  schedule: Schedule;
  /** Its schedule may start it. Not where only a person may: after a brake's stop, or before it is approved. */
  startsItself: boolean;
}

export interface Chance {
  at: SimMs | null;
  until: SimMs | null;
  because: NoOpening | 'hours' | 'schedule' | 'not_started' | 'outside_schedule';
}

/** When the campaign itself tries it next: what the gate allows, cut by its starts and stops. */
export function nextChance(
  facts: EntryFacts,
  moment: GateMoment,
  putOff: PutOff,
  { running, schedule, startsItself }: CampaignPlan,
): Chance {
  const { now } = moment;
  const planned = running || startsItself ? runWindows(schedule, now, running) : [];
  const isPlanned = planned.length > 0;
  const windows = isPlanned ? planned : [{ start: now, end: Number.POSITIVE_INFINITY }];
  const from = startOf(moment, putOff);
  for (const { start, end } of windows) {
    const begin = simMs(Math.max(from, start));
    if (begin >= end) continue;
    const opening = gateOpening(facts, moment, begin);
    if (typeof opening === 'string') return { at: null, until: null, because: opening };
    if (opening.at >= end) continue;
    const cut = end < opening.until;
    const until = cut ? simMs(end) : opening.until;
    if (!isPlanned) return { at: opening.at, until, because: 'not_started' };
    return { at: opening.at, until, because: cut ? 'schedule' : 'hours' };
  }
  return { at: null, until: null, because: 'outside_schedule' };
}
