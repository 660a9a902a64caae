/**
 * Hands answers to inbound texts, which are marked as handed over, to their carrier, and notes what it
 * says of each. One hand-over at a time for a client.
 */

import type { Submission, TextCarrier } from '#carriers/text-port.ts';
import { asClient } from '#db/database.ts';
import {
  noteReplyAnswers,
  type ReplyAnswer,
  replyIdOf,
  stoppedOf,
  type TextReply,
} from '#db/queries/text-reply.ts';
import { answerPatience } from '#domain/texting.ts';
import type { EngineDeps } from '../deps.ts';
import { haltOf } from '../halt.ts';
import { inTime, isSlow, longestHandOver } from '../hand-over.ts';
import { refsOf } from './carrier-refs.ts';
import { obeyOptOuts, saysStop } from './told-to-stop.ts';

/** Real milliseconds between two looks whether a person of an answer that is being handed over has stopped. */
const stopsEvery = 250;
/** Simulated: after a refusal for now, doubled each time. */
const shortestWait = 1_000;
const mostTries = 10;

/** Answers of a client that are being handed over. */
interface Handing {
  /** Numbers of help answers. */
  helps: string[];
  /** Those that are on the do-not-call list by now. */
  stopped: Set<string>;
  /** On `performance.now()`. */
  lookAt: number;
}

export class ReplyHandOver {
  readonly #deps: EngineDeps;
  /** A client has an answer that is to be sent again. */
  readonly #onAgain: (clientId: number) => void;
  /** By client: resolves when the answers that are being handed over are noted. */
  readonly #underWay = new Map<number, Promise<void>>();
  /** By client. */
  readonly #handing = new Map<number, Handing>();

  constructor(deps: EngineDeps, onAgain: (clientId: number) => void) {
    this.#deps = deps;
    this.#onAgain = onAgain;
  }

  isUnderWay(clientId: number): boolean {
    return this.#underWay.has(clientId);
  }

  /** Resolves when the carriers have answered what was handed over. */
  answered(): Promise<unknown> {
    return Promise.all(this.#underWay.values());
  }

  /** A person of this client may have stopped: the next look is at once. */
  expectStops(clientId: number): void {
    const hand = this.#handing.get(clientId);
    if (hand) hand.lookAt = Number.NEGATIVE_INFINITY;
  }

  /** A carrier may have made an answer wait, and its person stopped meanwhile: it is not written then. */
  async lookForStops(clientId: number): Promise<void> {
    const hand = this.#handing.get(clientId);
    if (!hand || hand.helps.length === 0 || performance.now() < hand.lookAt) return;
    hand.lookAt = performance.now() + stopsEvery;
    const stopped = await asClient(this.#deps.db, clientId, (tx) =>
      stoppedOf(tx, clientId, hand.helps),
    );
    for (const phone of stopped) hand.stopped.add(phone);
  }

  /** Written beside the database first. @returns what becomes of them instead of being handed over */
  witnessed(clientId: number, replies: readonly TextReply[]): Submission | undefined {
    if (replies.length === 0) return undefined;
    const { clock, log, witness } = this.#deps;
    const at = clock.now();
    const said = witness?.answering(
      replies.map(({ textReplyId, phone, tries }) => ({
        entry: { kind: 'reply', clientId, textReplyId, phone, at },
        tries,
      })),
    );
    if (said === 'refused') return notTaken('held');
    if (said !== 'repeated') return undefined;
    log.error({ clientId, texts: replies.length }, 'the database gave out answers a second time');
    return { kind: 'unknown', note: { code: 'given_out_twice' } };
  }

  /** @param untilOf epoch ms: from then on it must not leave */
  async submit(
    carrier: TextCarrier,
    clientId: number,
    replies: TextReply[],
    untilOf: (reply: TextReply) => number,
  ): Promise<void> {
    if (replies.length === 0) return;
    const helps = replies.filter(({ kind }) => kind === 'help').map(({ phone }) => phone);
    const stopped = new Set<string>();
    this.#handing.set(clientId, { helps, stopped, lookAt: performance.now() });
    // Without an answer in time it counts as unknown, and is not to go out afterwards.
    const end = performance.now() + longestHandOver;
    const mayGo = (reply: TextReply) =>
      performance.now() < end &&
      this.#deps.clock.now() < untilOf(reply) &&
      haltOf(this.#deps) === undefined &&
      (reply.kind === 'opt_out' || !stopped.has(reply.phone));
    const submission = inTime(
      carrier.submit(
        replies.map((reply) => ({
          textId: replyIdOf(clientId, reply.textReplyId),
          from: reply.textingNumber,
          to: reply.phone,
          body: reply.body,
          until: untilOf(reply),
        })),
        () => replies.every(mayGo),
      ),
      [],
    );
    const noted = submission
      .then((answers) => this.note(carrier.name, clientId, replies, answers))
      .catch((error) => {
        this.#deps.log.error(
          { err: error, clientId },
          'what became of answers to inbound texts is not known',
        );
      })
      .finally(() => {
        this.#underWay.delete(clientId);
        this.#handing.delete(clientId);
      });
    this.#underWay.set(clientId, noted);
    const answered = submission.then(
      () => noted,
      () => noted,
    );
    // A carrier may take seconds: what it answers later is noted then.
    await Promise.race([answered, isSlow(submission)]);
  }

  /** What became of them, in the same order. */
  async note(
    carrierName: string,
    clientId: number,
    replies: readonly TextReply[],
    submissions: readonly Submission[],
  ): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const answers = replies.map((reply, index) => {
      const submission = submissions[index] ?? { kind: 'unknown', note: { code: 'no_answer' } };
      return {
        textReplyId: reply.textReplyId,
        ...answerOf(submission, reply, carrierName, now),
      };
    });
    const stopped = replies.filter((_, index) => saysStop(submissions[index]));
    await obeyOptOuts(
      db,
      clientId,
      stopped.map(({ phone }) => phone),
    );
    await asClient(db, clientId, (tx) => noteReplyAnswers(tx, clientId, answers));
    if (answers.some(({ kind }) => kind === 'again')) this.#onAgain(clientId);
  }
}

/** The carrier was not told of it. */
export const notTaken = (code: 'held' | 'taken_too_slowly'): Submission => ({
  kind: 'rejected',
  note: { code },
  retryable: true,
});

/** Epoch ms of the engine's clock: from then on it is not sent. */
const endOf = ({ received }: TextReply) => received.getTime() + answerPatience;

function answerOf(
  submission: Submission,
  reply: TextReply,
  carrierName: string,
  now: number,
): ReplyAnswer {
  if (submission.kind === 'accepted') {
    return { kind: 'accepted', ...refsOf(submission, carrierName) };
  }
  if (submission.kind === 'unknown') return submission;
  const { note } = submission;
  if (!submission.retryable || reply.tries >= mostTries) return { kind: 'failed', note };
  const due = now + shortestWait * 2 ** reply.tries;
  if (due >= endOf(reply)) return { kind: 'dropped', note: { code: 'reply_late', because: note } };
  return { kind: 'again', due: new Date(due), note };
}
