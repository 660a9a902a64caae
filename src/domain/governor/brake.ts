/**
 * When a campaign stops by itself: when it is sure that a share is above the limit that the operator set
 * (decision 085). Looked at after each result, in all results since a person started the campaign and in
 * its newest ones, so that a change after 10,000 good calls is seen as soon as one at the beginning. This
 * look is cheap and only asks: results come in the order of their ends, in which quick ones are too many.
 * The answer is in the order in which the calls were placed (brake-placed.ts). Pure.
 */
import type { CallResult } from '../call-result.ts';
import { evenMixture, isSurelyAbove, type Seen } from './always-valid.ts';

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
  /**
   * How many results there were, and with which of them each of `recent` began; absent of counts that a version
   * before these were kept has begun.
   */
  events?: number;
  begun?: readonly number[];
  verdict?: BrakeVerdict;
  /** The answer was no: how many results there must be before it asks again. */
  judgedAgainAt?: number;
}

/** `limit` is a share from 0 to 1; `newest`: in some of its newest calls only, placed one after the other. */
export interface BrakeVerdict {
  signal: BrakeSignal;
  limit: number;
  hits: number;
  trials: number;
  newest: boolean;
  /** Of `trials`, those without a result; absent: an older version counted results alone. */
  open?: number;
}

/** As the engine reads it. */
export interface BrakeReading {
  verdict: BrakeVerdict | null;
}

export const noBrakeCounts: BrakeCounts = {
  all: tallied.map(() => 0),
  ...{ recent: [], events: 0, begun: [] },
};

/** Results in a piece, and how many pieces are kept: changes are sought in the newest 256 results. */
export const pieceSize = 4;
const pieces = 64;
/** Soon sure: a question costs little, and good results of calls before a change come among those behind it. */
const askingWeight = 5;

/** What one result adds. */
export function tallyOf(
  result: CallResult,
  {
    optedOut,
    agent,
  }: { optedOut?: boolean | undefined; agent?: 'answered' | 'silent' | undefined },
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

/**
 * Adds results in their order, and looks at them by the limits.
 *
 * @returns `asked`: shares that may be above their limits, which the calls in the order of their placing have to say
 */
export function addTallies(
  before: BrakeCounts,
  added: readonly Tally[],
  limits: BrakeLimits,
  texts: boolean,
): { counts: BrakeCounts; asked: readonly BrakeSignal[] } {
  const { verdict, judgedAgainAt = 0, ...known } = before;
  let { all, recent, events, begun } = known;
  const asked = new Set<BrakeSignal>();
  for (const one of added) {
    const own = tallied.map((name) => one[name] ?? 0);
    all = sum(all, own);
    const last = recent.at(-1);
    const goesOn = last !== undefined && eventsIn(last) < pieceSize;
    recent = goesOn ? [...recent.slice(0, -1), sum(last, own)] : [...recent.slice(1 - pieces), own];
    if (events !== undefined && begun !== undefined) {
      begun = goesOn ? begun : [...begun.slice(1 - pieces), events];
      events += 1;
    }
    if (verdict || (events ?? 0) < judgedAgainAt) continue;
    for (const signal of brakeSignals) {
      if (isLikely({ all, recent }, shares[signal](texts), limits[signal])) asked.add(signal);
    }
  }
  const kept = events === undefined || begun === undefined ? {} : { events, begun };
  const rests = judgedAgainAt > (events ?? 0) ? { judgedAgainAt } : {};
  const counts = { all, recent, ...kept, ...rests, ...(verdict && { verdict }) };
  return { counts, asked: [...asked] };
}

/** Of calls for which an agent was called, whether one answered or not. */
export const agentCalledBit = 1 << brakeSignals.length;

/** Which signals a result counts for, as bits by their position, and `agentCalledBit`. */
export function signalsOf(one: Tally, texts: boolean): number {
  const own = tallied.map((name) => one[name] ?? 0);
  const called = one.agentsCalled ? agentCalledBit : 0;
  return brakeSignals.reduce((bits, signal) => {
    const share = shares[signal](texts);
    return share && countOf(own, share.hits) > 0 ? bits | bitOf(signal) : bits;
  }, called);
}

export const bitOf = (signal: BrakeSignal) => 1 << brakeSignals.indexOf(signal);

function eventsIn(piece: StoredTally): number {
  return Math.max(countOf(piece, ofAll), countOf(piece, [at('agentsCalled')]));
}

/** In all results; undefined for a signal that such campaigns do not have. */
export function seenInAll(all: StoredTally, signal: BrakeSignal, texts: boolean): Seen | undefined {
  const share = shares[signal](texts);
  return share && { hits: countOf(all, share.hits), trials: countOf(all, share.trials) };
}

function isLikely(
  { all, recent }: Pick<BrakeCounts, 'all' | 'recent'>,
  share: Share | undefined,
  limit: number | undefined,
): boolean {
  if (limit === undefined || !share) return false;
  const isAbove = (hits: number, trials: number) =>
    isSurelyAbove(limit, { hits, trials: Math.max(hits, trials) }, evenMixture, askingWeight);
  if (isAbove(countOf(all, share.hits), countOf(all, share.trials))) return true;
  let [hits, trials] = [0, 0];
  for (let index = recent.length - 1; index >= 0; index -= 1) {
    const piece = recent[index] ?? [];
    hits += countOf(piece, share.hits);
    trials += countOf(piece, share.trials);
    if (isAbove(hits, trials)) return true;
  }
  return false;
}

interface Share {
  hits: readonly number[];
  trials: readonly number[];
}

const at = (name: (typeof tallied)[number]) => tallied.indexOf(name);
const ofAll = [at('ended')];

/** Where a share's counts are in a tally; undefined where it is not one of such campaigns. */
const shares: Record<BrakeSignal, (texts: boolean) => Share | undefined> = {
  failed: (texts) => (texts ? undefined : { hits: [at('failed')], trials: ofAll }),
  textErrors: (texts) => (texts ? { hits: [at('failed')], trials: ofAll } : undefined),
  unknown: () => ({ hits: [at('unknown')], trials: ofAll }),
  machines: () => ({ hits: [at('machines')], trials: [at('machines'), at('persons')] }),
  // A person may stop a text whose receipt has not come: there are more stops than receipts then.
  optOuts: (texts) => ({
    hits: [at('optedOut')],
    trials: [at(texts ? 'delivered' : 'persons')],
  }),
  agents: () => ({ hits: [at('agentsSilent')], trials: [at('agentsCalled')] }),
};

function countOf(stored: StoredTally, places: readonly number[]): number {
  let count = 0;
  for (const place of places) count += stored[place] ?? 0;
  return count;
}

function sum(one: StoredTally, other: StoredTally): StoredTally {
  return tallied.map((_, index) => (one[index] ?? 0) + (other[index] ?? 0));
}
