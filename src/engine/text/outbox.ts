/**
 * Sends the answers to inbound texts, within minutes or not at all (`judgeAnswer`). An answer is marked
 * as handed over and committed before its carrier is told, so that it is sent once at most. The
 * confirmation of an opt-out says that nothing more comes: it waits for calls and texts to that number
 * that an engine may have in hand.
 */

import type { Submission, TextCarrier } from '#carriers/text-port.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { readAnswerer, textingClients } from '#db/queries/answerer.ts';
import {
  hasQueuedReplies,
  listDueReplies,
  noteReplyAnswers,
  type ReplyAnswer,
  replyIdOf,
  stoppedOf,
  type TextReply,
} from '#db/queries/text-reply.ts';
import { answerPatience } from '#domain/texting.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { haltOf } from '../halt.ts';
import { inTime, isSlow, longestHandOver } from '../hand-over.ts';
import { refsOf } from './carrier-refs.ts';
import { createConfirmationWait } from './confirmation-wait.ts';
import { takePacedReplies } from './paced-replies.ts';
import { createReplyJudge } from './reply-judge.ts';
import { obeyOptOuts, saysStop } from './told-to-stop.ts';

export interface Outbox {
  /** The client may have an answer to send. */
  expect(clientId: number): void;
  /**
   * Begins to send what is due, in each client's lane. A carrier that takes long for its answer, or a
   * locked row, holds up its client's other answers only.
   */
  send(): Promise<void>;
  /** Whether an answer waits for what an engine has in hand. */
  isWaiting(): boolean;
  /** Resolves when the carriers have answered what was handed over. */
  answered(): Promise<unknown>;
}

/** Real milliseconds between two looks at everybody's answers: another engine may have stored one. */
const lookEvery = 5_000;
/** Real milliseconds between two looks whether a person of an answer that is being handed over has stopped. */
const stopsEvery = 250;
/** Simulated: after a refusal for now, doubled each time. */
const shortestWait = 1_000;
const mostTries = 10;
/** Real milliseconds from the beginning of their transaction in which taken answers are handed over, or not at all. */
const longestTaking = 2_000;

/** Answers of a client that are being handed over. */
interface Handing {
  /** Numbers of help answers. */
  helps: string[];
  /** Those that are on the do-not-call list by now. */
  stopped: Set<string>;
  /** On `performance.now()`. */
  lookAt: number;
}

