/**
 * Sends the auto-replies, within minutes or not at all (`judgeReply`). An auto-reply is marked as
 * submitted and committed before its carrier is asked, so that it is sent at most once. The
 * confirmation of an opt-out says that nothing more comes: it waits for calls and texts to that
 * number that may be in flight.
 */

import { asClient, asPlatform } from '#db/database.ts';
import { readReplySender, textingClients } from '#db/queries/reply-sender.ts';
import { hasQueuedReplies, listDueReplies, type TextReply } from '#db/queries/text-reply.ts';
import { later, realMs, type SimMs, simMs, toSim } from '#domain/milliseconds.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { type ConfirmationWait, createConfirmationWait } from './confirmation-wait.ts';
import { takePacedReplies } from './paced-replies.ts';
import { createReplyJudge, type LawfulReply, type ReplyJudge } from './reply-judge.ts';
import { ReplyOutcomes } from './reply-outcomes.ts';
import { notTaken, ReplySubmitter } from './reply-submitter.ts';

/** Between two polls of all clients: other engines store auto-replies too. */
const pollEvery = realMs(5_000);
/** How long after their transaction began auto-replies may be submitted. */
const longestTaking = realMs(2_000);

export class Outbox {
  readonly #deps: EngineDeps;
  readonly #lanes: ClientLanes;
  readonly #confirmations: ConfirmationWait;
  readonly #judge: ReplyJudge;
  readonly #outcomes: ReplyOutcomes;
  readonly #submitter: ReplySubmitter;
  /** Clients that may have an auto-reply to send. */
  readonly #waiting = new Set<number>();
  /** When all clients are polled again. */
  #pollAt = simMs(Number.NEGATIVE_INFINITY);

  constructor(deps: EngineDeps, lanes: ClientLanes) {
    this.#deps = deps;
    this.#lanes = lanes;
    this.#confirmations = createConfirmationWait(deps);
    this.#judge = createReplyJudge(deps);
    this.#outcomes = new ReplyOutcomes(deps, lanes, (clientId) => this.#waiting.add(clientId));
    this.#submitter = new ReplySubmitter(deps, this.#outcomes);
  }

  /** The client may have an auto-reply to send. */
  expect(clientId: number): void {
    this.#waiting.add(clientId);
    this.#submitter.expectStops(clientId);
  }

  /** Whether an auto-reply waits for what is in flight. */
  isWaiting(): boolean {
    return this.#confirmations.isWaiting();
  }

  /** Whether a client may have an auto-reply to send, or an outcome to note. */
  isExpecting(): boolean {
    return this.#waiting.size > 0 || this.#outcomes.isKeeping();
  }

  /** At a stop: resolves when the carriers have responded to everything submitted, and that is noted. */
  async responded(): Promise<void> {
    await this.#submitter.responded();
    await this.#outcomes.finish();
  }

  /** Begins to note the outcomes that could not be noted at once. */
  record(): void {
    this.#outcomes.record();
  }

  /** Ends what engines that died have left open. */
  sweep(): Promise<void> {
    return this.#outcomes.sweep();
  }

  /**
   * Begins to send what is due, in each client's lane. A carrier that is slow to respond, or a
   * locked row, holds up only the other auto-replies of its client.
   */
  async send(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    if (now >= this.#pollAt) {
      this.#pollAt = later(now, toSim(pollEvery, clock.speed));
      for (const clientId of await asPlatform(db, textingClients)) this.#waiting.add(clientId);
    }
    for (const clientId of this.#waiting) {
      this.#lanes.begin('auto-replies', clientId, () => this.#sendFor(clientId));
    }
  }

  async #sendFor(clientId: number): Promise<void> {
    if (this.#submitter.isUnderWay(clientId)) return this.#submitter.checkForStops(clientId);
    if (this.#outcomes.isFull(clientId)) return;
    // Before the query: what is stored during it is expected again, and must not be forgotten.
    this.#waiting.delete(clientId);
    try {
      if (await this.#sendDue(clientId)) this.#waiting.add(clientId);
    } catch (error) {
      this.#waiting.add(clientId);
      throw error;
    }
  }

  /** Returns whether more may have to be sent. */
  async #sendDue(clientId: number): Promise<boolean> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const { sender, due } = await asClient(db, clientId, async (tx) => ({
      sender: await readReplySender(tx, clientId),
      due: await listDueReplies(tx, clientId, new Date(now)),
    }));
    // Also while the carrier is disconnected: what is late by then is never sent.
    const lawful = due.length > 0 ? await this.#judge.lawful(clientId, sender, due, now) : [];
    const carrier = this.#deps.textCarriers?.get(sender.carrier);
    if (!carrier?.connected() || sender.stopped) return true;
    const ready = await this.#confirmations.ready(
      clientId,
      lawful.map(({ reply }) => reply),
    );
    if (ready.length > 0) {
      const going = lawful.filter(({ reply }) => ready.includes(reply.textReplyId));
      const { taken, late } = await this.#take(clientId, going, now);
      const ends = new Map(going.map(({ reply, until }) => [reply.textReplyId, until]));
      const untilOf = (one: TextReply) => ends.get(one.textReplyId) ?? now;
      const submitter = this.#submitter;
      // A stop and the confirmation of an opt-out rely on its submission by then.
      const against = late ? notTaken('claim_too_slow') : submitter.witnessed(clientId, taken);
      if (against) {
        const responses = Array(taken.length).fill(against);
        await this.#outcomes.note(carrier.name, clientId, taken, responses);
      } else await submitter.submit(carrier, clientId, taken, untilOf);
      if (submitter.isUnderWay(clientId)) return true;
    }
    return asClient(db, clientId, (tx) => hasQueuedReplies(tx, clientId));
  }

  /** Marks them as submitted. `late`: that took too long, so they must not be submitted. */
  async #take(
    clientId: number,
    going: readonly LawfulReply[],
    now: SimMs,
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
