/** Times that stay Eastern, whatever zone is chosen (zone.ts): those that the documents label (ET). */
import { type Instant, plainSpace, toDate } from './format.ts';

const timeZone = 'America/New_York';

const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' });
const monthDay = new Intl.DateTimeFormat('en-US', { timeZone, month: 'short', day: 'numeric' });
const monthDayYear = new Intl.DateTimeFormat('en-US', {
  timeZone,
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const days = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const year = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric' });

/** "10:42 AM". */
export function formatTime(at: Instant): string {
  const date = toDate(at);
  return date ? plainSpace(clock.format(date)) : '';
}

/** "Nov 20, 10:41 AM"; with the year when it is not that of `now`. */
export function formatDateTime(at: Instant, now: Date = new Date()): string {
  const date = toDate(at);
  if (!date) return '';
  const day = year.format(date) === year.format(now) ? monthDay : monthDayYear;
  return `${day.format(date)}, ${formatTime(date)}`;
}

/** "2026-11-20": the day of an instant. */
export function easternDay(at: Date): string {
  return days.format(at);
}