export function createOutbox(deps: EngineDeps, lanes: ClientLanes): Outbox {
  const { db, clock, log } = deps;
  const waiting = new Set<number>();
  const confirmations = createConfirmationWait(deps);
  const judge = createReplyJudge(deps);
  /** Clients with answers that are being handed over. */
  const underWay = new Map<number, Promise<void>>();
  const handing = new Map<number, Handing>();
  let lookAt = Number.NEGATIVE_INFINITY;

  async function sendFor(clientId: number): Promise<void> {
    if (underWay.has(clientId)) return lookForStops(clientId);
    // Before the look: what is stored while it goes on is expected anew, and must not be forgotten.
    waiting.delete(clientId);
    try {
      if (await sendDue(clientId)) waiting.add(clientId);
    } catch (error) {
      waiting.add(clientId);
      throw error;
    }
  }

  /** A carrier may have made an answer wait, and its person stopped meanwhile: it is not written then. */
  async function lookForStops(clientId: number): Promise<void> {
    const hand = handing.get(clientId);
    if (!hand || hand.helps.length === 0 || performance.now() < hand.lookAt) return;
    hand.lookAt = performance.now() + stopsEvery;
    const stopped = await asClient(db, clientId, (tx) => stoppedOf(tx, clientId, hand.helps));
    for (const phone of stopped) hand.stopped.add(phone);
  }

  /** Answers whether more may be to send. */
  async function sendDue(clientId: number): Promise<boolean> {
    const now = clock.now();
    const { answerer, due } = await asClient(db, clientId, async (tx) => ({
      answerer: await readAnswerer(tx, clientId),
      due: await listDueReplies(tx, clientId, new Date(now)),
    }));
    // Also while the carrier is away: what is late by then is never sent.
    const lawful = due.length > 0 ? await judge.lawful(clientId, answerer, due, now) : [];
    const carrier = deps.textCarriers?.get(answerer.carrier);
    if (!carrier?.connected() || answerer.stopped) return true;
    const ready = await confirmations.ready(
      clientId,
      lawful.map(({ reply }) => reply),
    );
    if (ready.length > 0) {
      const going = lawful.filter(({ reply }) => ready.includes(reply.textReplyId));
      const replies = going.map(({ reply }) => reply);
      const terms = { now: new Date(now), speed: clock.speed, world: deps.witness?.world() };
      const began = performance.now();
      const taken = await asClient(db, clientId, (tx) =>
        takePacedReplies(tx, clientId, replies, terms),
      );
      const ends = new Map(going.map(({ reply, until }) => [reply.textReplyId, until]));
      const untilOf = (one: TextReply) => ends.get(one.textReplyId) ?? now;
      // By then a stop, and the confirmation of an opt-out, count on it that it was handed over.
      const late = performance.now() - began > longestTaking;
      const against = late ? notTaken('taken_too_slowly') : witnessed(clientId, taken);
      if (against) await note(carrier.name, clientId, taken, Array(taken.length).fill(against));
      else await handOver(carrier, clientId, taken, untilOf);
      if (underWay.has(clientId)) return true;
    }
    return asClient(db, clientId, (tx) => hasQueuedReplies(tx, clientId));
  }

  /** Written beside the database first. @returns what becomes of them instead of being handed over */
  function witnessed(clientId: number, replies: readonly TextReply[]): Submission | undefined {
    if (replies.length === 0) return undefined;
    const at = clock.now();
    const said = deps.witness?.answering(
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
  async function handOver(
    carrier: TextCarrier,
    clientId: number,
    replies: TextReply[],
    untilOf: (reply: TextReply) => number,
  ) {
    if (replies.length === 0) return;
    const helps = replies.filter(({ kind }) => kind === 'help').map(({ phone }) => phone);
    const stopped = new Set<string>();
    handing.set(clientId, { helps, stopped, lookAt: performance.now() });
    // Without an answer in time it counts as unknown, and is not to go out afterwards.
    const end = performance.now() + longestHandOver;
    const mayGo = (reply: TextReply) =>
      performance.now() < end &&
      clock.now() < untilOf(reply) &&
      haltOf(deps) === undefined &&
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
      .then((answers) => note(carrier.name, clientId, replies, answers))
      .catch((error) => {
        log.error({ err: error, clientId }, 'what became of answers to inbound texts is not known');
      })
      .finally(() => {
        underWay.delete(clientId);
        handing.delete(clientId);
      });
    underWay.set(clientId, noted);
    const answered = submission.then(
      () => noted,
      () => noted,
    );
    // A carrier may take seconds: what it answers later is noted then.
    await Promise.race([answered, isSlow(submission)]);
  }

  async function note(
    carrierName: string,
    clientId: number,
    replies: readonly TextReply[],
    submissions: readonly Submission[],
  ): Promise<void> {
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
    if (answers.some(({ kind }) => kind === 'again')) waiting.add(clientId);
  }

  return {
    expect(clientId) {
      waiting.add(clientId);
      const hand = handing.get(clientId);
      if (hand) hand.lookAt = Number.NEGATIVE_INFINITY;
    },
    isWaiting: confirmations.isWaiting,
    answered: () => Promise.all(underWay.values()),
    async send() {
      const now = clock.now();
      if (now >= lookAt) {
        lookAt = now + lookEvery * clock.speed;
        for (const clientId of await asPlatform(db, textingClients)) waiting.add(clientId);
      }
      for (const clientId of waiting) lanes.begin('answers', clientId, () => sendFor(clientId));
    },
  };
}

/** The carrier was not told of it. */
const notTaken = (code: 'held' | 'taken_too_slowly'): Submission => ({
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
