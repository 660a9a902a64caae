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
  /**
   * How many results there were, and with which of them each of `recent` began; absent of counts that a version
   * before these were kept has begun.
   */
  events?: number;
  begun?: readonly number[];
  verdict?: BrakeVerdict;
}

/** `limit` is a share from 0 to 1; `newest`: in the newest of its calls only. */
export interface BrakeVerdict {
  signal: BrakeSignal;
  limit: number;
  hits: number;
  trials: number;
  newest: boolean;
  /** The first and the last result that it is about, if that is known. */
  span?: { first: number; last: number };
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
const pieceSize = 4;
const pieces = 64;
/** The newest results are looked at in 64 ways, each of which must be surer than the whole. */
const newestWeight = 1_000;

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

/** Adds results in their order, and judges them by the limits. */
export function addTallies(
  before: BrakeCounts,
  added: readonly Tally[],
  limits: BrakeLimits,
  texts: boolean,
): BrakeCounts {
  let { all, recent, events, begun, verdict } = before;
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
    verdict ??= judge({ all, recent, events, begun }, limits, texts);
  }
  const kept = events === undefined || begun === undefined ? {} : { events, begun };
  return { all, recent, ...kept, ...(verdict && { verdict }) };
}

/** Which signals a result counts for, as bits by their position. */
export function signalsOf(one: Tally, texts: boolean): number {
  const own = tallied.map((name) => one[name] ?? 0);
  return brakeSignals.reduce((bits, signal, position) => {
    const share = shares[signal](texts);
    return share && countOf(own, share.hits) > 0 ? bits | (1 << position) : bits;
  }, 0);
}

export const bitOf = (signal: BrakeSignal) => 1 << brakeSignals.indexOf(signal);

function eventsIn(piece: StoredTally): number {
  return Math.max(countOf(piece, ofAll), countOf(piece, [at('agentsCalled')]));
}

function judge(
  { all, recent, events, begun }: Counted,
  limits: BrakeLimits,
  texts: boolean,
): BrakeVerdict | undefined {
  for (const signal of brakeSignals) {
    const limit = limits[signal];
    const share = shares[signal](texts);
    if (limit === undefined || !share) continue;
    const hitsOfAll = countOf(all, share.hits);
    const whole = { hits: hitsOfAll, trials: Math.max(hitsOfAll, countOf(all, share.trials)) };
    if (isSurelyAbove(limit, whole, evenMixture, usualWeight)) {
      return { signal, limit, ...whole, newest: false, ...spanFrom(0, events) };
    }
    let [hits, trials] = [0, 0];
    for (let index = recent.length - 1; index >= 0; index -= 1) {
      const piece = recent[index] ?? [];
      hits += countOf(piece, share.hits);
      trials += countOf(piece, share.trials);
      const newest = { hits, trials: Math.max(hits, trials) };
      if (!isSurelyAbove(limit, newest, evenMixture, newestWeight)) continue;
      return { signal, limit, ...newest, newest: true, ...spanFrom(begun?.[index], events) };
    }
  }
  return undefined;
}

type Counted = Pick<BrakeCounts, 'all' | 'recent'> & {
  events: number | undefined;
  begun: readonly number[] | undefined;
};

function spanFrom(first: number | undefined, events: number | undefined) {
  if (first === undefined || events === undefined) return {};
  return { span: { first, last: events - 1 } };
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
