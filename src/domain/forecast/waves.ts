/** Numbers that come one after the other, because the contact policy counts their contacts together (`shared-contacts.ts`). */
import type { WindowRule } from '../policy/contact-hold.ts';

/** So many waiting numbers of one account, or one External Id. */
export interface SubjectSize {
  numbers: number;
  subjects: number;
}

/** By what rules count: sizes of the subjects of all numbers that wait. */
export interface SharedSubjects {
  account: readonly SubjectSize[];
  /** Without an External Id an account is one; a person is, too. */
  externalId: readonly SubjectSize[];
}

export interface Waves {
  /** Shares of the numbers, 0 to 1, that have 0, 1, 2 … others before them. */
  shares: readonly number[];
  /** Limits, gaps and rests that count more than the number. */
  rules: readonly WindowRule[];
  /** Of those with others before them, the share that is left out once a person has answered. */
  leftOut: number;
}

/** Numbers of one wave that follow others; by `due` all of them may be contacted, as far as nobody else holds them. */
export interface Followers {
  count: number;
  due: number;
}

/** The waves of numbers with the same hours. */
class Pool {
  readonly left: number[];
  /** What rounding has kept from each wave so far. */
  readonly carried: number[];
  /** Those to be let in, and by when they are due for themselves, in the order of their classes. */
  readonly #outside: Followers[][];
  readonly #counts: number[];

  constructor(waves: number) {
    this.left = Array.from({ length: waves }, () => 0);
    this.carried = Array.from({ length: waves }, () => 0);
    this.#counts = Array.from({ length: waves }, () => 0);
    this.#outside = Array.from({ length: waves }, () => []);
  }

  outside(wave: number): number {
    return this.#counts[wave] ?? 0;
  }

  add(wave: number, some: Followers): void {
    this.left[wave] = (this.left[wave] ?? 0) + some.count;
    this.#counts[wave] = this.outside(wave) + some.count;
    this.#outside[wave]?.push({ ...some });
  }

  /** Lets in the next `count` numbers of a wave, in the order of their classes. */
  take(wave: number, count: number): Followers {
    const queue = this.#outside[wave] ?? [];
    let [left, due] = [count, 0];
    while (left > 0) {
      const [next] = queue;
      if (!next) break;
      const some = Math.min(left, next.count);
      due = Math.max(due, next.due);
      left -= some;
      next.count -= some;
      if (next.count === 0) queue.shift();
    }
    this.#counts[wave] = this.outside(wave) - (count - left);
    return { count: count - left, due };
  }
}

/**
 * Who comes after whom, in one run: of each pool, how many of each wave are still to be contacted, and to be let in.
 * Numbers of a person are in one pool, as far as one has them: those with the same hours and rules.
 */
export class LaterWaves {
  readonly #pools: Pool[] = [];

  /**
   * @param shares of numbers that have 0, 1, 2 … others before them
   * @returns how many of the class's numbers, which are in a pool, have nobody before them
   */
  divide(pool: number, shares: readonly number[], { count, due }: Followers): number {
    if (shares.length === 1) return count;
    const known = this.#pools[pool] ?? new Pool(shares.length);
    this.#pools[pool] = known;
    const { left, carried } = known;
    let firsts = count;
    for (const [wave, share] of shares.entries()) {
      if (wave === 0) continue;
      // A class may be a single number: what one rounds off, the next one gets.
      const wanted = (carried[wave] ?? 0) + share * count;
      // Where rounding leaves nobody to follow, a number is somebody's first.
      const most = left[0] === 0 ? firsts - 1 : firsts;
      const isFollowed = wave === 1 || (left[wave - 1] ?? 0) > 0;
      const own = isFollowed ? Math.min(most, Math.max(0, Math.ceil(wanted - 0.5))) : 0;
      carried[wave] = wanted - own;
      if (own === 0) continue;
      firsts -= own;
      known.add(wave, { count: own, due });
    }
    left[0] = (left[0] ?? 0) + firsts;
    return firsts;
  }

  /** So many of a wave have been contacted, or are out: @returns those of the next one that follow them. */
  follow(pool: number, wave: number, count: number): Followers {
    const known = this.#pools[pool];
    const waiting = known?.outside(wave + 1) ?? 0;
    if (!known || waiting === 0) return { count: 0, due: 0 };
    const before = known.left[wave] ?? 0;
    const next = Math.min(waiting, Math.round((waiting * count) / Math.max(count, before)));
    known.left[wave] = Math.max(0, before - count);
    return known.take(wave + 1, next);
  }
}
