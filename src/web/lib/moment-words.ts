/**
 * Instants inside sentences, in the chosen zone, which the screen names once: with the day only when
 * it is not today's.
 */
import { formatLocalDateTime, formatLocalTime, localDay } from './local-time.ts';
import { zoneId } from './zone.ts';

export function isSameDay(one: Date | string, other: Date | string): boolean {
  return localDay(new Date(one)) === localDay(new Date(other));
}

/** "1:00 PM" of the day of `now`, else "Nov 21, 1:00 PM". */
export function momentWords(at: Date | string, now: Date): string {
  return isSameDay(at, now) ? formatLocalTime(at) : formatLocalDateTime(at, now);
}

/** "1:00 PM to 3:00 PM"; one moment where both read alike. */
export function spanWords(from: string, to: string, now: Date): string {
  const [first, last] = [momentWords(from, now), momentWords(to, now)];
  return first === last ? first : `${first} to ${last}`;
}

/** "Monday", "Mon". */
export function weekdayOf(at: Date, weekday: 'long' | 'short'): string {
  return at.toLocaleDateString('en-US', { timeZone: zoneId(), weekday });
}

/** The gate lets nothing begin in the last moments of a time to call, which may end at 11:59:58. */
export function wholeMinute(at: string): string {
  const minute = 60_000;
  return new Date(Math.ceil(Date.parse(at) / minute) * minute).toISOString();
}
