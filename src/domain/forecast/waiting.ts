/**
 * The numbers that wait in one run, as the engine takes them: those due first, mixed as they are in
 * their file. Numbers that are alike are one cohort with a count.
 */
import type { Taken } from '../follow-up/next-step.ts';
import type { NumberClass } from './input.ts';

/** Rules that fired on the way here, and the same for comparing. */
export interface Way {
  way: readonly Taken[];
  wayKey: string;
}

const noWay: Way = { way: [], wayKey: '' };

export interface Cohort extends Way {
  /** Index of its class. */
  of: number;
  /** Cohorts of the same zone and way turn out alike. */
  alike: string;
}

/** Some numbers of a cohort. */
export interface Some {
  cohort: Cohort;
  count: number;
}

export class WaitingNumbers {
  readonly #classes: readonly NumberClass[];
  /** The next window of each class: index of its start in `open`. */
  readonly #window: Int32Array;
  readonly #cohorts = new Map<string, Cohort>();
  /** By when they are due. */
  readonly #queue = new Map<number, Map<Cohort, number>>();
  /** Ascending. */
  readonly #dues: number[] = [];
  /** All that wait, and those that never can any more. */
  left = 0;
  shut = 0;

  constructor(classes: readonly NumberClass[]) {
    this.#classes = classes;
    this.#window = new Int32Array(classes.length);
    for (const [of, { due, count }] of classes.entries()) {
      this.add(due, this.cohortOf(of, noWay), count);
    }
  }

  cohortOf(of: number, { way, wayKey }: Way): Cohort {
    const key = `${of} ${wayKey}`;
    const known = this.#cohorts.get(key);
    if (known) return known;
    const alike = `${this.#classes[of]?.zone} ${wayKey}`;
    const fresh = { of, way, wayKey, alike };
    this.#cohorts.set(key, fresh);
    return fresh;
  }

  add(due: number, cohort: Cohort, count: number): void {
    if (count <= 0) return;
    let bucket = this.#queue.get(due);
    if (!bucket) {
      bucket = new Map();
      this.#queue.set(due, bucket);
      insert(this.#dues, due);
    }
    bucket.set(cohort, (bucket.get(cohort) ?? 0) + count);
    this.left += count;
  }

  /** The first instant after `now` at which something is due; undefined: nothing is. */
  nextDue(now: number): number | undefined {
    return this.#dues.find((due) => due > now);
  }

  /**
   * How many may be taken now. Those whose hours are not open wait for them.
   *
   * @param enough more than these are not looked for
   */
  available(now: number, enough: number): number {
    let sum = 0;
    for (let index = 0; index < this.#dues.length && sum < enough; index += 1) {
      const due = this.#dues[index] as number;
      if (due > now) break;
      const bucket = this.#queue.get(due) as Map<Cohort, number>;
      for (const [cohort, count] of bucket) {
        const opens = this.#opens(cohort.of, now);
        if (opens === now) {
          sum += count;
          continue;
        }
        bucket.delete(cohort);
        this.left -= count;
        if (opens === Number.POSITIVE_INFINITY) this.shut += count;
        else this.add(opens, cohort, count);
      }
      if (bucket.size === 0) {
        this.#forget(index);
        index -= 1;
      }
    }
    return sum;
  }

  /** Takes as many as are due, after `available` at the same instant. */
  take(now: number, most: number): Some[] {
    const taken: Some[] = [];
    let left = most;
    while (left > 0) {
      const due = this.#dues[0];
      if (due === undefined || due > now) break;
      const bucket = this.#queue.get(due) as Map<Cohort, number>;
      let inBucket = 0;
      for (const count of bucket.values()) inBucket += count;
      let fromBucket = Math.min(left, inBucket);
      left -= fromBucket;
      for (const [cohort, count] of bucket) {
        const share = Math.min(count, Math.round((fromBucket * count) / inBucket));
        inBucket -= count;
        fromBucket -= share;
        if (share === count) bucket.delete(cohort);
        else if (share > 0) bucket.set(cohort, count - share);
        if (share > 0) taken.push({ cohort, count: share });
      }
      if (bucket.size === 0) this.#forget(0);
    }
    for (const { count } of taken) this.left -= count;
    return taken;
  }

  /** `now` when they may be called, the next opening else, and Infinity for none. */
  #opens(of: number, now: number): number {
    const { open } = this.#classes[of] as NumberClass;
    let at = this.#window[of] as number;
    while (at < open.length && (open[at + 1] as number) <= now) at += 2;
    this.#window[of] = at;
    if (at >= open.length) return Number.POSITIVE_INFINITY;
    return Math.max(now, open[at] as number);
  }

  #forget(index: number): void {
    const [due] = this.#dues.splice(index, 1);
    this.#queue.delete(due as number);
  }
}

/** Keeps the order. */
function insert(sorted: number[], value: number): void {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  sorted.splice(low, 0, value);
}
