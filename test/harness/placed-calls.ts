/**
 * The results of a campaign in the order of their ends, as the brake gets them (db/queries/brake.ts), and the
 * calls in the order in which they were placed, as it reads them (brake-placed.ts). Without a database.
 */

import type { CallResult } from '../../src/domain/call-result.ts';
import {
  addTallies,
  agentCalledBit,
  type BrakeLimits,
  noBrakeCounts,
  signalsOf,
  type Tally,
} from '../../src/domain/governor/brake.ts';
import {
  judgePlaced,
  newestEnded,
  type PlacedCalls,
  type PlacedVerdict,
  refused,
} from '../../src/domain/governor/brake-placed.ts';

/** What becomes of a call or text. */
export interface Fate {
  result: CallResult;
  tally: Tally;
  /** In milliseconds. */
  lasts: number;
  /** When an agent was called, in milliseconds from its beginning. */
  agentAfter?: number;
}

export interface PlacedRun {
  count: number;
  perMinute: number;
  fate(index: number): Fate;
  limits: BrakeLimits;
  texts?: boolean;
  /** From these on it was paused for so long that all others have ended. */
  pausedAt?: readonly number[];
}

export interface PlacedStop {
  verdict: PlacedVerdict;
  /** How many had been placed by then, and up to which one it counted, from 0. */
  placed: number;
  upTo: number;
}

const longPause = 600_000;

/** @returns undefined when all of them pass */
export function runPlaced(run: PlacedRun): PlacedStop | undefined {
  const { limits, texts = false } = run;
  const calls = placedCalls(run);
  const ends = calls.toSorted((a, b) => a.end - b.end);
  let counts = noBrakeCounts;
  for (const { end, fate } of ends) {
    const looked = addTallies(counts, [fate.tally], limits, texts);
    counts = looked.counts;
    if (looked.asked.length === 0) continue;
    const { first, read } = newestAt(calls, end, texts);
    const verdict = judgePlaced({ ...looked, limits, texts }, read);
    if (verdict) {
      const placed = calls.filter(({ at }) => at <= end).length;
      return { verdict, placed, upTo: first + verdict.last };
    }
    counts = refused(counts, read);
  }
  return undefined;
}

/** Judged by the order of their ends, as if each call had its result when it is placed: what the brake did before. */
export function stopByEnds(run: PlacedRun): PlacedStop | undefined {
  const inOrder = placedCalls(run).toSorted((a, b) => a.end - b.end);
  return runPlaced({
    ...{ ...run, pausedAt: [] },
    fate: (index) => ({ ...(inOrder[index] as PlacedCall).fate, lasts: 0, agentAfter: 0 }),
  });
}

export interface PlacedCall {
  /** In milliseconds since the run began. */
  at: number;
  end: number;
  fate: Fate;
}

export function placedCalls({ count, perMinute, fate, pausedAt = [] }: PlacedRun): PlacedCall[] {
  let at = 0;
  return Array.from({ length: count }, (_, index) => {
    at += pausedAt.includes(index) ? longPause : 60_000 / perMinute;
    const own = fate(index);
    return { at, end: at + own.lasts, fate: own };
  });
}

function newestAt(calls: readonly PlacedCall[], now: number, texts: boolean) {
  let first = calls.findIndex(({ at }) => at > now);
  if (first < 0) first = calls.length;
  const newest: PlacedCalls['newest'][number][] = [];
  for (let ended = 0; first > 0 && ended < newestEnded; ) {
    first -= 1;
    const { at, end, fate } = calls[first] as PlacedCall;
    const asked = at + (fate.agentAfter ?? Number.POSITIVE_INFINITY) <= now;
    if (end > now) newest.push({ result: null, signals: asked ? agentCalledBit : 0 });
    else {
      ended += 1;
      newest.push({ result: fate.result, signals: signalsOf(fate.tally, texts) });
    }
  }
  const before = calls.slice(0, first).filter(({ end }) => end > now);
  const agents = before.filter(
    ({ at, fate }) => at + (fate.agentAfter ?? Number.POSITIVE_INFINITY) <= now,
  );
  const openBefore = { all: before.length, agents: agents.length };
  return { first, read: { newest: newest.reverse(), openBefore } };
}
