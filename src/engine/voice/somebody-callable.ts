/**
 * Whether somebody may be called at this moment, as far as claims have shown. That an entry is due says
 * little: a fresh list, or one whose rules changed, is due at night, until claims have put its numbers off.
 */
import { later, realMs, type SimMs, simMs, toSim } from '#domain/milliseconds.ts';

/** What a claim has found is believed for so long: rules and lists change. */
const believedFor = realMs(2_000);

export class SomebodyCallable {
  readonly #clock: { now(): SimMs; speed: number };
  #since = simMs(Number.POSITIVE_INFINITY);
  #until = simMs(Number.NEGATIVE_INFINITY);

  constructor(clock: { now(): SimMs; speed: number }) {
    this.#clock = clock;
  }

  /** @param callableUntil of those whom a claim found; null: it found nobody */
  note(callableUntil: SimMs | null): void {
    const { now, speed } = this.#clock;
    this.#since = now();
    const believed = later(this.#since, toSim(believedFor, speed));
    this.#until = simMs(Math.min(callableUntil ?? Number.NEGATIVE_INFINITY, believed));
  }

  isKnown(): boolean {
    const now = this.#clock.now();
    // A clock that was set back knows nothing of this instant.
    return this.#since <= now && now < this.#until;
  }
}
