/**
 * Whether somebody may be called at this moment, as far as claims have shown. That an entry is due says
 * little: a fresh list, or one whose rules changed, is due at night, until claims have put its numbers off.
 */
import { later, realMs, type SimMs, simMs, toSim } from '#domain/milliseconds.ts';

/** What a claim has found is believed for so long: rules and lists change. */
const believedFor = realMs(2_000);

export class SomebodyCallable {
  readonly #clock: { now(): SimMs; speed: number };
  #until = simMs(Number.NEGATIVE_INFINITY);

  constructor(clock: { now(): SimMs; speed: number }) {
    this.#clock = clock;
  }

  /** @param callableUntil of those whom a claim found; null: it found nobody */
  note(callableUntil: SimMs | null): void {
    const { now, speed } = this.#clock;
    const believed = later(now(), toSim(believedFor, speed));
    this.#until = simMs(Math.min(callableUntil ?? Number.NEGATIVE_INFINITY, believed));
  }

  isKnown(): boolean {
    return this.#clock.now() < this.#until;
  }
}
