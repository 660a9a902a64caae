/** Instants as the sentences of a number say them, all Eastern. */
import { easternDay, formatDateTime, formatTime } from '#web/lib/format.ts';
import { countdown } from './countdown.ts';

/** "1:00 PM ET" of today, else "Nov 21, 1:00 PM ET". */
export function atTime(at: string, now: number): string {
  const day = new Date(now);
  const today = easternDay(new Date(at)) === easternDay(day);
  return `${today ? formatTime(at) : formatDateTime(at, day)} ET`;
}

/**
 * The end of a time to call, to the minute: the gate lets nothing begin in its last moments, which
 * may be 11:59:58.
 */
export function untilTime(at: string, now: number): string {
  const minute = 60_000;
  return atTime(new Date(Math.ceil(Date.parse(at) / minute) * minute).toISOString(), now);
}

/** The same with how long until then: "1:00 PM ET, in 2 h 18 min". */
export function atTimeIn(at: string, now: number): string {
  const left = countdown(Date.parse(at), now);
  return left === undefined ? atTime(at, now) : `${atTime(at, now)}, ${left}`;
}

/** "Nov 18", with the year when it is another one. */
export function onDay(at: string, now: number): string {
  return formatDateTime(at, new Date(now)).replace(/, \d{1,2}:\d{2} [AP]M$/, '');
}

/** "08:00" → "8:00 AM". */
export function wallClock(time: string): string {
  const hours = Number(time.slice(0, 2));
  return `${hours % 12 || 12}${time.slice(2)} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** "today at 1:00 PM ET, in 2 h 18 min", "on Nov 21, 8:00 AM ET, in 21 h". */
export function nextTime(at: string, now: number): string {
  const today = easternDay(new Date(at)) === easternDay(new Date(now));
  return `${today ? 'today at' : 'on'} ${atTimeIn(at, now)}`;
}
