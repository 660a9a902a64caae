/**
 * The waiting numbers of a campaign: which may be called at this instant, and what the others wait
 * for. The same rules as the gate's (spec 3 section 7), for groups of numbers that all rules treat
 * alike.
 */
import { type WaitingPart, type WaitingReason, waitingReasons } from '#contract/campaign-funnel.ts';
import type { CallingHours } from './calling-hours.ts';
import { numberFault } from './dialing.ts';
import { gateReasons } from './gate.ts';
import { wallTimeIn } from './zone-rules/zone-clock.ts';

/** Waiting numbers of the same area code, state, zip code, reason and instant. */
export interface WaitingGroup {
  areaCode: string;
  state: string | null;
  zipCode: string | null;
  /** The engine does not check them before (epoch ms); null: they are due. */
  due: number | null;
  /** Why they were held back at their last check. */
  reason: string | null;
  /** Contact rests until a manager decides on a text from the person. */
  undecided: boolean;
  /** A call to the number is in progress. */
  inCall: boolean;
  /**
   * Numbers that the client's cap holds, whatever else they would wait for: when it ends for the
   * first and the last of them (epoch ms). Null: not the cap. A call in progress has to end first,
   * as in the gate.
   */
  capped: { first: number; last: number } | null;
  /**
   * What the contact policy holds them for at this instant, whether or not the gate has seen it, whatever
   * else they would wait for; `until`: epoch ms, null if unknown.
   */
  policy?: { reason: 'contact_policy' | 'no_consent'; until: number | null };
  count: number;
}

export interface FunnelMoment {
  now: number;
  hours: CallingHours;
  /** Countries that the client may call. */
  countries: readonly string[];
  /** The campaign is Running; otherwise callable numbers wait for its start. */
  running: boolean;
  /** Nothing begins so shortly before its hours end (gate.ts), in milliseconds of that clock. */
  submissionTakes?: number;
}

export type FunnelVerdict =
  | { kind: 'callable' }
  /** Its numbers are barred as soon as the gate sees them. */
  | { kind: 'not_dialed' }
  /** `until`: epoch ms, null if unknown. `zone`: the one that has to open. */
  | {
      kind: 'wait';
      reason: WaitingReason;
      until: number | null;
      zone: string | null;
      /** Of hours: the rule of the contact policy that closes a whole day before then. */
      closedBy?: number | null;
    };

/** The verdict on every number of a group. */
export function judgeGroup(
  group: WaitingGroup,
  { now, hours, countries, running, submissionTakes = 0 }: FunnelMoment,
): FunnelVerdict {
  const wait = (reason: WaitingReason, until: number | null = null, zone: string | null = null) =>
    ({ kind: 'wait', reason, until, zone }) as const;
  const { state, zipCode, inCall, reason } = group;
  const callee = { phone: `1${group.areaCode}`, state, zipCode };
  // The gate bars first: such a number is never called, whatever a manager decides.
  if (numberFault(callee.phone, countries)) return { kind: 'not_dialed' };
  if (group.undecided) return wait(gateReasons.undecidedText);
  if (group.policy) return wait(group.policy.reason, group.policy.until);
  // Until somebody notes consent, whatever the hours are by then.
  if (reason === gateReasons.noConsent && group.due !== null && group.due > now) {
    return wait(gateReasons.noConsent);
  }
  const from = Math.max(now, group.due ?? now);
  // Most numbers wait until their hours open, which the current verdict also says.
  const present = hours.verdict(callee, now);
  const late = present.allowed ? present.until <= from : present.until < from;
  const asked = late ? hours.verdict(callee, from) : present;
  const ending = asked.allowed && from >= asked.until - submissionTakes;
  const then = ending ? hours.verdict(callee, asked.until) : asked;
  if (!then.allowed) {
    const begin = ending ? asked.until : late ? from : now;
    const closedBy = hours.closing(callee, begin, then.until);
    return { ...wait(gateReasons.callingHours, then.until, then.zone), closedBy };
  }
  if (from > now) return wait(keptReason(reason), from);
  if (inCall) return wait(gateReasons.inCall);
  if (!running) return wait('campaign_stopped');
  if (reason === gateReasons.carrierBusy) return wait(gateReasons.carrierBusy);
  return { kind: 'callable' };
}

const heldReasons = [
  ...[gateReasons.inCall, gateReasons.accountInCall],
  ...[gateReasons.attemptCap, gateReasons.leastGap, gateReasons.contactPolicy],
  // Decided just now: the engine checks it again within a minute.
  gateReasons.undecidedText,
  gateReasons.noConsent,
  gateReasons.followUp,
] as const;

/** The gate delays for these only; hours that changed meanwhile still count as hours. */
export function keptReason(reason: string | null): WaitingReason {
  return heldReasons.find((held) => held === reason) ?? gateReasons.callingHours;
}

