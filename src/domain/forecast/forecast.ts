/**
 * How a campaign will go: some hundred runs in virtual time, each with shares of its own, and from them
 * what lies between the tenth and the ninetieth of a hundred. Pure; the same input gives the same result.
 */
import { adaptiveLevels, isPlayedByLevels } from './adaptive-levels.ts';
import { lengthsOf } from './course.ts';
import { quantile } from './draws.ts';
import { fewer } from './fewer.ts';
import { type Ground, longestStep, type RunResult, slotMs, slots } from './ground.ts';
import type { ForecastInput } from './input.ts';
import { Run } from './run.ts';
import { learn, type RunShares, type Shares } from './shares.ts';

/** Null: not within the days looked at, or nothing to divide. */
export interface Spread {
  p10: number | null;
  p50: number | null;
  p90: number | null;
}

export type SpreadName = keyof RunResult;

export interface ForecastZone {
  zone: string;
  count: number;
  /** When somebody there may be contacted, `[from, until, …]` in epoch ms, within a day. */
  hours: number[];
  /** Attempts in each half hour from the begin of the picture on, on average. */
  attempts: number[];
}

export interface ForecastResult {
  spreads: Record<SpreadName, Spread>;
  /** The share of runs in which all are attempted, 0 to 1. */
  finishes: number;
  zones: ForecastZone[];
  /** Attempts of the client that the shares come from. */
  known: number;
}

export function forecast(given: ForecastInput): ForecastResult {
  const input = { ...given, classes: fewer(given.classes) };
  const { draw, attempts, mean, average } = learn(input);
  const ground = { ...groundOf(input), ...levelsOf(input, mean, average) };
  const results = runsOf(ground, draw);
  const names = Object.keys(results[0] ?? {}) as SpreadName[];
  const spreads = Object.fromEntries(
    names.map((name) => [name, spreadOf(results.map((one) => one[name]))]),
  ) as Record<SpreadName, Spread>;
  const finished = results.filter(({ finish }) => Number.isFinite(finish)).length;
  return {
    spreads,
    finishes: finished / Math.max(1, results.length),
    zones: zonesOf(ground, results.length),
    known: attempts,
  };
}

/**
 * With so much done no more runs follow, once there are a few: some seconds of a core. It goes by what is done and not
 * by the clock, so that the same input gives the same result.
 */
const mostWork = 2_500_000;
const fewestRuns = 40;

function runsOf(ground: Ground, draw: ReturnType<typeof learn>['draw']): RunResult[] {
  const results: RunResult[] = [];
  let work = 0;
  while (results.length < ground.input.runs && (work < mostWork || results.length < fewestRuns)) {
    const run = new Run(ground, results.length, draw);
    results.push(run.go());
    work += run.work;
  }
  return results;
}

function spreadOf(values: readonly (number | null)[]): Spread {
  const known = values.filter((one) => one !== null).sort((a, b) => a - b);
  const at = (share: number) => {
    const value = quantile(known, share);
    return Number.isFinite(value) ? value : null;
  };
  return { p10: at(0.1), p50: at(0.5), p90: at(0.9) };
}

/** Runs are in so many steps, none of them shorter than the engine's. */
const stepsWanted = 150;

function levelsOf(input: ForecastInput, mean: RunShares, average: Shares) {
  const begins = input.classes.some(({ count }) => count > 0) && input.windows.length > 0;
  if (!begins || !isPlayedByLevels(input)) return { levels: null };
  return { levels: adaptiveLevels(input, mean, average) };
}

function groundOf(input: ForecastInput): Omit<Ground, 'levels'> {
  const { classes, kind, agentCount, callRatio, perMinute, tick, carrier } = input;
  const count = classes.reduce((sum, one) => sum + one.count, 0);
  // A call of a Linkback holds its place for about half a minute.
  const wanted = kind === 'linkback' ? agentCount * callRatio * 2 : perMinute;
  const rate = Math.min(wanted, carrier.perMinute ?? wanted);
  const length = rate > 0 ? ((count / rate) * 60_000) / stepsWanted : longestStep;
  const boundaries = [...new Set(classes.flatMap(({ open }) => open))].sort((a, b) => a - b);
  const zones = [...new Set(classes.map(({ zone }) => zone))].sort();
  return {
    input,
    lengths: lengthsOf(input),
    boundaries,
    step: Math.max(tick, Math.min(longestStep, Math.ceil(length / tick) * tick)),
    zones,
    weights: zones.map((zone) => {
      const own = classes.filter((one) => one.zone === zone);
      return own.reduce((sum, one) => sum + one.count, 0) / Math.max(1, count);
    }),
    from: input.pictureFrom ?? input.at,
    picture: new Float64Array(zones.length * slots),
  };
}

function zonesOf({ input, zones, from: begin, picture }: Ground, runs: number): ForecastZone[] {
  const end = begin + slots * slotMs;
  return zones
    .map((zone, index): ForecastZone => {
      const own = input.classes.filter((one) => one.zone === zone);
      const largest = own.toSorted((a, b) => b.count - a.count)[0];
      const hours: number[] = [];
      for (let at = 0; at < (largest?.open.length ?? 0); at += 2) {
        const from = Math.max(begin, largest?.open[at] ?? end);
        const until = Math.min(end, largest?.open[at + 1] ?? end);
        if (from < until) hours.push(from, until);
      }
      const attempts = [...picture.subarray(index * slots, (index + 1) * slots)].map(
        (sum) => Math.round((sum / Math.max(1, runs)) * 10) / 10,
      );
      return { zone, count: own.reduce((sum, one) => sum + one.count, 0), hours, attempts };
    })
    .sort((a, b) => b.count - a.count || (a.zone < b.zone ? -1 : 1));
}
