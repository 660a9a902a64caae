/** Agents of a played Linkback who are called before there is a customer, and wait for one (decisions 085 and 098). */

import { agentAgainAfter } from '../linkback-pacing.ts';

export class FirstAgents {
  /** Their telephones ring, or they hear their message. */
  #coming = 0;
  /** They wait, and nobody is called for them alone. */
  ready = 0;
  /** A customer is being called for each. */
  #own = 0;
  #missed: number[] = [];

  /** None of them is in a talk. */
  get count(): number {
    return this.#coming + this.ready + this.#own;
  }

  /** Each of these leaves a place at the carrier for a customer. */
  get alone(): number {
    return this.#coming + this.ready;
  }

  /** Of those who are wanted, how many are called now. */
  mayCall(now: number, wanted: number): number {
    this.#missed = this.#missed.filter((at) => now < at + agentAgainAfter);
    return Math.max(0, wanted - this.#missed.length);
  }

  called(): void {
    this.#coming += 1;
  }

  /** An agent waits, or did not pick up. */
  settled(at: number, waits: boolean): void {
    this.#coming -= 1;
    if (waits) this.ready += 1;
    else this.#missed.push(at);
  }

  /** A customer is called for one who waits. */
  assign(): void {
    this.ready -= 1;
    this.#own += 1;
  }

  /** That customer did not ask. */
  release(): void {
    this.#own -= 1;
    this.ready += 1;
  }

  /** After a talk the agent waits on the same line. */
  back(): void {
    this.ready += 1;
  }

  /** They talk: with the agent's own customer, or with one who finds somebody waiting. */
  meet(whose: 'own' | 'shared'): void {
    if (whose === 'own') this.#own -= 1;
    else this.ready -= 1;
  }
}
