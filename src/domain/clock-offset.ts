/**
 * Whether a machine's clock agrees with others'. Each reading of one is an interval: it was taken
 * at an unknown instant between request and response, and an HTTP Date has whole seconds only. A
 * clock counts as off only when the whole interval is off.
 */
import { counted } from './plural.ts';

/** Milliseconds that a clock may be off before calls and texts stop. */
export const mostOff = 2_000;

/** Another clock minus a steady one of this process: between these milliseconds. */
export interface ClockReading {
  low: number;
  high: number;
}

/**
 * @param first,last the other clock's instant (epoch ms) is between these
 * @param asked,responded on the steady clock of this process
 */
export function clockReading(
  { first, last }: { first: number; last: number },
  { asked, responded }: { asked: number; responded: number },
): ClockReading {
  return { low: first - responded, high: last - asked };
}

/** The interval of an HTTP Date header; undefined for an invalid one. */
export function instantOfDate(header: string): { first: number; last: number } | undefined {
  const first = Date.parse(header);
  return Number.isNaN(first) ? undefined : { first, last: first + 1_000 };
}

export interface ClockDifference {
  /** Milliseconds that this clock is ahead (behind: below 0), taken from the interval's middle. */
  by: number;
  /** Surely more than `mostOff`. */
  tooMuch: boolean;
}

/**
 * @param now this machine's clock, epoch ms
 * @param steady the steady clock at the same moment
 */
export function clockDifference(
  { low, high }: ClockReading,
  now: number,
  steady: number,
): ClockDifference {
  const ours = now - steady;
  const by = Math.round(ours - (low + high) / 2);
  return { by, tooMuch: ours - high > mostOff || low - ours > mostOff };
}

/** @param by milliseconds that it is ahead; behind when below 0 */
export function clockOffSentence(by: number, other: string, whose = 'this machine'): string {
  const side = by > 0 ? 'ahead of' : 'behind';
  return `The clock of ${whose} is ${roughly(by)} ${side} ${other}.`;
}

export const clockAdvice =
  'No calls or texts go out until they agree. Synchronize both clocks with NTP.';

/** `3 seconds`, `5 minutes`, `12 hours`, for a sentence. */
export function roughly(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour');
}