export interface JudgedGroups {
  callable: number;
  /** Numbers that are never called, and that are not barred yet. */
  notDialed: number;
  /** By reason, then by when the first may be called. */
  waiting: WaitingPart[];
  /** Of those that wait for hours: how many by each rule that closes whole days, until the last of them opens. */
  closed: Map<number, { count: number; until: number }>;
}

/** Sums of the groups by what they wait for; those for hours by the zone that opens, and when. */
export function judgeGroups(groups: Iterable<WaitingGroup>, moment: FunnelMoment): JudgedGroups {
  let callable = 0;
  let notDialed = 0;
  const waits = new Map<string, Wait & { count: number }>();
  const capped: CappedGroup[] = [];
  const closed: JudgedGroups['closed'] = new Map();
  for (const group of groups) {
    if (isCapped(group)) {
      capped.push(group);
      continue;
    }
    const verdict = judgeGroup(group, moment);
    if (verdict.kind !== 'wait') {
      if (verdict.kind === 'callable') callable += group.count;
      else notDialed += group.count;
      continue;
    }
    const { closedBy, ...wait } = verdict;
    if (closedBy) {
      const { count, until } = closed.get(closedBy) ?? { count: 0, until: 0 };
      const last = Math.max(until, wait.until ?? 0);
      closed.set(closedBy, { count: count + group.count, until: last });
    }
    const key = `${wait.reason} ${wait.zone} ${wait.until}`;
    const known = waits.get(key);
    if (known) known.count += group.count;
    else waits.set(key, { ...wait, count: group.count });
  }
  // Openings of the same hour on several days are one part: "8:00 in Hawaii".
  const parts = new Map<string, Part>();
  for (const wait of waits.values()) addTo(parts, wait);
  for (const { count, capped: until } of capped) {
    const wait = { kind: 'wait', reason: gateReasons.attemptCap, zone: null, count } as const;
    addTo(parts, { ...wait, until: until.first }, until.last);
  }
  const waiting = [...parts.values()].sort(inOrder).map(toWaitingPart);
  return { callable, notDialed, waiting, closed };
}

/** A part of the waiting numbers, as `judgeGroups` makes them. */
export type WaitingFigure =
  | { part: 'callable' | 'not_dialed' }
  | {
      part: 'waiting';
      reason?: string | undefined;
      /** '' for the part without one. */
      zone?: string | undefined;
      opens?: string | undefined;
    };

/** Whether a group is counted in a figure. */
export function isInFigure(
  group: WaitingGroup,
  moment: FunnelMoment,
  figure: WaitingFigure,
): boolean {
  if (isCapped(group)) {
    const { part } = figure;
    return part === 'waiting' && (figure.reason ?? 'attempt_cap') === 'attempt_cap';
  }
  const verdict = judgeGroup(group, moment);
  if (figure.part !== 'waiting') return verdict.kind === figure.part;
  if (verdict.kind !== 'wait') return false;
  const { reason, zone, opens } = figure;
  if (reason !== undefined && verdict.reason !== reason) return false;
  if (!isOfZones(zone, verdict.zone)) return false;
  return opens === undefined || opens === opensOf(verdict);
}

/** @param zones one or several with commas, '' for none; undefined: any */
export function isOfZones(zones: string | undefined, zone: string | null): boolean {
  return zones === undefined || zones.split(',').includes(zone ?? '');
}

const opensOf = ({ zone, until }: Pick<Wait, 'zone' | 'until'>) =>
  zone === null || until === null ? null : wallTimeIn(zone, until);

type Wait = Extract<FunnelVerdict, { kind: 'wait' }>;

interface Part extends Omit<WaitingPart, 'first' | 'last'> {
  first: number;
  last: number;
}

interface CappedGroup extends WaitingGroup {
  capped: { first: number; last: number };
}

const isCapped = (group: WaitingGroup): group is CappedGroup => group.capped !== null;

function addTo(
  parts: Map<string, Part>,
  { reason, zone, until, count }: Wait & { count: number },
  last = until,
): void {
  const opens = opensOf({ zone, until });
  const key = `${reason} ${zone} ${opens}`;
  const part = parts.get(key) ?? { reason, zone, opens, count: 0, first: never, last: -never };
  part.count += count;
  part.first = Math.min(part.first, until ?? never);
  part.last = Math.max(part.last, last ?? -never);
  parts.set(key, part);
}

const never = Number.POSITIVE_INFINITY;

function inOrder(a: Part, b: Part): number {
  const byReason = waitingReasons.indexOf(a.reason) - waitingReasons.indexOf(b.reason);
  // Two infinities would differ by NaN.
  const byTime = a.first === b.first ? 0 : a.first - b.first;
  return byReason || byTime || String(a.zone).localeCompare(String(b.zone));
}

function toWaitingPart({ first, last, ...part }: Part): WaitingPart {
  const iso = (at: number) => (Number.isFinite(at) ? new Date(at).toISOString() : null);
  return { ...part, first: iso(first), last: iso(last) };
}
