/** What a campaign gets of its carrier: how fast it may begin calls or texts, and how many at once. */
import { fairShare } from './fair-share.ts';

/** Of the carrier of its channel; attempts a minute. */
export interface CarrierSharing {
  /** Attempts a second; null: it has no limit, or none that is known. */
  perSecond: number | null;
  /** Calls in progress that it holds; null: the same. */
  atOnce: number | null;
  /** Its calls are on several machines: agents who wait on one cannot talk to customers on another. */
  isDivided: boolean;
  /** An agent's line stays when the customer of a talk hangs up (decision 099). */
  keepsLines: boolean;
  /** What the client's other running campaigns on it want, and each other client's together. */
  siblings: readonly number[];
  others: readonly number[];
}

/** Null: as many as it wants. */
export interface CarrierPart {
  /** Calls or texts a minute. */
  perMinute: number | null;
  /** Calls in progress; a talk with an agent holds two. */
  atOnce: number | null;
}

/** For how many minutes a call holds its place at the carrier, about. */
const callMinutes = 0.5;

/** What it could get at most: it leaves what it does not want to others by itself. */
export function carrierPart(carrier: CarrierSharing | null): CarrierPart {
  const { perSecond = null, atOnce = null, siblings = [], others = [] } = carrier ?? {};
  const most = Number.POSITIVE_INFINITY;
  const held = (wanted: readonly number[]) => wanted.map((one) => one * callMinutes);
  return {
    perMinute: perSecond === null ? null : fairShare(perSecond * 60, most, siblings, others),
    atOnce: atOnce === null ? null : fairShare(atOnce, most, held(siblings), held(others)),
  };
}

/** The turns of one campaign at its carrier while its calls are played one by one. */
export class CarrierTurns {
  readonly #each: number;
  readonly #most: number;
  readonly #atOnce: number;
  #free: number;
  #at: number | undefined;

  /**
   * @param least calls that begin together at least
   * @param tick milliseconds between two looks of the engine
   */
  constructor({ perMinute, atOnce }: CarrierPart, least: number, tick: number) {
    this.#each = (perMinute ?? Number.POSITIVE_INFINITY) / 60_000;
    // What nobody took gathers for less than half a second (src/carriers/asterisk/setups.ts).
    this.#most = Math.max(least, 1 + this.#each * Math.max(400, tick));
    this.#free = this.#most;
    this.#atOnce = atOnce ?? Number.POSITIVE_INFINITY;
  }

  /** How many calls may begin by the pace. */
  room(now: number): number {
    const since = this.#at === undefined ? 0 : Math.max(0, now - this.#at);
    this.#at = now;
    if (since > 0) this.#free = Math.min(this.#most, this.#free + since * this.#each);
    return Math.max(0, Math.floor(this.#free));
  }

  /** How many more calls the carrier holds, beside those in progress. */
  places(held: number): number {
    return Math.max(0, Math.floor(this.#atOnce - held));
  }

  /** So many began; a call to an agent begins at once, and others wait for it. */
  take(count: number): void {
    if (this.#each < Number.POSITIVE_INFINITY) this.#free -= count;
  }

  /** Milliseconds until `count` may begin by the pace alone; 0: they may now. */
  until(count: number): number {
    const missing = count - this.#free;
    return missing <= 0 ? 0 : Math.ceil(missing / this.#each);
  }
}
