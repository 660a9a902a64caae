/** What all runs of a forecast share, and what each comes to. */
import { clocksOf } from '../zone-rules/zone-clock.ts';
import type { Level } from './adaptive-levels.ts';
import type { AskCost, Lengths } from './course.ts';
import { dayMs, type ForecastInput, type Outcome, outcomes } from './input.ts';

/** What one run came to. Shares are 0 to 1, null where there is nothing to divide. */
export interface RunResult {
  /** When the last attempt ended; Infinity: not all were made in the days looked at. */
  finish: number;
  attempts: number;
  persons: number;
  machines: number;
  delivered: number;
  ones: number;
  nines: number;
  optOuts: number;
  /** Micro-dollars. */
  cost: number;
  segments: number;
  /** At the first automatic stop; null without one. */
  waitingAtStop: number | null;
  abandonment: number | null;
  idle: number | null;
}

export const slotMs = 1_800_000;
export const slots = 48;
/** Milliseconds. */
export const longestStep = 1_800_000;

/** What all runs share, made once. */
export interface Ground {
  input: ForecastInput;
  lengths: Lengths;
  /** Of an adaptive Linkback that is played in steps. */
  levels: readonly Level[] | null;
  /** Every instant at which hours open or close, ascending. */
  boundaries: readonly number[];
  /** Of a step, in milliseconds. */
  step: number;
  zones: readonly string[];
  /** Shares of the numbers, by `zones`. */
  weights: readonly number[];
  /** Where the picture begins. */
  from: number;
  /** Attempts by zone and half hour from `from` on, all runs together. */
  picture: Float64Array;
}

/** On average over the outcomes. */
export function averageOf(
  shares: readonly number[],
  of: Readonly<Record<Outcome, number>>,
): number {
  return outcomes.reduce((sum, one, index) => sum + (shares[index] ?? 0) * of[one], 0);
}

/** Who asked for an agent; counts, or shares of all who asked. */
export interface Asked {
  ones: number;
  /** Of these, who talked to nobody. */
  missed: number;
  /** And who talked to an agent who waited on the line. */
  waited: number;
}

/** Micro-dollars beyond calls in which nobody asks. */
export function costOfAsks(of: AskCost, { ones, missed, waited }: Asked): number {
  return (ones - missed - waited) * of.called + waited * of.waited + missed * of.missed;
}

/** Milliseconds that the clocks of the zone show, as if they were UTC. */
export function localTime(zone: string, at: number): number {
  const [clock] = clocksOf(zone, at);
  return at + (clock?.offsetAt(at) ?? 0);
}

/** 0 to 23. */
export function localHour(zone: string, at: number): number {
  const local = localTime(zone, at);
  return Math.floor((((local % dayMs) + dayMs) % dayMs) / 3_600_000);
}
