/**
 * Sends the answers to inbound texts, within minutes or not at all (`judgeAnswer`). An answer is marked
 * as handed over and committed before its carrier is told, so that it is sent once at most. The
 * confirmation of an opt-out says that nothing more comes: it waits for calls and texts to that number
 * that an engine may have in hand.
 */

import { asClient, asPlatform } from '#db/database.ts';
import { readAnswerer, textingClients } from '#db/queries/answerer.ts';
import { hasQueuedReplies, listDueReplies, type TextReply } from '#db/queries/text-reply.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { type ConfirmationWait, createConfirmationWait } from './confirmation-wait.ts';
import { takePacedReplies } from './paced-replies.ts';
import { notTaken, ReplyHandOver } from './reply-hand-over.ts';
import { createReplyJudge, type LawfulReply, type ReplyJudge } from './reply-judge.ts';

/** Real milliseconds between two looks at everybody's answers: another engine may have stored one. */
const lookEvery = 5_000;
/** Real milliseconds from the beginning of their transaction in which taken answers are handed over, or not at all. */
const longestTaking = 2_000;

export class Outbox {
  readonly #deps: EngineDeps;
  readonly #lanes: ClientLanes;
  readonly #confirmations: ConfirmationWait;
  readonly #judge: ReplyJudge;
  readonly #handOver: ReplyHandOver;
  /** Clients that may have an answer to send. */
  readonly #waiting = new Set<number>();
  /** On the engine's clock: everybody's answers are looked at again. */
  #lookAt = Number.NEGATIVE_INFINITY;

  constructor(deps: EngineDeps, lanes: ClientLanes) {
    this.#deps = deps;
    this.#lanes = lanes;
    this.#confirmations = createConfirmationWait(deps);
    this.#judge = createReplyJudge(deps);
    this.#handOver = new ReplyHandOver(deps, (clientId) => this.#waiting.add(clientId));
  }

  /** The client may have an answer to send. */
  expect(clientId: number): void {
    this.#waiting.add(clientId);
    this.#handOver.expectStops(clientId);
  }

  /** Whether an answer waits for what an engine has in hand. */
  isWaiting(): boolean {
    return this.#confirmations.isWaiting();
  }

  /** Resolves when the carriers have answered what was handed over. */
  answered(): Promise<unknown> {
    return this.#handOver.answered();
  }

  /**
   * Begins to send what is due, in each client's lane. A carrier that takes long for its answer, or a
   * locked row, holds up its client's other answers only.
   */
  async send(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    if (now >= this.#lookAt) {
      this.#lookAt = now + lookEvery * clock.speed;
      for (const clientId of await asPlatform(db, textingClients)) this.#waiting.add(clientId);
    }
    for (const clientId of this.#waiting) {
      this.#lanes.begin('answers', clientId, () => this.#sendFor(clientId));
    }
  }

  async #sendFor(clientId: number): Promise<void> {
    if (this.#handOver.isUnderWay(clientId)) return this.#handOver.lookForStops(clientId);
    // Before the look: what is stored while it goes on is expected anew, and must not be forgotten.
    this.#waiting.delete(clientId);
    try {
      if (await this.#sendDue(clientId)) this.#waiting.add(clientId);
    } catch (error) {
      this.#waiting.add(clientId);
      throw error;
    }
  }

  /** Answers whether more may be to send. */
  async #sendDue(clientId: number): Promise<boolean> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const { answerer, due } = await asClient(db, clientId, async (tx) => ({
      answerer: await readAnswerer(tx, clientId),
      due: await listDueReplies(tx, clientId, new Date(now)),
    }));
    // Also while the carrier is away: what is late by then is never sent.
    const lawful = due.length > 0 ? await this.#judge.lawful(clientId, answerer, due, now) : [];
    const carrier = this.#deps.textCarriers?.get(answerer.carrier);
    if (!carrier?.connected() || answerer.stopped) return true;
    const ready = await this.#confirmations.ready(
      clientId,
      lawful.map(({ reply }) => reply),
    );
    if (ready.length > 0) {
      const going = lawful.filter(({ reply }) => ready.includes(reply.textReplyId));
      const { taken, late } = await this.#take(clientId, going, now);
      const ends = new Map(going.map(({ reply, until }) => [reply.textReplyId, until]));
      const untilOf = (one: TextReply) => ends.get(one.textReplyId) ?? now;
      const handOver = this.#handOver;
      // By then a stop, and the confirmation of an opt-out, count on it that it was handed over.
      const against = late ? notTaken('taken_too_slowly') : handOver.witnessed(clientId, taken);
      if (against) {
        await handOver.note(carrier.name, clientId, taken, Array(taken.length).fill(against));
      } else await handOver.submit(carrier, clientId, taken, untilOf);
      if (handOver.isUnderWay(clientId)) return true;
    }
    return asClient(db, clientId, (tx) => hasQueuedReplies(tx, clientId));
  }

  /** Marks them as handed over. `late`: that took so long that they must not be handed over any more. */
  async #take(
    clientId: number,
    going: readonly LawfulReply[],
    now: number,
  ): Promise<{ taken: TextReply[]; late: boolean }> {
    const { db, clock, witness } = this.#deps;
    const replies = going.map(({ reply }) => reply);
    const terms = { now: new Date(now), speed: clock.speed, world: witness?.world() };
    const began = performance.now();
    const taken = await asClient(db, clientId, (tx) =>
      takePacedReplies(tx, clientId, replies, terms),
    );
    return { taken, late: performance.now() - began > longestTaking };
  }
}
