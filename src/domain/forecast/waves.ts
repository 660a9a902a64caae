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

/** Who comes after whom, in one run: by class, how many of each wave are still to be contacted, and to be let in. */
export class LaterWaves {
  readonly #shares: readonly number[];
  readonly #left: number[][] = [];
  readonly #outside: number[][] = [];

  constructor(shares: readonly number[]) {
    this.#shares = shares;
  }

  /** @returns how many of the class's numbers have nobody before them */
  divide(of: number, count: number): number {
    let [sum, given] = [0, 0];
    const counts = this.#shares.map((share) => {
      sum += share;
      const upTo = Math.min(count, Math.round(sum * count));
      const own = upTo - given;
      given = upTo;
      return own;
    });
    counts[0] = (counts[0] ?? 0) + count - given;
    // Where rounding leaves nobody to follow, a number is somebody's first.
    for (let wave = 1; wave < counts.length; wave += 1) {
      if (counts[wave - 1] !== 0) continue;
      counts[0] += counts[wave] ?? 0;
      counts[wave] = 0;
    }
    this.#left[of] = [...counts];
    this.#outside[of] = [0, ...counts.slice(1)];
    return counts[0];
  }

  /** So many of a wave have been contacted, or are out: @returns how many of the next one follow them. */
  follow(of: number, wave: number, count: number): number {
    const left = this.#left[of];
    const outside = this.#outside[of];
    const waiting = outside?.[wave + 1] ?? 0;
    if (!left || !outside || waiting === 0) return 0;
    const before = left[wave] ?? 0;
    const next = Math.min(waiting, Math.round((waiting * count) / Math.max(count, before)));
    left[wave] = Math.max(0, before - count);
    outside[wave + 1] = waiting - next;
    return next;
  }
}
