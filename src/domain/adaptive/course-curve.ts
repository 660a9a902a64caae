/**
 * How long something lasts and how it ends, learned from a campaign's own calls: the ringing, the
 * listening, an agent's time with a customer. For each age the share of those that were still there
 * and ended in that moment (Kaplan and Meier 1958; with several ends that of Aalen and Johansen
 * 1978). What has not ended yet counts up to its age and no further (censoring), so that short calls,
 * which are known first, do not look more frequent than they are. Pure; times are `SimMs`.
 */
import type { SimMs } from '../milliseconds.ts';

/** The width of an age; the last one has no end. */
export const binMs = 2_000;

/** Of what could end at an age: the share that ended so, 0 to 1. */
export interface Hazards {
  /** By the awaited end: an answer, a request, a free agent. */
  awaited: Float64Array;
  /** By any other end. */
  other: Float64Array;
}

export interface CurveWish {
  bins: number;
  /** What is expected before there are calls, of each age; counts as `weight` observations. */
  prior: { awaited: number; other: number; weight: number };
}

/** Beyond so many, what is older counts half: a list's people change in the course of a day. */
const mostSeen = 4_000;

export class CourseCurve {
  readonly bins: number;
  /** How many ends were noted since the beginning. */
  noted = 0;
  readonly #wish: CurveWish;
  readonly #awaited: Float64Array;
  readonly #other: Float64Array;
  #seen = 0;

  constructor(wish: CurveWish) {
    this.#wish = wish;
    this.bins = wish.bins;
    this.#awaited = new Float64Array(wish.bins);
    this.#other = new Float64Array(wish.bins);
  }

  note(age: SimMs, end: 'awaited' | 'other'): void {
    const counts = end === 'awaited' ? this.#awaited : this.#other;
    const bin = this.binOf(age);
    counts[bin] = (counts[bin] ?? 0) + 1;
    this.noted += 1;
    this.#seen += 1;
    if (this.#seen < mostSeen) return;
    for (const half of [this.#awaited, this.#other]) {
      for (let at = 0; at < half.length; at += 1) half[at] = (half[at] ?? 0) / 2;
    }
    this.#seen /= 2;
  }

  binOf(age: number): number {
    return Math.min(this.bins - 1, Math.max(0, Math.floor(age / binMs)));
  }

  /** @param open ages of what has not ended: it could have ended up to now, and did not */
  hazards(open: Iterable<number> = []): Hazards {
    const { bins } = this;
    const { prior } = this.#wish;
    const censored = new Float64Array(bins);
    for (const age of open) {
      const bin = this.binOf(age);
      censored[bin] = (censored[bin] ?? 0) + 1;
    }
    const awaited = new Float64Array(bins);
    const other = new Float64Array(bins);
    let atRisk = prior.weight;
    for (let bin = bins - 1; bin >= 0; bin -= 1) {
      const [came, went] = [this.#awaited[bin] ?? 0, this.#other[bin] ?? 0];
      atRisk += came + went;
      awaited[bin] = (came + prior.awaited * prior.weight) / atRisk;
      other[bin] = (went + prior.other * prior.weight) / atRisk;
      // Those of this age were not there for the whole of it.
      atRisk += censored[bin] ?? 0;
    }
    return { awaited, other };
  }
}

/**
 * The chance that the awaited end comes in each of the next `length` steps of an age, for something
 * that is `bin` old. The last age goes on for ever.
 */
export function chances({ awaited, other }: Hazards, bin: number, length: number): Float64Array {
  const result = new Float64Array(length);
  const last = awaited.length - 1;
  let there = 1;
  for (let step = 0; step < length; step += 1) {
    const at = Math.min(last, bin + step);
    const comes = awaited[at] ?? 0;
    result[step] = there * comes;
    there *= Math.max(0, 1 - comes - (other[at] ?? 0));
  }
  return result;
}
