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

/** Days within which a missed stop is made up for; later, a person has decided otherwise. */
const daysBack = 7;
/** A stop that is ticked at all comes within a week. */
const daysAhead = 7;

/**
 * What the schedule asks for at `now`: its newest occurrence, which supersedes those before it. A
 * start that was missed is asked for until its window ends: at the next stop, or without one at
 * the end of its Eastern day.
 *
 * @param since epoch ms from which this schedule holds; what was due before is not made up for
 */
export function dueOccurrence(
  schedule: Schedule,
  now: number,
  since: number,
): Occurrence | undefined {
  const last = past(schedule, now).findLast((one) => one.at >= since);
  if (last?.kind === 'start' && !inWindowOf(last, schedule, now)) return undefined;
  return last;
}

/**
 * Whether an automatic start was due today (or, days ago, before a stop still to come) and still
 * holds.
 *
 * @param stoppedAt epoch ms at which a person stopped the campaign: earlier starts do not hold
 */
export function insideWindow(schedule: Schedule, now: number, stoppedAt?: number): boolean {
  const last = past(schedule, now).at(-1);
  if (last?.kind !== 'start' || (stoppedAt !== undefined && stoppedAt >= last.at)) return false;
  return inWindowOf(last, schedule, now);
}

/** The automatic start that comes next, within a week. */
export function nextStart(schedule: Schedule, now: number): Occurrence | undefined {
  return occurrences(schedule, now, 0, daysAhead).find(
    (one) => one.kind === 'start' && one.at > now,
  );
}

/** Starts and stops after `now`, within some days, by instant. */
export function occurrencesBetween(schedule: Schedule, now: number, days: number): Occurrence[] {
  return occurrences(schedule, now, 0, days).filter(({ at }) => at > now);
}

/** If the schedule has a stop and the newest occurrence is a start, its stop is yet to come. */
function inWindowOf(start: Occurrence, schedule: Schedule, now: number): boolean {
  const stopsToCome = occurrences(schedule, now, 0, daysAhead).some(
    (one) => one.kind === 'stop' && one.at > now,
  );
  return stopsToCome || easternDay(now).toString() === start.easternDate;
}

function past(schedule: Schedule, now: number): Occurrence[] {
  return occurrences(schedule, now, -daysBack, 0).filter((one) => one.at <= now);
}

/** Of some days around today, by instant; at one instant the stop comes last and wins. */
function occurrences(schedule: Schedule, now: number, first: number, last: number): Occurrence[] {
  const today = easternDay(now);
  const found: Occurrence[] = [];
  for (let day = first; day <= last; day += 1) {
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
