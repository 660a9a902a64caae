/** Verdicts on hours: whether all clocks that a number may have allow contact, and until when. */
import { hoursLookedAheadDays } from '#contract/policy.ts';
import { type HoursByDay, type HoursPlan, type HoursRange, planOf } from './hours-plan.ts';
import { clocksOf, instantOn, localDay, type ZoneClock } from './zone-rules/zone-clock.ts';

/** `until`: the instant (epoch ms) up to which this verdict holds. */
export interface HoursVerdict {
  allowed: boolean;
  until: number;
  /** The zone that delays the call: the last one to open. Null when the call is allowed. */
  zone: string | null;
  /**
   * The rule of the contact policy that holds the number now; of several the one that holds it the
   * longest (`RuleHold`). Null when the law and the client's hours alone delay the call, or it is allowed.
   */
  ruleId: number | null;
}

/** A clock that must allow the call, and the zone whose time it shows. */
export interface ZonedClock {
  zone: string;
  clock: ZoneClock;
}

const day = 24 * 3_600_000;
/** When no instant of these days suits every zone, it is not looked for any further. */
const searched = hoursLookedAheadDays * day;

/** The verdict for a number that may be in any of these zones. */
export function verdictIn(
  zones: readonly string[],
  hours: HoursPlan | HoursRange,
  now: number,
): HoursVerdict {
  return judgeIn(zones, 'on' in hours ? hours : planOf(hours), now).verdict;
}

/** The verdict when all of the clocks that count at an instant must allow it. */
export function verdictBy(
  clocksAt: (at: number) => readonly ZonedClock[],
  hours: HoursRange,
  now: number,
): HoursVerdict {
  return judgeBy(clocksAt, planOf(hours), now).verdict;
}

/**
 * A rule that holds a number: it forbids this instant or, where the law and the client's hours do so
 * anyway, the first one that those allow. `until` (epoch ms): when it would let the number go if there were
 * no other rule.
 */
export interface RuleHold {
  ruleId: number;
  until: number;
}

export interface HeldVerdict {
  verdict: HoursVerdict;
  /** Every rule that holds the number now, the one that does so the longest first. */
  holding: readonly RuleHold[];
  /** The instant up to which a later look would say the same, its rules included. */
  holds: number;
}

export function judgeIn(zones: readonly string[], plan: HoursPlan, now: number): HeldVerdict {
  return judgeBy((at) => distinctClocks(zones, at), plan, now);
}

/**
 * When none of the next 14 days has an instant that suits all clocks, it is to be asked again: after
 * those days where rules forbid it, which end on their dates, else a day later.
 */
function judgeBy(
  clocksAt: (at: number) => readonly ZonedClock[],
  plan: HoursPlan,
  now: number,
): HeldVerdict {
  const opening = (hours: HoursByDay, from: number) =>
    nextOpen((at) => limitsOf(clocksAt(at), [hours]), from, now + searched);
  const found = opening(plan, now);
  if (found?.at === now) {
    const until = found.closes;
    const verdict = { allowed: true, until, zone: null, ruleId: null };
    return { verdict, holding: [], holds: until };
  }
  const until = found?.at ?? now + (plan.base ? searched : day);
  const { holding, holds } = rulesHolding(plan, opening, now, until);
  const ruleId = holding[0]?.ruleId ?? null;
  return { verdict: { allowed: false, until, zone: found?.zone ?? null, ruleId }, holding, holds };
}

/**
 * The combined verdict: allowed if all of these allow the call, until the first of them ends; else
 * delayed until the last of them may allow it.
 */
export function strictest(verdicts: readonly HoursVerdict[]): HoursVerdict {
  const against = verdicts.filter(({ allowed }) => !allowed);
  const untils = (against.length > 0 ? against : verdicts).map(({ until }) => until);
  const until = against.length > 0 ? Math.max(...untils) : Math.min(...untils);
  const last = verdicts.find((one) => one.until === until);
  const allowed = against.length === 0;
  return { allowed, until, zone: last?.zone ?? null, ruleId: last?.ruleId ?? null };
}

/**
 * The first instant from `from` on at which the hours are open and stay so for `takes` (both in the units
 * of the verdicts' clock, epoch ms and ms). Where no day has such hours, the end of what was looked at.
 */
export function nextAllowed(
  verdictAt: (at: number) => HoursVerdict,
  from: number,
  takes: number,
): number {
  let at = from;
  while (at < from + searched) {
    const { allowed, until } = verdictAt(at);
    if (allowed && until - takes > at) return at;
    at = Math.max(until, at + 1);
  }
  return at;
}

