/**
 * Times as the console writes them, in the zone that was chosen (zone.ts) and on the platform's
 * clock, which the server sends. Sentences and columns that the documents label (ET) use eastern-format.ts.
 */
import { type Instant, plainSpace, toDate, two } from './format.ts';
import { platformNow } from './simulation.ts';
import { zoneId, zoneMark } from './zone.ts';

interface WallTime {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(timeZone, clock);
  return clock;
}

function wallTime(at: Date, timeZone = zoneId()): WallTime {
  const parts = clockOf(timeZone).formatToParts(at);
  const of = (name: string) => Number(parts.find(({ type }) => type === name)?.value ?? 0);
  return {
    year: of('year'),
    month: of('month'),
    day: of('day'),
    hour: of('hour'),
    minute: of('minute'),
    second: of('second'),
  };
}

const dayOf = ({ year, month, day }: WallTime) => `${year}-${two(month)}-${two(day)}`;

/** "2026-11-20 10:41:07 AM", the documents' form for call records; '' for an invalid date. */
export function formatRecordTime(at: Instant): string {
  const date = toDate(at);
  if (!date) return '';
  const wall = wallTime(date);
  const clock = `${two(wall.hour % 12 || 12)}:${two(wall.minute)}:${two(wall.second)}`;
  return `${dayOf(wall)} ${clock} ${wall.hour < 12 ? 'AM' : 'PM'}`;
}

/**
 * "2026-11-20 22:41:07", the documents' form for archives; '' for an invalid date. They give it
 * no AM or PM, so the hours go to 23 to be unambiguous.
 */
export function formatArchiveTime(at: Instant): string {
  const date = toDate(at);
  if (!date) return '';
  const wall = wallTime(date);
  return `${dayOf(wall)} ${[wall.hour, wall.minute, wall.second].map(two).join(':')}`;
}

/** "2026-11-20": the day of an instant. */
export function localDay(at: Date): string {
  return dayOf(wallTime(at));
}

/** "Nov 20, 10:41 AM"; with the year when it is not that of `now`. */
export function formatLocalDateTime(at: Instant, now: Date = platformNow()): string {
  const date = toDate(at);
  if (!date) return '';
  return `${formatLocalDay(date, now)}, ${formatLocalTime(date)}`;
}

/** "Nov 20"; with the year when it is not that of `now`. */
export function formatLocalDay(at: Instant, now: Date = platformNow()): string {
  const date = toDate(at);
  if (!date) return '';
  const year = wallTime(date).year === wallTime(now).year ? undefined : ('numeric' as const);
  const parts = { timeZone: zoneId(), month: 'short', day: 'numeric', year } as const;
  return date.toLocaleDateString('en-US', parts);
}

/** "14:05:09": the time of an instant. */
export function localClock(at: Date): string {
  const { hour, minute, second } = wallTime(at);
  return [hour, minute, second].map(two).join(':');
}

type Precision = 'minutes' | 'seconds';

/** "10:41 AM", "10:41:18 AM". */
export function formatLocalTime(at: Instant, precision: Precision = 'minutes'): string {
  const second = precision === 'seconds' ? ('2-digit' as const) : undefined;
  return clockText(at, { hour: 'numeric', minute: '2-digit', second });
}

/** "10:41:18 AM ET": where the screen does not name the zone. */
export function formatMarkedTime(at: Instant, precision?: Precision): string {
  const date = toDate(at);
  return date ? `${formatLocalTime(date, precision)} ${zoneMark(date)}` : '';
}

/** "Nov 20, 10:41 AM ET". */
export function formatMarkedDateTime(at: Instant, now: Date = platformNow()): string {
  const date = toDate(at);
  return date ? `${formatLocalDateTime(date, now)} ${zoneMark(date)}` : '';
}

function clockText(at: Instant, parts: Intl.DateTimeFormatOptions): string {
  const date = toDate(at);
  const text = date?.toLocaleTimeString('en-US', { timeZone: zoneId(), ...parts }) ?? '';
  return plainSpace(text);
}

/** Minutes east of UTC at an instant. */
export function offsetMinutes(at: Date, timeZone = zoneId()): number {
  const { year, month, day, hour, minute, second } = wallTime(at, timeZone);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  return Math.round((wall - Math.floor(at.getTime() / 1_000) * 1_000) / 60_000);
}

/** "UTC-05:00" at an instant. */
export function offsetName(at: Date): string {
  const east = offsetMinutes(at);
  const minutes = Math.abs(east);
  return `UTC${east < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

/**
 * Milliseconds since the epoch of a day ("2026-11-20") and time ("10:41:07") of the chosen zone or
 * another one; undefined when there is no such day or time. One that comes twice is the first, one
 * that does not exist (in spring) an hour later.
 */
export function localInstant(day: string, time: string, timeZone = zoneId()): number | undefined {
  const asUtc = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(asUtc)) return undefined;
  const around = [asUtc - 86_400_000, asUtc + 86_400_000].map(
    (at) => asUtc - offsetMinutes(new Date(at), timeZone) * 60_000,
  );
  const exact = around.find((at) => at + offsetMinutes(new Date(at), timeZone) * 60_000 === asUtc);
  return exact ?? around[0];
}
