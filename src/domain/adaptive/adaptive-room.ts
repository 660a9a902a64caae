/**
 * How many calls an adaptive Linkback places: at each step the most whose expected further
 * abandonments the governor's budget affords (decision 088). Pure.
 */

import {
  type AbandonmentReading,
  abandonmentLimit,
  countSince,
  periodStart,
  rollingStart,
} from '../governor/abandonment.ts';
import { isSurelyAtMost } from '../governor/always-valid.ts';
import { ExpectedLosses } from './expected-losses.ts';
import type { Outlook } from './outlook.ts';

/** Fewer agents get one call for each free one: one of few is soon one too many. */
export const smallestTeam = 5;
/** The most calls in flight for each agent, whatever the budget affords. */
export const mostPerAgent = 15;
/** Before this many calls have ended, too little is known. */
export const fewestCalls = 100;
/** The highest chance to find no agent that a call may have when it is placed. */
const highestPrice = 0.5;
/**
 * With this many affordable abandonments, and `plentyByAgent` more for each agent, the price is at its highest. Half as
 * much makes a large team swing between bursts of calls and none (docs/figures.md).
 */
const plentyAlone = 15;
const plentyByAgent = 0.75;

export interface AdaptiveState {
  agentCount: number;
  free: number;
  /** Calls in flight without an agent of their own. */
  inFlight: number;
  /** Calls whose ringing has ended, since the campaign's first known ones. */
  learned: number;
  /** Abandonments that the governor still affords; not counted: those of calls in flight. */
  budget: number;
  /** The share of calls to agents that nobody answers. */
  silent: number;
  outlook: Outlook;
  /** The most that may be in flight, whatever else holds. */
  most: number;
}

/**
 * How many more may be abandoned with the campaign still free: of its period and of its last 30 days.
 */
export function affordable(reading: AbandonmentReading): number {
  const known = budgets.get(reading);
  if (known !== undefined) return known;
  const windows = [periodStart(reading), rollingStart(reading)].map((from) =>
    countSince(reading, from),
  );
  let more = 0;
  const isFree = (count: number) =>
    windows.every(({ persons, abandoned }) =>
      isSurelyAtMost(abandonmentLimit, { trials: persons, hits: abandoned + count }),
    );
  if (isFree(0)) {
    let high = 1;
    while (isFree(high)) {
      more = high;
      high *= 2;
    }
    while (high - more > 1) {
      const middle = Math.floor((more + high) / 2);
      if (isFree(middle)) more = middle;
      else high = middle;
    }
  }
  budgets.set(reading, more);
  return more;
}
const budgets = new WeakMap<AbandonmentReading, number>();

/** The chance to find no agent that one more call may have: the less is affordable, the less. */
export function priceOf(budget: number, agentCount: number): number {
  const plenty = plentyAlone + plentyByAgent * agentCount;
  return highestPrice * Math.min(1, Math.max(0, budget) / plenty);
}

/**
 * The talks after which an agent is free again. Beyond the agents on duty they leave when their talk ends:
 * the oldest ones are taken for theirs, because those would be free first.
 */
export function stayingOn(
  ages: readonly number[],
  { agentsBusy, agentCount }: { agentsBusy: number; agentCount: number },
): number[] {
  const leaving = Math.max(0, agentsBusy - agentCount);
  return ages.toSorted((a, b) => b - a).slice(leaving);
}

/** How many more calls may be placed now. */
export function adaptiveRoom(state: AdaptiveState): number {
  const { agentCount, free, inFlight, budget, learned, outlook, most } = state;
  const oneEach = Math.max(0, free - inFlight);
  const isBlind = learned < fewestCalls || agentCount < smallestTeam;
  if (isBlind || budget < 1) return oneEach;
  const losses = new ExpectedLosses(outlook, state);
  const gain = outlook.oneMore.at(-1) ?? 0;
  const limit = priceOf(budget, agentCount) + state.silent;
  const isAfforded = (more: number) => {
    const all = losses.of(more);
    return all <= budget && all - losses.of(more - 1) <= limit * gain;
  };
  return mostThat(isAfforded, Math.max(0, most - inFlight));
}

/** The most, up to `limit`, for which it holds: it holds up to some number and not beyond. */
function mostThat(holds: (count: number) => boolean, limit: number): number {
  let low = 0;
  let high = limit + 1;
  // At most steps a few more are due.
  for (let next = Math.min(limit, 2); high - low > 1; ) {
    if (holds(next)) low = next;
    else high = next;
    next = Math.min(Math.max(low * 3, low + 1), Math.floor((low + high) / 2));
  }
  return low;
}
