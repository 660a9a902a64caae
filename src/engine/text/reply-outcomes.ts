/**
 * What became of submitted auto-replies: kept here until the database has noted it. What an engine that
 * died has left open ends as unknown.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Submission } from '#carriers/text-port.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { isConflict, isOutOfTime, levelOf, troubleOf } from '#db/errors.ts';
import {
  clientsWithLostReplies,
  endLostReplies,
  noteReplyOutcomes,
  type ReplyOutcome,
  type TextReply,
} from '#db/queries/text-reply.ts';
import {
  earlier,
  later,
  type RealMs,
  realMs,
  type SimMs,
  simMs,
  times,
  toSim,
} from '#domain/milliseconds.ts';
import { replyPatience } from '#domain/texting.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { longestFinish } from '../submission.ts';
import { obeyOptOuts, saysStop } from './carrier-opt-outs.ts';
import { refsOf } from './carrier-refs.ts';

/** After a retryable rejection, doubled each time. */
const shortestWait = simMs(1_000);
const mostTries = 10;
/** Of one client: until the database has some of them, nothing more is taken. */
const mostKept = 400;
/** An outcome is given up after this many errors other than trouble of the whole database. */
const mostFailures = 10;
/** Between two attempts during a stop. */
const betweenTries = realMs(100);
/** Without an outcome for this long: every submission and its note took less, or its engine died. */
const longestOpen = realMs(60_000);
const sweepEvery = realMs(10_000);

interface Kept {
  carrierName: string;
  reply: TextReply;
  submission: Submission;
  /** The opt-out that the carrier reported is stored. */
  obeyed: boolean;
  failures: number;
}

export class ReplyOutcomes {
  readonly #deps: EngineDeps;
  readonly #lanes: ClientLanes;
  /** A client has an auto-reply that must be submitted again. */
  readonly #onAgain: (clientId: number) => void;
  /** By client: what its row does not say yet. */
  readonly #kept = new Map<number, Kept[]>();
  /** By client: the notes under way. */
  readonly #noting = new Map<number, Promise<void>>();
  #sweepAt = simMs(Number.NEGATIVE_INFINITY);

  constructor(deps: EngineDeps, lanes: ClientLanes, onAgain: (clientId: number) => void) {
    this.#deps = deps;
    this.#lanes = lanes;
    this.#onAgain = onAgain;
  }

  isKeeping(): boolean {
    return this.#kept.size > 0;
  }

