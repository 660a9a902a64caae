/**
 * What clocks show in a time zone: by the rules that Carillon carries (zone-rules.gen.ts), and by
 * those of the Node that runs it, which may be older or newer. Where they differ, both count.
 */
import { Temporal } from 'temporal-polyfill';
import { tzRange, zoneGroups } from './zone-rules.gen.ts';

export interface ZoneClock {
  /** Milliseconds to add to UTC at an instant (epoch ms). */
  offsetAt(instant: number): number;
  /** Every change of the offset after the first instant and up to the second, ascending. */
  changesBetween(after: number, until: number): number[];
}

interface Change {
  at: number;
  offset: number;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const [rangeStart, rangeEnd] = tzRange.map((instant) => Date.parse(instant)) as [number, number];

/** The same object for all zones of a group, so that equal clocks are easy to recognize. */
const carried = new Map<string, ZoneClock>();
for (const { zones, changes } of zoneGroups) {
  const parsed = changes.map(([at, offset]) => ({
    at: Date.parse(at),
    offset: parseOffset(offset),
  }));
  const clock = clockOf(parsed);
  for (const zone of zones) carried.set(zone, clock);
}

/** Every zone that the rules know. */
export const carriedZones: readonly string[] = [...carried.keys()];

/** By the rules that Carillon carries; undefined for a zone or an instant outside them. */
export function carriedClock(zone: string, instant: number): ZoneClock | undefined {
  return instant >= rangeStart && instant < rangeEnd ? carried.get(zone) : undefined;
}

const clocksOfNode = new Map<string, ZoneClock>();

/** By Node's own data. */
export function nodeClock(zone: string): ZoneClock {
  const known = clocksOfNode.get(zone);
  if (known) return known;
  const fresh = readNode(zone);
  clocksOfNode.set(zone, fresh);
  return fresh;
}

/** Both clocks of a zone at an instant, or Node's alone where ours have no data. */
export function clocksOf(zone: string, instant: number): ZoneClock[] {
  const ours = carriedClock(zone, instant);
  return ours ? [ours, nodeClock(zone)] : [nodeClock(zone)];
}

/**
 * What clocks of a zone show at an instant (epoch ms), as `HH:mm`: by our rules where they hold.
 */
export function wallTimeIn(zone: string, instant: number): string {
  const clock = carriedClock(zone, instant) ?? nodeClock(zone);
  return new Date(instant + clock.offsetAt(instant)).toISOString().slice(11, 16);
}

/** The day that a clock shows, counted from 1970-01-01. */
export function localDay(clock: ZoneClock, instant: number): number {
  return Math.floor((instant + clock.offsetAt(instant)) / day);
}

/**
 * The instant at which a clock shows `minutes` after midnight of a local day. A time that the day
 * skips is taken later, one that comes twice the first time.
 */
export function instantOn(clock: ZoneClock, localDay: number, minutes: number): number {
  const wall = localDay * day + minutes * minute;
  const before = clock.offsetAt(wall - day);
  const after = clock.offsetAt(wall + day);
  const early = wall - before;
  if (before === after || clock.offsetAt(early) === before) return early;
  const late = wall - after;
  return clock.offsetAt(late) === after ? late : early;
}

function clockOf(changes: readonly Change[]): ZoneClock {
  return {
    offsetAt: (instant) => lastBefore(changes, instant).offset,
    changesBetween: (after, until) =>
      changes.map(({ at }) => at).filter((at) => at > after && at <= until),
  };
}

function lastBefore(changes: readonly Change[], instant: number): Change {
  const found = changes.findLast(({ at }) => at <= instant) ?? changes[0];
  if (!found) throw new Error('a zone without a clock');
  return found;
}

/** Node is asked year by year and cached: asking it costs much more than a lookup. */
function readNode(zone: string): ZoneClock {
  const years = new Map<number, Change[]>();
  const yearOf = (instant: number) => {
    const year = new Date(instant).getUTCFullYear();
    const known = years.get(year);
    if (known) return known;
    const fresh = changesOfYear(zone, year);
    years.set(year, fresh);
    return fresh;
  };
  return {
    offsetAt: (instant) => lastBefore(yearOf(instant), instant).offset,
    changesBetween(after, until) {
      const found: number[] = [];
      const last = new Date(until).getUTCFullYear();
      for (let year = new Date(after).getUTCFullYear(); year <= last; year += 1) {
        // The first entry is the start of the year, where nothing changes.
        for (const { at } of yearOf(Date.UTC(year, 6)).slice(1)) {
          if (at > after && at <= until) found.push(at);
        }
      }
      return found;
    },
  };
}

function changesOfYear(zone: string, year: number): Change[] {
  const start = Date.UTC(year, 0);
  const end = Date.UTC(year + 1, 0);
  let time = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
  const changes = [{ at: start, offset: time.offsetNanoseconds / 1_000_000 }];
  for (;;) {
    const next = time.getTimeZoneTransition('next');
    if (next === null || next.epochMilliseconds >= end) return changes;
    time = next;
    changes.push({ at: time.epochMilliseconds, offset: time.offsetNanoseconds / 1_000_000 });
  }
}

/** `-05:00` in milliseconds. */
function parseOffset(text: string): number {
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * minute;
}
