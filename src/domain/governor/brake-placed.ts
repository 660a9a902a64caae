/**
 * Whether the brake stops a campaign: judged by the order in which its calls were placed. A failed call ends
 * within a second or two, any other in 15 to 40, so that the first results of a run are nearly all bad ones.
 * In this order a call without a result is a trial like another, of which nothing bad is known. So a share is
 * never taken for higher than it is, and the bounds hold as if each result came at once (decision 085). Pure.
 */
import type { CallResult } from '../call-result.ts';
import { evenMixture, isSurelyAbove, type Seen, usualWeight } from './always-valid.ts';
import {
  agentCalledBit,
  type BrakeCounts,
  type BrakeLimits,
  type BrakeSignal,
  type BrakeVerdict,
  bitOf,
  pieceSize,
  seenInAll,
} from './brake.ts';

/** One call or text, or an agent who was called before there was a customer. */
export interface Placed {
  /** Null: none yet. */
  result: CallResult | 'agent' | null;
  /** Which signals it counts for, and whether an agent was called (`signalsOf`). */
  signals: number;
}

/** Of a campaign since a person started it. */
export interface PlacedCalls {
  /** The newest ones, in the order in which they were placed. */
  newest: readonly Placed[];
  /** Those before, without a result: how many, and for how many of them an agent was called. */
  openBefore: { all: number; agents: number };
}

/** Where in `PlacedCalls.newest` the counted ones begin and end. */
export interface PlacedVerdict extends Omit<BrakeVerdict, 'span'> {
  first: number;
  last: number;
}

/** A change is sought in at most this many of the newest calls that have a result. */
export const newestEnded = 300;
/** The longest run that is judged by itself. */
const longestRun = 256;
/** A run may begin anywhere, so that each must be surer than all of them. */
const runWeight = 4_000;

/** In which it is not asked again at once: each answer costs what it reads. */
const mostResultsBetween = 64;

/** The answer is no: with when the results may ask again. */
export function refused(counts: BrakeCounts, { newest, openBefore }: PlacedCalls): BrakeCounts {
  const open = openBefore.all + countIf(newest, ({ result }) => result === null);
  const between = Math.min(mostResultsBetween, Math.ceil(open / 32));
  return { ...counts, judgedAgainAt: (counts.events ?? 0) + Math.max(pieceSize, between) };
}

export interface Asked {
  /** Of all calls with a result. */
  counts: BrakeCounts;
  /** What is asked (`addTallies`). */
  asked: readonly BrakeSignal[];
  limits: BrakeLimits;
  texts: boolean;
}

export function judgePlaced(
  { counts: { all }, asked, limits, texts }: Asked,
  calls: PlacedCalls,
): PlacedVerdict | undefined {
  for (const signal of asked) {
    const limit = limits[signal];
    const seen = seenInAll(all, signal, texts);
    if (limit === undefined || !seen) continue;
    const verdict = judgeOne({ signal, limit, texts }, seen, calls);
    if (verdict) return verdict;
  }
  return undefined;
}

interface Question {
  signal: BrakeSignal;
  limit: number;
  texts: boolean;
}

/** One that counts for a signal, and its place among the newest. */
interface Trial {
  hit: boolean;
  open: boolean;
  place: number;
}

/** Judged up to each hit, the newest first: what was placed behind it may have no result yet. */
function judgeOne(question: Question, seen: Seen, calls: PlacedCalls): PlacedVerdict | undefined {
  const { signal, limit } = question;
  const trials = trialsOf(question, calls.newest);
  const before = calls.openBefore[signal === 'agents' ? 'agents' : 'all'];
  let open = before + countIf(trials, (trial) => trial.open);
  let left: Seen = { hits: seen.hits, trials: seen.trials + open };
  for (let at = trials.length - 1; at >= 0; at -= 1) {
    const trial = trials[at];
    if (!trial) continue;
    if (trial.hit) {
      const whole = { hits: left.hits, trials: Math.max(left.hits, left.trials) };
      if (isSurelyAbove(limit, whole, evenMixture, usualWeight)) {
        return { signal, limit, ...whole, open, newest: false, first: 0, last: trial.place };
      }
      const run = runUpTo(trials, at, limit);
      if (run) return { signal, limit, ...run, newest: true };
    }
    open -= Number(trial.open);
    left = { hits: left.hits - Number(trial.hit), trials: left.trials - 1 };
  }
  return undefined;
}

/** The shortest run that ends here and is surely above the limit. */
function runUpTo(trials: readonly Trial[], end: number, limit: number) {
  let [hits, open] = [0, 0];
  for (let count = 1; count <= Math.min(longestRun, end + 1); count += 1) {
    const trial = trials[end + 1 - count];
    if (!trial) return undefined;
    open += Number(trial.open);
    if (!trial.hit) continue;
    hits += 1;
    const seen = { hits, trials: count };
    if (isSurelyAbove(limit, seen, evenMixture, runWeight)) {
      return { ...seen, open, first: trial.place, last: trials[end]?.place ?? trial.place };
    }
  }
  return undefined;
}

function trialsOf({ signal, texts }: Question, newest: readonly Placed[]): Trial[] {
  const bit = bitOf(signal);
  return newest.flatMap((one, place) => {
    const hit = (one.signals & bit) !== 0;
    if (!hit && !isTrial(signal, one, texts)) return [];
    return [{ hit, open: one.result === null, place }];
  });
}

/** Of what has no result the best is taken: it may still become one that counts. */
function isTrial(signal: BrakeSignal, { result, signals }: Placed, texts: boolean): boolean {
  if (signal === 'agents') return (signals & agentCalledBit) !== 0;
  if (result === 'agent') return false;
  if (result === null) return true;
  if (signal === 'machines') return result === 'machine' || result === 'person';
  if (signal === 'optOuts') return result === (texts ? 'delivered' : 'person');
  return true;
}

function countIf<T>(all: readonly T[], holds: (one: T) => boolean): number {
  return all.reduce((count, one) => count + Number(holds(one)), 0);
}