  /** Whether too many outcomes of the client wait to submit anything more. */
  isFull(clientId: number): boolean {
    return (this.#kept.get(clientId)?.length ?? 0) >= mostKept;
  }

  /**
   * Notes the responses, in the same order. Rejects as the database does: what could not be noted then
   * is kept for `record`.
   */
  note(
    carrierName: string,
    clientId: number,
    replies: readonly TextReply[],
    submissions: readonly Submission[],
  ): Promise<void> {
    const own = this.#kept.get(clientId) ?? [];
    for (const [index, reply] of replies.entries()) {
      const submission = submissions[index] ?? { kind: 'unknown', note: { code: 'no_response' } };
      own.push({ carrierName, reply, submission, obeyed: false, failures: 0 });
    }
    this.#kept.set(clientId, own);
    return this.#noteKept(clientId);
  }

  /** Begins to note what could not be noted before, each client's in its lane. */
  record(): void {
    for (const clientId of this.#kept.keys()) {
      if (this.#noting.has(clientId)) continue;
      this.#lanes.begin('outcomes of auto-replies', clientId, () => this.#noteKept(clientId));
    }
  }

  /** At a stop: resolves when everything is noted, or this engine's patience is over. */
  async finish(): Promise<void> {
    const end: RealMs = later(realMs(performance.now()), longestFinish);
    while (this.isKeeping() && performance.now() < end) {
      await Promise.allSettled([...this.#kept.keys()].map((clientId) => this.#noteKept(clientId)));
      if (this.isKeeping()) await sleep(betweenTries);
    }
  }

  /** Ends as unknown what was submitted long ago and has no outcome: its engine died. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    if (now < this.#sweepAt) return;
    this.#sweepAt = later(now, toSim(sweepEvery, clock.speed));
    const before = new Date(earlier(now, toSim(longestOpen, clock.speed)));
    const clients = await asPlatform(db, (tx) => clientsWithLostReplies(tx, before));
    for (const clientId of clients) {
      this.#lanes.begin('lost auto-replies', clientId, () =>
        asClient(db, clientId, (tx) => endLostReplies(tx, clientId, before)),
      );
    }
  }

  /** One transaction of a client after the other. */
  #noteKept(clientId: number): Promise<void> {
    const before = this.#noting.get(clientId) ?? Promise.resolve();
    const own: Promise<void> = before
      .catch(() => {})
      .then(() => this.#noteAll(clientId))
      .finally(() => {
        if (this.#noting.get(clientId) === own) this.#noting.delete(clientId);
      });
    this.#noting.set(clientId, own);
    return own;
  }

  /** All together, or one by one, so that one that cannot be stored holds up no other. */
  async #noteAll(clientId: number): Promise<void> {
    const some = [...(this.#kept.get(clientId) ?? [])];
    if (some.length === 0) return;
    try {
      await this.#commit(clientId, some);
      return;
    } catch (error) {
      if (isPassing(error)) throw error;
    }
    const errors: unknown[] = [];
    for (const one of some) {
      try {
        await this.#commit(clientId, [one]);
      } catch (error) {
        if (isPassing(error)) throw error;
        errors.push(error);
        one.failures += 1;
        // Its row ends as unknown.
        if (one.failures >= mostFailures) this.#drop(clientId, [one]);
      }
    }
    if (errors.length > 0) throw errors[0];
  }

  async #commit(clientId: number, some: readonly Kept[]): Promise<void> {
    const { db, clock } = this.#deps;
    const stopped = some.filter(({ submission, obeyed }) => !obeyed && saysStop(submission));
    await obeyOptOuts(
      db,
      clientId,
      stopped.map(({ reply }) => reply.phone),
    );
    // Once: a later opt-in may have lifted it before the outcome is noted.
    for (const one of stopped) one.obeyed = true;
    const now = clock.now();
    const outcomes = some.map(({ carrierName, reply, submission }) => {
      const { textReplyId, tries } = reply;
      return { textReplyId, tries, ...outcomeOf(submission, reply, carrierName, now) };
    });
    await asClient(db, clientId, (tx) => noteReplyOutcomes(tx, clientId, outcomes));
    this.#drop(clientId, some);
    if (outcomes.some(({ kind }) => kind === 'again')) this.#onAgain(clientId);
  }

  #drop(clientId: number, some: readonly Kept[]): void {
    const left = (this.#kept.get(clientId) ?? []).filter((one) => !some.includes(one));
    if (left.length > 0) this.#kept.set(clientId, left);
    else this.#kept.delete(clientId);
  }

  /** Logs that outcomes are kept for later. */
  failed(clientId: number, error: unknown): void {
    const line = { err: error, clientId };
    this.#deps.log[levelOf(error, 'error')](
      line,
      'could not store the outcome of auto-replies yet',
    );
  }
}

/** It concerns every statement, or is over when another transaction has ended. */
const isPassing = (error: unknown) =>
  troubleOf(error) !== undefined || isConflict(error) || isOutOfTime(error);

/** From then on it is not sent. */
const endOf = ({ received }: TextReply) => later(simMs(received.getTime()), replyPatience);

function outcomeOf(
  submission: Submission,
  reply: TextReply,
  carrierName: string,
  now: SimMs,
): ReplyOutcome {
  if (submission.kind === 'accepted') {
    return { kind: 'accepted', ...refsOf(submission, carrierName) };
  }
  if (submission.kind === 'unknown') return submission;
  const { note } = submission;
  if (!submission.retryable || reply.tries >= mostTries) return { kind: 'failed', note };
  const due = later(now, times(shortestWait, 2 ** reply.tries));
  if (due >= endOf(reply)) return { kind: 'dropped', note: { code: 'reply_late', because: note } };
  return { kind: 'again', due: new Date(due), note };
}
