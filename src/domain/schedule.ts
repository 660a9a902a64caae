/**
 * Automatic starts and stops (spec 3 section 7): Eastern wall times on ticked Eastern weekdays. A
 * time that a day skips fires at the later instant, one that comes twice at the first.
 */
import { Temporal } from 'temporal-polyfill';
import { easternZone } from './wall-time.ts';

export interface Schedule {
  /** `HH:mm:ss`; null for none. */
  startTime: string | null;
  stopTime: string | null;
  startAutomatically: boolean;
  stopAutomatically: boolean;
  /** Seven digits from Monday on, 1 is ticked. */
  startWeekdays: string;
  stopWeekdays: string;
}

export interface Occurrence {
  kind: 'start' | 'stop';
  /** `YYYY-MM-DD`. */
  easternDate: string;
  /** `HH:mm:ss`. */
  wallTime: string;
  /** Epoch ms. */
  at: number;
}

/** A missed stop is made up for within so many days; before that, somebody else has decided. */
const daysBack = 7;

/**
 * What the schedule asks for at `now`: its newest occurrence, which supersedes those before it. A
 * start that was missed is asked for until its window ends: at the next stop, or without one at
 * the end of its Eastern day.
 *
 * @param since epoch ms from which on this schedule holds; what lies before it is not made up for
 */
export function dueOccurrence(
  schedule: Schedule,
  now: number,
  since: number,
): Occurrence | undefined {
  const newest = occurrences(schedule, now).filter((one) => one.at >= since && one.at <= now);
  const last = newest.at(-1);
  if (last?.kind === 'start' && !inWindowOf(last, schedule, now)) return undefined;
  return last;
}

/** Whether an automatic start was due today (or before a stop still to come) and still holds. */
export function insideWindow(schedule: Schedule, now: number): boolean {
  const last = occurrences(schedule, now)
    .filter((one) => one.at <= now)
    .at(-1);
  return last?.kind === 'start' && inWindowOf(last, schedule, now);
}

/** With a stop at all, the newest occurrence being a start means that its stop is yet to come. */
function inWindowOf(start: Occurrence, schedule: Schedule, now: number): boolean {
  const stopsToCome = occurrences(schedule, now).some(
    (one) => one.kind === 'stop' && one.at > now && one.at <= start.at + 24 * 3_600_000,
  );
  return stopsToCome || easternDay(now).toString() === start.easternDate;
}

/** From some days ago until tomorrow, by instant; at one instant the stop comes last and wins. */
function occurrences(schedule: Schedule, now: number): Occurrence[] {
  const today = easternDay(now);
  const found: Occurrence[] = [];
  for (let day = -daysBack; day <= 1; day += 1) {
    const date = today.add({ days: day });
    const { startTime, stopTime, startWeekdays, stopWeekdays } = schedule;
    if (schedule.startAutomatically) add(found, 'start', date, startTime, startWeekdays);
    if (schedule.stopAutomatically) add(found, 'stop', date, stopTime, stopWeekdays);
  }
  return found.sort((a, b) => a.at - b.at || (a.kind < b.kind ? -1 : 1));
}

function add(
  found: Occurrence[],
  kind: Occurrence['kind'],
  date: Temporal.PlainDate,
  time: string | null,
  weekdays: string,
): void {
  if (time === null || weekdays[date.dayOfWeek - 1] !== '1') return;
  const plainTime = Temporal.PlainTime.from(time);
  const at = date
    .toPlainDateTime(plainTime)
    .toZonedDateTime(easternZone, { disambiguation: 'compatible' }).epochMilliseconds;
  found.push({ kind, easternDate: date.toString(), wallTime: plainTime.toString(), at });
}

function easternDay(instant: number): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant)
    .toZonedDateTimeISO(easternZone)
    .toPlainDate();
}
