/**
 * Campaign times are wall times in America/New_York (document 1 section 9). On the wire they are
 * instants; what is kept is the wall time, so that 9:00 stays 9:00 across daylight saving.
 */
import { Temporal } from 'temporal-polyfill';

export const easternZone = 'America/New_York';

/** The Eastern wall time at an ISO 8601 instant, as `HH:mm`. */
export function easternWallTime(instant: string): string {
  return minutes(Temporal.Instant.from(instant).toZonedDateTimeISO(easternZone).toPlainTime());
}

/**
 * The instant at which Eastern clocks show `wallTime` (`HH:mm` or `HH:mm:ss`) on the Eastern day
 * of `now`, ISO 8601 in UTC. A time that a day skips is taken later, one that comes twice first
 * (spec 3 section 7).
 */
export function instantToday(wallTime: string, now: Date): string {
  return onDay(wallTime, easternDay(now)).toInstant().toString();
}

/**
 * An instant that every reader turns back into exactly `wallTime`: today's, or tomorrow's where
 * the clocks skip that time today.
 */
export function instantThatKeeps(wallTime: string, now: Date): string {
  const day = easternDay(now);
  const today = onDay(wallTime, day);
  const kept = today.toPlainTime().equals(Temporal.PlainTime.from(wallTime));
  return (kept ? today : onDay(wallTime, day.add({ days: 1 }))).toInstant().toString();
}

/** `HH:mm` in UTC of an instant: the documents' startTimeSpan and stopTimeSpan. */
export function utcTimeSpan(instant: string): string {
  return minutes(Temporal.Instant.from(instant).toZonedDateTimeISO('UTC').toPlainTime());
}

/** When the Eastern day of `now` began. */
export function startOfEasternDay(now: Date): Date {
  return new Date(easternDay(now).toZonedDateTime(easternZone).epochMilliseconds);
}

/** When the next Eastern day begins, whatever the clocks do in that night; epoch ms. */
export function endOfEasternDay(day: string): number {
  const next = Temporal.PlainDate.from(day).add({ days: 1 });
  return next.toZonedDateTime(easternZone).epochMilliseconds;
}

/** The Eastern day of `now`, `2026-11-20`. */
export function easternDate(now: Date): string {
  return easternDay(now).toString();
}

function easternDay(now: Date): Temporal.PlainDate {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  return instant.toZonedDateTimeISO(easternZone).toPlainDate();
}

function onDay(wallTime: string, day: Temporal.PlainDate): Temporal.ZonedDateTime {
  const time = Temporal.PlainTime.from(wallTime);
  return day.toPlainDateTime(time).toZonedDateTime(easternZone, { disambiguation: 'compatible' });
}

function minutes(time: Temporal.PlainTime): string {
  return time.toString({ smallestUnit: 'minute' });
}
