/**
 * An automatic schedule as people say it: "Mon–Fri 9 AM – 8 PM". Its days and times are Eastern,
 * whatever zone is chosen; only the next start is an instant, and is said in the chosen one.
 */
import { easternDay } from './eastern-format.ts';
import { formatLocalTime, localDay, localInstant } from './local-time.ts';
import { weekdayOf } from './moment-words.ts';
import { zoneId } from './zone.ts';

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The documents' weekday strings: seven digits of 0 or 1, Monday first. */
export function isTicked(weekdays: string, day: number): boolean {
  return weekdays.charAt(day) === '1';
}

/** All seven. */
export const everyDay = '1111111';

/** "1111100" → "Mon–Fri"; runs of three and more days are joined, '' for none. */
export function weekdaysInWords(weekdays: string): string {
  if (weekdays === everyDay) return 'Every day';
  return runsOf(weekdays)
    .flatMap(([first, last]) => {
      if (last - first >= 2) return [`${short(first)}–${short(last)}`];
      return first === last ? [short(first)] : [short(first), short(last)];
    })
    .join(', ');
}

/** A start or a stop; it happens only on ticked days and with a time. */
export interface AutoTime {
  /** `HH:mm` of the Eastern clock; undefined without one. */
  time: string | undefined;
  weekdays: string;
}

export interface AutoTimes {
  start: AutoTime;
  stop: AutoTime;
}

/** "Mon–Fri 9 AM – 8 PM", "starts Mon–Fri 9 AM"; '' when nothing happens by itself. */
export function scheduleInWords({ start, stop }: AutoTimes): string {
  const starts = momentInWords(start);
  const stops = momentInWords(stop);
  if (starts === '' && stops === '') return '';
  if (stops === '') return `starts ${starts}`;
  if (starts === '') return `stops ${stops}`;
  // Only a stop later on the day of its start reads as one span.
  const oneSpan = start.weekdays === stop.weekdays && (start.time ?? '') < (stop.time ?? '');
  return oneSpan
    ? `${starts} – ${clockInWords(stop.time ?? '')}`
    : `starts ${starts}, stops ${stops}`;
}

function momentInWords({ time, weekdays }: AutoTime): string {
  const days = weekdaysInWords(weekdays);
  return days === '' || time === undefined ? '' : `${days} ${clockInWords(time)}`;
}

/** "09:00" → "9 AM", "13:30" → "1:30 PM", "12:00" → "noon". */
export function clockInWords(time: string): string {
  if (time === '12:00') return 'noon';
  if (time === '00:00') return 'midnight';
  const [hours = '0', minutes = '00'] = time.split(':');
  const hour = Number(hours);
  const past = minutes === '00' ? '' : `:${minutes}`;
  return `${hour % 12 || 12}${past} ${hour < 12 ? 'AM' : 'PM'}`;
}

/** What lists and forms carry: instants of which only the Eastern time of day counts. */
export interface WireSchedule {
  startTime: string | null;
  stopTime: string | null;
  startAutomatically: boolean;
  stopAutomatically: boolean;
  startWeekdays: string;
  stopWeekdays: string;
}

const none = '0000000';

/** What happens by itself: a time without a weekday, or one that is switched off, is none. */
export function autoTimesOf(campaign: WireSchedule): AutoTimes {
  const moment = (on: boolean, instant: string | null, weekdays: string): AutoTime => ({
    time: instant === null ? undefined : wallTime(instant),
    weekdays: on && instant !== null ? weekdays : none,
  });
  return {
    start: moment(campaign.startAutomatically, campaign.startTime, campaign.startWeekdays),
    stop: moment(campaign.stopAutomatically, campaign.stopTime, campaign.stopWeekdays),
  };
}

/** After a schedule where another zone is the screen's: " ET". */
export function easternMark(): string {
  return zoneId() === eastern ? '' : ' ET';
}

/** The next start after `now`: "9:00 AM", "tomorrow at 9:00 AM", "Monday at 9:00 AM". */
export function nextInWords(moment: AutoTime, now: Date): string | undefined {
  const at = nextInstant(moment, now);
  if (at === undefined) return undefined;
  const clock = formatLocalTime(at);
  const days = Math.round((Date.parse(localDay(at)) - Date.parse(localDay(now))) / dayLength);
  if (days === 0) return clock;
  if (days === 1) return `tomorrow at ${clock}`;
  return `${days === 7 ? 'next ' : ''}${weekdayOf(at, 'long')} at ${clock}`;
}

const dayLength = 24 * 60 * 60 * 1_000;

function nextInstant(moment: AutoTime, now: Date): Date | undefined {
  const days = daysUntil(moment, now);
  if (days === undefined || moment.time === undefined) return undefined;
  const day = new Date(Date.parse(easternDay(now)) + days * dayLength).toISOString().slice(0, 10);
  const at = localInstant(day, `${moment.time}:00`, eastern);
  return at === undefined ? undefined : new Date(at);
}

/** Minutes from `now` to the next moment, for an order; undefined when there is none. */
export function minutesUntil(moment: AutoTime, now: Date): number | undefined {
  const days = daysUntil(moment, now);
  if (days === undefined || moment.time === undefined) return undefined;
  return days * 24 * 60 + minuteOf(moment.time) - minuteOf(wallTime(now));
}

/** 0 for later today, up to 7. */
function daysUntil({ time, weekdays }: AutoTime, now: Date): number | undefined {
  if (time === undefined) return undefined;
  const today = (weekdayNames as readonly string[]).indexOf(weekday.format(now));
  const passed = time <= wallTime(now);
  for (let days = passed ? 1 : 0; days <= 7; days += 1) {
    if (isTicked(weekdays, (today + days) % 7)) return days;
  }
  return undefined;
}

const eastern = 'America/New_York';
const clock = new Intl.DateTimeFormat('en-GB', {
  timeZone: eastern,
  hour: '2-digit',
  minute: '2-digit',
});
const weekday = new Intl.DateTimeFormat('en-US', { timeZone: eastern, weekday: 'long' });

/** `HH:mm` of the Eastern clock at an instant. */
export function wallTime(at: Date | string): string {
  return clock.format(new Date(at));
}

function minuteOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

function short(day: number): string {
  return (weekdayNames[day] ?? '').slice(0, 3);
}

function runsOf(weekdays: string): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (let day = 0; day < weekdayNames.length; day += 1) {
    if (!isTicked(weekdays, day)) continue;
    const run = runs.at(-1);
    if (run && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}