/**
 * The hours of one zone that are open at an instant, or open next (epoch ms): where its two clocks
 * differ, both must show them.
 *
 * @param plans all must allow it; 14 days later for both when none of those days has hours
 */
export function hoursIn(zone: string, plans: readonly HoursPlan[], at: number) {
  const limits = (instant: number) => limitsOf(distinctClocks([zone], instant), plans);
  const found = nextOpen(limits, at, at + searched);
  if (!found) return { opens: at + searched, closes: at + searched };
  return { opens: found.opens, closes: found.closes };
}

/** A clock that must show hours of a plan. */
interface Limit extends ZonedClock {
  hours: HoursByDay;
}

interface Opening {
  /** The first instant that all limits allow, from the one on that was asked for. */
  at: number;
  /** When the last of them opened, and the first of them closes. */
  opens: number;
  closes: number;
  /** Of the last one to open; null when all are open at once. */
  zone: string | null;
}

/** The first instant before `end` that all limits allow; undefined if there is none. */
function nextOpen(
  limitsAt: (at: number) => readonly Limit[],
  from: number,
  end: number,
): Opening | undefined {
  let at = from;
  let zone: string | null = null;
  while (at < end) {
    const windows = limitsAt(at).map(({ zone, clock, hours }) => ({
      zone,
      ...windowAt(clock, hours, at),
    }));
    const opens = Math.max(...windows.map((window) => window.opens));
    if (opens <= at) {
      return { at, opens, closes: Math.min(...windows.map((window) => window.closes)), zone };
    }
    zone = windows.find((window) => window.opens === opens)?.zone ?? null;
    at = opens;
  }
  return undefined;
}

/** The window that is open at an instant, or the next one to open, as instants; never: Infinity. */
function windowAt(clock: ZoneClock, hours: HoursByDay, at: number) {
  const today = localDay(clock, at);
  for (let ahead = 0; ahead <= searched / day + 1; ahead += 1) {
    const { open, close } = hours.on(today + ahead);
    if (close <= open) continue;
    const closes = instantOn(clock, today + ahead, close);
    if (at < closes) return { opens: instantOn(clock, today + ahead, open), closes };
  }
  return { opens: Number.POSITIVE_INFINITY, closes: Number.POSITIVE_INFINITY };
}

/**
 * The rules that hold a number which may not be called before `until`, and up to when these are the same
 * ones with the same ends.
 */
function rulesHolding(
  plan: HoursPlan,
  opening: (hours: HoursByDay, from: number) => Opening | undefined,
  now: number,
  until: number,
): Pick<HeldVerdict, 'holding' | 'holds'> {
  const lawful = plan.base && opening(plan.base, now);
  if (!lawful || lawful.at >= until) return { holding: [], holds: until };
  const holding: RuleHold[] = [];
  let holds = Math.min(until, lawful.closes);
  for (const { ruleId, hours } of plan.alone) {
    const own = opening(hours, lawful.at);
    const end = own?.at ?? until;
    if (end > lawful.at) holding.push({ ruleId, until: end });
    holds = Math.min(holds, own?.at === lawful.at ? own.closes : end);
  }
  holding.sort((one, other) => other.until - one.until);
  return { holding, holds };
}

/**
 * The rule that closes the last whole local day that one closes between two instants (epoch ms), as an order
 * does; null: none. It need not hold the number yet. Of orders that overlap it is the one that ends last.
 */
export function closingRule(
  zones: readonly string[],
  { base, alone }: HoursPlan,
  from: number,
  until: number,
): number | null {
  if (!base) return null;
  const isClosed = (hours: HoursByDay, on: number) => {
    const { open, close } = hours.on(on);
    return close <= open;
  };
  for (let at = until - 1; at >= from; at -= day) {
    for (const { clock } of distinctClocks(zones, at)) {
      const on = localDay(clock, at);
      const closing = alone.find(({ hours }) => isClosed(hours, on));
      if (closing && !isClosed(base, on)) return closing.ruleId;
    }
  }
  return null;
}

function limitsOf(clocks: readonly ZonedClock[], plans: readonly HoursByDay[]): Limit[] {
  return plans.flatMap((hours) => clocks.map(({ zone, clock }) => ({ zone, clock, hours })));
}

/** Zones that share a clock count once, for the first of them. */
function distinctClocks(zones: readonly string[], at: number): ZonedClock[] {
  const first = new Map<ZoneClock, ZonedClock>();
  for (const zone of zones) {
    for (const clock of clocksOf(zone, at)) {
      if (!first.has(clock)) first.set(clock, { zone, clock });
    }
  }
  return [...first.values()];
}
