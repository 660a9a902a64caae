/**
 * What a client's daily limits leave to one run, by the Eastern day: its own attempts, and what the client's
 * other running campaigns take of the same limits meanwhile.
 */
import { easternDate, endOfEasternDay } from '../wall-time.ts';

export interface DayLimits {
  /** The most calls, or texts, and micro-dollars of one day; null: no limit. */
  attempts: number | null;
  cost: number | null;
  /** Used already on the day that ends at `until` (epoch ms), over all campaigns. */
  used: { attempts: number; cost: number; until: number };
  /** Micro-dollars that a call counts with until it has ended. */
  reserve: number;
  /** The client's other running campaigns of the channel. */
  others: readonly OtherCampaign[];
}

export interface OtherCampaign {
  perMinute: number;
  /** Numbers that wait in it. */
  left: number;
}

export class DayRoom {
  readonly #limits: DayLimits;
  readonly #others: { perMinute: number; left: number }[];
  #until: number;
  #attempts: number;
  #cost: number;

  constructor(limits: DayLimits) {
    this.#limits = limits;
    this.#others = limits.others.map((one) => ({ ...one }));
    const { used } = limits;
    this.#until = used.until;
    this.#attempts = used.attempts;
    this.#cost = used.cost;
  }

  /** The end of the day at `now`, when all of it is free again. */
  until(now: number): number {
    if (now >= this.#until) {
      this.#until = endOfEasternDay(easternDate(new Date(now)));
      this.#attempts = 0;
      this.#cost = 0;
    }
    return this.#until;
  }

  /**
   * How many attempts are allowed.
   *
   * @param each micro-dollars that one of them costs on average
   */
  room(now: number, each: number): number {
    this.until(now);
    const { attempts, cost, reserve } = this.#limits;
    const own = attempts === null ? Number.POSITIVE_INFINITY : attempts - this.#attempts;
    if (cost === null) return Math.max(0, Math.floor(own));
    const left = cost - this.#cost;
    // The last one needs room for all that it reserves; what ends gives the rest back.
    const paid = left <= 0 || left < reserve ? 0 : 1 + (left - reserve) / Math.max(each, 1e-6);
    return Math.max(0, Math.floor(Math.min(own, paid)));
  }

  /** Counts `count` attempts of this run, within `ms` milliseconds and at `cost` micro-dollars in all. */
  take(count: number, cost: number, ms: number, each: number): void {
    this.#attempts += count;
    this.#cost += cost;
    for (const other of this.#others) {
      const taken = Math.min(other.left, (other.perMinute * ms) / 60_000);
      other.left -= taken;
      this.#attempts += taken;
      this.#cost += taken * each;
    }
  }
}
