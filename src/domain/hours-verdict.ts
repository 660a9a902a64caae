/** Verdicts on hours: whether all clocks that a number may have allow contact, and until when. */
import { hoursLookedAheadDays } from '#contract/policy.ts';
import { type DayHours, type HoursPlan, type HoursRange, planOf } from './hours-plan.ts';
import { clocksOf, instantOn, localDay, type ZoneClock } from './zone-rules/zone-clock.ts';

/** `until`: the instant (epoch ms) up to which this verdict holds. */
export interface HoursVerdict {
  allowed: boolean;
  until: number;
  /** The zone that delays the call: the last one to open. Null when the call is allowed. */
  zone: string | null;
  /**
   * The rule of the contact policy that delays the call: the last one that forbids what the law and
   * the client's hours would allow. Null when those alone delay it, or the call is allowed.
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

/** A verdict, and the instant up to which a later look would say the same, its rule included. */
export interface HeldVerdict {
  verdict: HoursVerdict;
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
  const found = nextOpen((at) => limitsOf(clocksAt(at), [plan]), now, now + searched);
  if (found?.at === now) {
    const until = found.closes;
    return { verdict: { allowed: true, until, zone: null, ruleId: null }, holds: until };
  }
  const until = found?.at ?? now + (plan.base ? searched : day);
  const delay = delayingRule(clocksAt, plan, now, until);
  const ruleId = delay?.ruleId ?? null;
  return {
    verdict: { allowed: false, until, zone: found?.zone ?? null, ruleId },
    holds: delay?.until ?? until,
  };
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
  plan: HoursPlan;
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
    const windows = limitsAt(at).map(({ zone, clock, plan }) => ({
      zone,
      ...windowAt(clock, plan, at),
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
function windowAt(clock: ZoneClock, plan: HoursPlan, at: number) {
  const today = localDay(clock, at);
  for (let ahead = 0; ahead <= searched / day + 1; ahead += 1) {
    const { open, close } = plan.on(today + ahead);
    if (close <= open) continue;
    const closes = instantOn(clock, today + ahead, close);
    if (at < closes) return { opens: instantOn(clock, today + ahead, open), closes };
  }
  return { opens: Number.POSITIVE_INFINITY, closes: Number.POSITIVE_INFINITY };
}

/**
 * The rule that forbids the last instant before `until` that the hours without rules allow, and the
 * end of what they allow; null when they allow none.
 */
function delayingRule(
  clocksAt: (at: number) => readonly ZonedClock[],
  { base, on }: HoursPlan,
  now: number,
  until: number,
): { ruleId: number; until: number } | null {
  if (!base) return null;
  let end: number | undefined;
  for (let at = now; at < until; ) {
    const allowed = nextOpen((instant) => limitsOf(clocksAt(instant), [base]), at, until);
    if (!allowed) break;
    end = Math.min(allowed.closes, until);
    at = end;
  }
  if (end === undefined) return null;
  const last = end - 1;
  for (const { clock } of clocksAt(last)) {
    const ruleId = ruleAgainst(on(localDay(clock, last)), minuteOf(clock, last));
    if (ruleId !== null) return { ruleId, until: end };
  }
  return null;
}

/** The rule that forbids this minute of a day; null when it is allowed or no rule forbids it. */
function ruleAgainst({ open, close, openRule, closeRule }: DayHours, minute: number) {
  if (minute < open) return openRule;
  return minute >= close ? closeRule : null;
}

/**
 * The first rule that closes a whole local day between two instants (epoch ms), as an order does; null: none.
 * Another rule may narrow the hours of the day after it, and is then the one that a verdict names.
 */
export function closingRule(
  zones: readonly string[],
  plan: HoursPlan,
  from: number,
  until: number,
): number | null {
  if (!plan.base) return null;
  for (let at = from; at < until; at += day) {
    for (const { clock } of distinctClocks(zones, at)) {
      const { open, close, openRule, closeRule } = plan.on(localDay(clock, at));
      if (close <= open && openRule !== null && openRule === closeRule) return openRule;
    }
  }
  return null;
}

/** Minutes after midnight that a clock shows. */
function minuteOf(clock: ZoneClock, instant: number): number {
  return Math.floor(((instant + clock.offsetAt(instant)) % day) / 60_000);
}

function limitsOf(clocks: readonly ZonedClock[], plans: readonly HoursPlan[]): Limit[] {
  return plans.flatMap((plan) => clocks.map(({ zone, clock }) => ({ zone, clock, plan })));
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
