/**
 * What the adaptive pacer makes of a team, by how many more calls may be abandoned: measured once for a forecast, by
 * playing its calls one by one with the engine's own pacer (decision 088), at one budget after the other.
 */
import { priceOf, smallestTeam } from '../adaptive/adaptive-room.ts';
import { seededRandom } from '../random.ts';
import { usualProfile } from '../usual-profile.ts';
import { AgentPlay } from './agents.ts';
import type { ForecastInput } from './input.ts';
import type { RunShares, Shares } from './shares.ts';

export interface Level {
  /** Calls that may still be abandoned. */
  budget: number;
  /** The share of the agents who are in a call, or called for one; 0 to 1. */
  busy: number;
  /** For how long a request holds an agent on average, those without one included; milliseconds. */
  hold: number;
  /** Shares of those who ask: abandoned by the client's rule, and who talk to nobody. */
  abandoned: number;
  missed: number;
}

/** A larger team is played as one of this size, of which each agent stands for several. */
const playedTeam = 100;
const settleMs = 240_000;
const measuredAsks = 150;
const longestMs = 7_200_000;
const stepMs = 30_000;
/** Over all levels. Where hardly anybody asks, a level ends before it has seen enough of them. */
const mostCalls = 60_000;
/** Where a level saw too few, a usual talk counts as so many. */
const usualTalks = 20;

export function isPlayedByLevels({ kind, pacing, agentCount }: ForecastInput): boolean {
  return kind === 'linkback' && pacing === 'adaptive' && agentCount >= smallestTeam;
}

/** @param shares of all runs on average, at the begin */
export function adaptiveLevels(input: ForecastInput, mean: RunShares, shares: Shares): Level[] {
  const { seed, agentCount } = input;
  const each = Math.max(1, Math.round(agentCount / playedTeam));
  const team = Math.max(smallestTeam, Math.round(agentCount / each));
  const own = {
    ...input,
    ...{ agentCount: team, at: 0 },
    carrier: { perMinute: null, atOnce: null },
  };
  const play = new AgentPlay(own, seededRandom(`${seed}/levels`), mean);
  let now = 0;
  const budgets = budgetsFor(agentCount);
  const most = mostCalls / budgets.length;
  const through = (until: (asks: number, ms: number) => boolean) => {
    const sum = { ms: 0, calls: 0, asks: 0, busyMs: 0, abandoned: 0, missed: 0 };
    while (sum.calls < most && !until(sum.asks, sum.ms)) {
      const { placed, ones, busyMs, abandoned, missed } = play.step(
        now,
        now + stepMs,
        Number.POSITIVE_INFINITY,
        shares,
      );
      now += stepMs;
      sum.ms += stepMs;
      sum.calls += placed;
      sum.asks += ones;
      sum.busyMs += busyMs;
      sum.abandoned += abandoned;
      sum.missed += missed;
    }
    return sum;
  };
  return budgets.map((budget): Level => {
    play.pin(budget / each);
    through((_, ms) => ms >= settleMs);
    const sum = through((count, passed) => count >= measuredAsks || passed >= longestMs);
    const { ms, calls, asks, busyMs, abandoned, missed } = sum;
    const all = Math.max(1, asks);
    const lost = { abandoned: abandoned / all, missed: missed / all };
    const isSeen = asks >= (calls < most ? usualTalks : measuredAsks);
    if (isSeen) return { budget, busy: busyMs / (ms * team), hold: busyMs / all, ...lost };
    const hold = (busyMs + usualTalks * usualHold(input)) / (asks + usualTalks);
    const expected = Math.max(calls, 1) * (shares[0] ?? 0) * mean.one;
    return { budget, busy: Math.min(1, (expected * hold) / (ms * team)), hold, ...lost };
  });
}

/** From the call to an agent to the end of the talk, on average; milliseconds. */
function usualHold({ agentMs }: ForecastInput): number {
  const { setup, agentRings, talk } = usualProfile;
  const middle = ([low, high]: readonly [number, number]) => (low + high) / 2;
  return middle(setup) + middle(agentRings) + agentMs + middle(talk);
}

/** Twice as many each time, until the price is at its highest. */
function budgetsFor(agentCount: number): number[] {
  const budgets = [0, 1];
  let last = 1;
  while (priceOf(last, agentCount) < priceOf(Number.MAX_SAFE_INTEGER, agentCount)) {
    last *= 2;
    budgets.push(last);
  }
  return budgets;
}

/** Between two levels, by the logarithm. */
export function levelAt(levels: readonly Level[], budget: number): Level {
  const next = levels.findIndex((level) => level.budget >= budget);
  const [low, high] = next < 0 ? [levels.at(-1), levels.at(-1)] : [levels[next - 1], levels[next]];
  if (!high) throw new Error('There is no level.');
  if (!low || low === high) return high;
  const of = (value: number) => Math.log1p(value);
  const share = (of(budget) - of(low.budget)) / (of(high.budget) - of(low.budget));
  const mix = (part: 'busy' | 'hold' | 'abandoned' | 'missed') =>
    low[part] + share * (high[part] - low[part]);
  return {
    ...{ budget, busy: mix('busy'), hold: mix('hold') },
    ...{ abandoned: mix('abandoned'), missed: mix('missed') },
  };
}
