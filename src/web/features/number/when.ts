/** Instants as the sentences of a number say them, in the chosen zone. */
import { formatLocalDay } from '#web/lib/local-time.ts';
import { isSameDay, momentWords, wholeMinute } from '#web/lib/moment-words.ts';
import { countdown } from './countdown.ts';

/** "1:00 PM" of today, else "Nov 21, 1:00 PM". */
export function atTime(at: string, now: number): string {
  return momentWords(at, new Date(now));
}

/** The end of a time to call, to the minute. */
export function untilTime(at: string, now: number): string {
  return atTime(wholeMinute(at), now);
}

/** The same with how long until then: "1:00 PM, in 2 h 18 min". */
export function atTimeIn(at: string, now: number): string {
  const left = countdown(Date.parse(at), now);
  return left === undefined ? atTime(at, now) : `${atTime(at, now)}, ${left}`;
}

/** "Nov 18", with the year when it is another one. */
export function onDay(at: string, now: number): string {
  return formatLocalDay(at, new Date(now));
}

/** "today at 1:00 PM, in 2 h 18 min", "on Nov 21, 8:00 AM, in 21 h". */
export function nextTime(at: string, now: number): string {
  return `${isSameDay(at, new Date(now)) ? 'today at' : 'on'} ${atTimeIn(at, now)}`;
}
