/**
 * When a number may be called: 8:00 to 21:00 in every zone it may be in (47 CFR 64.1200(c)(1),
 * spec 3 section 7). A client can be stricter, for all numbers or for a state, never looser. Clock
 * times come from the zone rules that Carillon carries and from Node: where they differ, both must
 * allow the call.
 */
import { knownState, statesOfZip } from './address-zones.ts';
import { candidateZones, isGeographic } from './number-zones.ts';
import { areaCodeOf } from './numbering-plan/area-code.ts';
import { clocksOf, instantOn, localDay, type ZoneClock } from './zone-rules/zone-clock.ts';

/** Wall times `HH:mm`; a call may start from `open` on and before `close`. */
export interface HoursRange {
  open: string;
  close: string;
}

/** What the operator set for a client: column client.calling_hours. */
export interface ClientHours extends Partial<HoursRange> {
  /**
   * By two-letter state: the stated one, the zip code's and every one of the area code; where
   * several have hours of their own the strictest hold.
   */
  states?: Record<string, Partial<HoursRange>>;
}

export const lawfulHours: HoursRange = { open: '08:00', close: '21:00' };

export interface Callee {
  /** 11 digits. */
  phone: string;
  state: string | null;
  zipCode: string | null;
}

/** `until`: the instant (epoch ms) up to which this verdict holds. */
export interface HoursVerdict {
  allowed: boolean;
  until: number;
  /** The zone that delays the call: the last one to open. Null when the call is allowed. */
  zone: string | null;
}

/** Verdicts of one client's rules; cached, because a batch asks the same few questions. */
export interface CallingHours {
  verdict(callee: Callee, now: number): HoursVerdict;
  /** The strictest hours that apply to it, in each of its zones. */
  rangeOf(callee: Callee): HoursRange;
}

/** When no instant of the next days suits every zone: ask again then. */
const giveUpAfter = 24 * 3_600_000;
const mostSteps = 50;

export function callingHours(client: ClientHours | null): CallingHours {
  const general = stricter(lawfulHours, client ?? {});
  const verdicts = new Map<string, HoursVerdict & { from: number }>();

  function ofStates({ phone, state, zipCode }: Callee): HoursRange {
    if (!client?.states) return general;
    // A non-geographic number may ring in any state, as it may ring in any zone.
    const geographic = isGeographic(phone) ? areaCodeOf(phone)?.states : undefined;
    const ofCode = geographic ?? Object.keys(client.states);
    const states = [knownState(state) ?? '', ...statesOfZip(zipCode), ...ofCode];
    return states.reduce((hours, one) => stricter(hours, client.states?.[one] ?? {}), general);
  }

  return {
    rangeOf: ofStates,
    verdict(callee, now) {
      const hours = ofStates(callee);
      const zones = candidateZones(callee.phone, callee.state, callee.zipCode);
      const key = `${hours.open} ${hours.close} ${zones.join(' ')}`;
      const known = verdicts.get(key);
      if (known && now >= known.from && now < known.until) return known;
      const fresh = { ...verdictIn(zones, hours, now), from: now };
      verdicts.set(key, fresh);
      return fresh;
    },
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
  const zone = verdicts.find((one) => one.until === until)?.zone ?? null;
  return { allowed: against.length === 0, until, zone };
}

/** The verdict for a number that may be in any of these zones. */
export function verdictIn(zones: readonly string[], hours: HoursRange, now: number): HoursVerdict {
  return verdictBy((at) => distinctClocks(zones, at), hours, now);
}

/** A clock that must allow the call, and the zone whose time it shows. */
export interface ZonedClock {
  zone: string;
  clock: ZoneClock;
}

/** The verdict when all of the clocks that count at an instant must allow it. */
export function verdictBy(
  clocksAt: (at: number) => readonly ZonedClock[],
  hours: HoursRange,
  now: number,
): HoursVerdict {
  const range = { open: minutesOf(hours.open), close: minutesOf(hours.close) };
  let at = now;
  let zone: string | null = null;
  for (let step = 0; step < mostSteps; step += 1) {
    const windows = clocksAt(at).map(({ zone, clock }) => ({
      zone,
      ...windowAt(clock, range, at),
    }));
    const opening = Math.max(...windows.map((window) => window.open));
    if (opening <= at) {
      const closing = Math.min(...windows.map((window) => window.close));
      const allowed = at === now;
      return { allowed, until: allowed ? closing : at, zone };
    }
    at = opening;
    zone = windows.find((window) => window.open === opening)?.zone ?? null;
  }
  return { allowed: false, until: now + giveUpAfter, zone: null };
}

/**
 * The hours of one zone that are open at an instant, or open next (epoch ms): where its two clocks
 * differ, both must show them.
 */
export function hoursIn(zone: string, hours: HoursRange, at: number) {
  const range = { open: minutesOf(hours.open), close: minutesOf(hours.close) };
  const windows = clocksOf(zone, at).map((clock) => windowAt(clock, range, at));
  return {
    opens: Math.max(...windows.map(({ open }) => open)),
    closes: Math.min(...windows.map(({ close }) => close)),
  };
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

/** Minutes after midnight. */
interface MinuteRange {
  open: number;
  close: number;
}

/** The window that is open at an instant, or the next one to open, as instants. */
function windowAt(clock: ZoneClock, range: MinuteRange, at: number) {
  const today = localDay(clock, at);
  const window = windowOn(clock, today, range);
  return at < window.close ? window : windowOn(clock, today + 1, range);
}

function windowOn(clock: ZoneClock, day: number, { open, close }: MinuteRange) {
  return { open: instantOn(clock, day, open), close: instantOn(clock, day, close) };
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** `HH:mm` compares as text. An empty range stays empty: then no instant is allowed. */
function stricter(base: HoursRange, wish: Partial<HoursRange>): HoursRange {
  const open = wish.open !== undefined && wish.open > base.open ? wish.open : base.open;
  const close = wish.close !== undefined && wish.close < base.close ? wish.close : base.close;
  return { open, close: close < open ? open : close };
}
