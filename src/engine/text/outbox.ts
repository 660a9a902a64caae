/**
 * Sends the answers to inbound texts. An answer is marked as handed over and committed before its
 * carrier is told, so that it is sent once at most. The confirmation of an opt-out says that nothing
 * more comes: it waits for calls and texts to that number that another engine may have in hand.
 */
import { asClient, asPlatform, type Database } from '#db/database.ts';
import { barWaiting } from '#db/queries/do-not-call-import.ts';
import { textCarrierOf, textingClients } from '#db/queries/inbound-text.ts';
import { callsInOtherHands } from '#db/queries/opt-out-settled.ts';
import {
  hasQueuedReplies,
  listDueReplies,
  noteReplyAnswer,
  type ReplyAnswer,
  replyIdOf,
  type TextReply,
  takeReplies,
} from '#db/queries/text-reply.ts';
import type { Submission, TextCarrier } from '../../carriers/text-port.ts';
import type { EngineDeps } from '../deps.ts';
import { refsOf } from './carrier-refs.ts';
import { obeyOptOuts, saysStop } from './told-to-stop.ts';

export interface Outbox {
  /** The client may have an answer to send. */
  expect(clientId: number): void;
  /** Sends what is due; called when nothing of this engine is being handed over. */
  send(): Promise<void>;
}

/** Real milliseconds between two looks at everybody's answers: another engine may have stored one. */
const lookEvery = 5_000;
/** Simulated: after a refusal for now, doubled each time. */
const shortestWait = 1_000;
const mostTries = 10;

export function createOutbox(deps: EngineDeps, engineId: string): Outbox {
  const { db, clock, log } = deps;
  const waiting = new Set<number>();
  /** Of answers that wait for another engine: what it had in hand, and until when its lease ran. */
  const othersHands = new Map<number, ReadonlyMap<string, string>>();
  let lookAt = Number.NEGATIVE_INFINITY;

  async function sendFor(clientId: number): Promise<void> {
    const carrier = await carrierOf(db, clientId, deps.textCarriers);
    if (!carrier?.connected()) return;
    const now = new Date(clock.now());
    const due = await asClient(db, clientId, (tx) => listDueReplies(tx, clientId, now));
    const ready: number[] = [];
    for (const reply of due) if (await isSettled(clientId, reply)) ready.push(reply.textReplyId);
    if (ready.length > 0) {
      const taken = await asClient(db, clientId, (tx) => takeReplies(tx, clientId, ready, now));
      await handOver(carrier, clientId, taken);
    }
    const more = await asClient(db, clientId, (tx) => hasQueuedReplies(tx, clientId));
    if (!more) waiting.delete(clientId);
  }

  async function isSettled(clientId: number, reply: TextReply): Promise<boolean> {
    const { textReplyId, kind, phone } = reply;
    if (kind !== 'opt_out') return true;
    // Another engine stored it, and may be dead: a claim that did not see the opt-out is waited for here.
    if (!othersHands.has(textReplyId)) {
      await asClient(db, clientId, (tx) => barWaiting(tx, clientId, [phone]));
    }
    const now = await callsInOtherHands(db, clientId, [phone], engineId);
    const before = othersHands.get(textReplyId) ?? now;
    const same = [...now].filter(([call, until]) => before.get(call) === until);
    if (same.length > 0) othersHands.set(textReplyId, new Map(same));
    else othersHands.delete(textReplyId);
    return same.length === 0;
  }

  async function handOver(carrier: TextCarrier, clientId: number, replies: TextReply[]) {
    if (replies.length === 0) return;
    const answers = await carrier.submit(
      replies.map(({ textReplyId, phone, textingNumber, body }) => ({
        textId: replyIdOf(clientId, textReplyId),
        from: textingNumber,
        to: phone,
        body,
      })),
    );
    for (const [index, reply] of replies.entries()) {
      const submission = answers[index] ?? { kind: 'unknown', note: 'no answer' };
      const answer = answerOf(submission, reply, carrier.name, clock.now());
      if (saysStop(submission)) await obeyOptOuts(db, clientId, [reply.phone]);
      await asClient(db, clientId, (tx) =>
        noteReplyAnswer(tx, clientId, reply.textReplyId, answer),
      );
    }
  }

  return {
    expect(clientId) {
      waiting.add(clientId);
    },
    async send() {
      const now = clock.now();
      if (now >= lookAt) {
        lookAt = now + lookEvery * clock.speed;
        for (const clientId of await asPlatform(db, textingClients)) waiting.add(clientId);
      }
      for (const clientId of waiting) {
        await sendFor(clientId).catch((error) => {
          log.error({ err: error, clientId }, 'answers to inbound texts could not be sent');
        });
      }
    },
  };
}

async function carrierOf(
  db: Database,
  clientId: number,
  carriers: EngineDeps['textCarriers'],
): Promise<TextCarrier | undefined> {
  const name = await asClient(db, clientId, (tx) => textCarrierOf(tx, clientId));
  return carriers?.get(name);
}

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
  const note = submission.code;
  if (!submission.retryable || reply.tries >= mostTries) return { kind: 'failed', note };
  return { kind: 'again', due: new Date(now + shortestWait * 2 ** reply.tries), note };
}
