/**
 * When a campaign stops by itself: when it is sure that a share is above the limit that the operator set
 * (decision 085). Looked at after each result, in all results since a person started the campaign and in
 * its newest ones, so that a change after 10,000 good calls is seen as soon as one at the beginning. Pure.
 */
import type { CallResult } from '../call-result.ts';
import { evenMixture, isSurelyAbove, usualWeight } from './always-valid.ts';

export const brakeSignals = [
  'failed',
  'optOuts',
  'machines',
  'agents',
  'textErrors',
  'unknown',
] as const;
export type BrakeSignal = (typeof brakeSignals)[number];

/** Shares from 0 to 1; absent: no limit. */
export type BrakeLimits = Partial<Record<BrakeSignal, number>>;

/** What is counted, in the order in which a tally stores it. */
const tallied = [
  'ended',
  'failed',
  'unknown',
  'persons',
  'machines',
  'delivered',
  'optedOut',
  'agentsCalled',
  'agentsSilent',
] as const;
export type Tally = Partial<Record<(typeof tallied)[number], number>>;
type StoredTally = readonly number[];

export interface BrakeCounts {
  /** Since a person started the campaign. */
  all: StoredTally;
  /** The newest ones in pieces, the oldest first. */
  recent: readonly StoredTally[];
  verdict?: BrakeVerdict;
}

/** `limit` is a share from 0 to 1; `newest`: in the newest of its calls only. */
export interface BrakeVerdict {
  signal: BrakeSignal;
  limit: number;
  hits: number;
  trials: number;
  newest: boolean;
}

/** As the engine reads it. */
export interface BrakeReading {
  verdict: BrakeVerdict | null;
}

export const noBrakeCounts: BrakeCounts = { all: tallied.map(() => 0), recent: [] };

/** Results in a piece, and how many pieces are kept: changes are sought in the newest 256 results. */
const pieceSize = 4;
const pieces = 64;
/** The newest results are looked at in 64 ways, each of which must be surer than the whole. */
const newestWeight = 1_000;

/** What one result adds. */
export function tallyOf(
  result: CallResult,
  { optedOut, agent }: { optedOut?: boolean | undefined; agent?: 'answered' | 'silent' | undefined },
): Tally {
  return {
    ended: 1,
    failed: Number(result === 'failed'),
    unknown: Number(result === 'unknown'),
    persons: Number(result === 'person'),
    machines: Number(result === 'machine'),
    delivered: Number(result === 'delivered'),
    optedOut: Number(optedOut ?? false),
    agentsCalled: Number(agent !== undefined),
    agentsSilent: Number(agent === 'silent'),
  };
}

/** Adds results in their order, and judges them by the limits. */
export function addTallies(
  before: BrakeCounts,
  added: readonly Tally[],
  limits: BrakeLimits,
  texts: boolean,
): BrakeCounts {
  let { all, recent, verdict } = before;
  for (const one of added) {
    const own = tallied.map((name) => one[name] ?? 0);
    all = sum(all, own);
    const last = recent.at(-1);
    recent =
      last && eventsIn(last) < pieceSize
        ? [...recent.slice(0, -1), sum(last, own)]
        : [...recent.slice(1 - pieces), own];
    verdict ??= judge({ all, recent }, limits, texts);
  }
  return { all, recent, ...(verdict && { verdict }) };
}

function eventsIn(piece: StoredTally): number {
  const { ended, agentsCalled } = read(piece);
  return Math.max(ended, agentsCalled);
}

function judge(
  { all, recent }: BrakeCounts,
  limits: BrakeLimits,
  texts: boolean,
): BrakeVerdict | undefined {
  for (const signal of brakeSignals) {
    const limit = limits[signal];
    if (limit === undefined) continue;
    const whole = shareOf(signal, all, texts);
    if (!whole) continue;
    if (isSurelyAbove(limit, whole, evenMixture, usualWeight)) {
      return { signal, limit, ...whole, newest: false };
    }
    let newest: StoredTally = noBrakeCounts.all;
    for (const piece of recent.toReversed()) {
      newest = sum(newest, piece);
      const share = shareOf(signal, newest, texts);
      if (!share || !isSurelyAbove(limit, share, evenMixture, newestWeight)) continue;
      return { signal, limit, ...share, newest: true };
    }
  }
  return undefined;
}

/** Undefined where the signal is not one of such campaigns. */
function shareOf(signal: BrakeSignal, stored: StoredTally, texts: boolean) {
  const count = read(stored);
  switch (signal) {
    case 'failed':
      return texts ? undefined : { hits: count.failed, trials: count.ended };
    case 'textErrors':
      return texts ? { hits: count.failed, trials: count.ended } : undefined;
    case 'unknown':
      return { hits: count.unknown, trials: count.ended };
    case 'machines':
      return { hits: count.machines, trials: count.machines + count.persons };
    case 'optOuts': {
      const heard = texts ? count.delivered : count.persons;
      // A person may stop a text whose receipt has not come.
      return { hits: count.optedOut, trials: Math.max(heard, count.optedOut) };
    }
    case 'agents':
      return { hits: count.agentsSilent, trials: count.agentsCalled };
  }
}

function sum(one: StoredTally, other: StoredTally): StoredTally {
  return tallied.map((_, index) => (one[index] ?? 0) + (other[index] ?? 0));
}

function read(stored: StoredTally): Record<(typeof tallied)[number], number> {
  const pairs = tallied.map((name, index) => [name, stored[index] ?? 0]);
  return Object.fromEntries(pairs) as Record<(typeof tallied)[number], number>;
}
