/**
 * Moves the demo's history to the days before now: by whole Eastern days, each of which keeps its time of
 * day in Eastern Time whatever the clocks did in between. The history has summer time and ends in the
 * afternoon, so that a time of day stays inside calling hours in zones without summer time, too: in winter
 * it is one hour later there (9:00 instead of 8:00), and the latest call is before 20:00 Eastern.
 */
import { Temporal } from 'temporal-polyfill';

const zone = 'America/New_York';
const dayMs = 86_400_000;
/** All of the history is summer time. */
const summerOffset = 4 * 3_600_000;

/** Of a day of the history, in days since 1970. */
export const easternMidnight = (day: number): number => day * dayMs + summerOffset;

export interface Moved {
  sim(ms: number): number;
  /** The machine's clock at that instant of the platform's. */
  real(ms: number): number;
  /** Days since 1970. */
  day(day: number): number;
  /** The name of a month, such as "November": that of the third day before the last, or the given number of months earlier. */
  month(step: number): string;
}

interface Given {
  /** Of the history: days since 1970, and its last minute of that day. */
  lastDay: number;
  endMinute: number;
  /** Where the platform's clock began, on it and on the machine's. */
  anchor: { real: number; simulated: number };
}

export function moveHistory({ lastDay, endMinute, anchor }: Given): Moved {
  const days = daysUntil(lastDay, endMinute, anchor.simulated);
  const steps = new Map<number, number>();
  const stepOf = (day: number) => {
    const known = steps.get(day);
    if (known !== undefined) return known;
    const step = noonOf(day + days) - noonOf(day);
    steps.set(day, step);
    return step;
  };
  const sim = (ms: number) => ms + stepOf(Math.floor((ms - summerOffset) / dayMs));
  return {
    sim,
    real: (ms) => Math.round(sim(ms) - (anchor.simulated - anchor.real)),
    day: (day) => day + days,
    month: (step) => {
      const months = dateOf(lastDay - 2 + days).add({ months: step });
      return months.toLocaleString('en-US', { month: 'long' });
    },
  };
}

/** The history ends today, or yesterday where the clock is not that far yet. */
function daysUntil(lastDay: number, endMinute: number, now: number): number {
  const here = Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(zone);
  const today = Date.parse(here.toPlainDate().toString()) / dayMs;
  const isReached = here.hour * 60 + here.minute >= endMinute;
  return today - lastDay - (isReached ? 0 : 1);
}

function noonOf(day: number): number {
  return dateOf(day).toZonedDateTime({ timeZone: zone, plainTime: '12:00' }).epochMilliseconds;
}

const dateOf = (day: number) =>
  Temporal.PlainDate.from(new Date(day * dayMs).toISOString().slice(0, 10));
