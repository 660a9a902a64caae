/** From what the database counts by day to what the guard of abandonment reads. */
import { type SimMs, simMs } from '../milliseconds.ts';
import { easternDate } from '../wall-time.ts';
import type { AbandonmentRule } from './abandoned-call.ts';
import type { AbandonmentReading } from './abandonment.ts';

/** A campaign's counts under its client's rule. */
export interface CountedAbandonment extends AbandonmentRule {
  /** Of the first day with an answer; null without any. Days since 1970. */
  firstDay: number | null;
  /** [day, persons, abandoned] of the newest days that have an answer. */
  days: readonly (readonly [day: number, persons: number, abandoned: number])[];
}

/** The Eastern day of an instant, in days since 1970. */
export function dayOf(now: SimMs | Date): number {
  return Date.parse(`${easternDate(new Date(now))}T00:00:00Z`) / 86_400_000;
}

/** The first instant of a day as a date of its own: `2026-11-20`. */
export function dateOfDay(day: number): string {
  return new Date(simMs(day * 86_400_000)).toISOString().slice(0, 10);
}

/** A clock that was set back counts on the latest day that there is. */
export function readingOf(counted: CountedAbandonment, now: number): AbandonmentReading {
  const days = counted.days.map(([day, persons, abandoned]) => ({ day, persons, abandoned }));
  const today = Math.max(now, ...days.map(({ day }) => day));
  return { today, firstDay: counted.firstDay ?? today, days };
}
