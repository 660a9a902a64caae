/**
 * Asks carriers for texts back that wait there and are not to leave (text-cancel.ts, and of answers to
 * inbound texts reply-cancel.ts). Marked in rows, so that whichever engine is connected does it, and the
 * next one when this one dies between asking and noting the answer: to ask twice does no harm.
 */

import type { CancelAnswer, TextCarrier, TextToCancel } from '#carriers/text-port.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { recordResults } from '#db/queries/record.ts';
import {
  endCanceledReplies,
  listRepliesToCancel,
  noteReplyCancelAnswers,
  type WaitingReply,
} from '#db/queries/reply-cancel.ts';
import {
  canceledFirst,
  cancelingClients,
  listTextsToCancel,
  noteCancelAnswers,
  noteCanceled,
  type WaitingText,
} from '#db/queries/text-cancel.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { inTime, isSlow } from '../hand-over.ts';

/** Real milliseconds between two looks at everybody's: another engine may have marked one. */
const lookEvery = 1_000;
/** Texts in one question. */
const mostAtOnce = 50;
/** Simulated milliseconds after a question that the carrier may not have heard, doubled each time. */
const shortestWait = 500;
const mostDoubled = 6;

interface Asked<Text> {
  text: Text;
  answer: CancelAnswer;
}

const isReply = (asked: Asked<WaitingText | WaitingReply>): asked is Asked<WaitingReply> =>
  'textReplyId' in asked.text;
const isText = (asked: Asked<WaitingText | WaitingReply>): asked is Asked<WaitingText> =>
  !isReply(asked);

export class Canceller {
  readonly #deps: EngineDeps;
  readonly #lanes: ClientLanes;
  /** Clients that may have texts to be taken back. */
  readonly #waiting = new Set<number>();
  /** By client: resolves when what its carriers answer is noted. */
  readonly #underWay = new Map<number, Promise<void>>();
  /** On the engine's clock: everybody's texts are looked at again. */
  #lookAt = Number.NEGATIVE_INFINITY;

  constructor(deps: EngineDeps, lanes: ClientLanes) {
    this.#deps = deps;
    this.#lanes = lanes;
  }

  /** The client may have texts to be taken back. */
  expect(clientId: number): void {
    this.#waiting.add(clientId);
  }

  /** Resolves when the carriers have answered what was asked. */
  answered(): Promise<unknown> {
    return Promise.all(this.#underWay.values());
  }

  /**
   * Begins to ask for what is due, in each client's lane. A carrier that takes long for its answer holds up
   * its client's other ones only.
   */
  async ask(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    if (now >= this.#lookAt) {
      this.#lookAt = now + lookEvery * clock.speed;
      for (const clientId of await asPlatform(db, cancelingClients)) this.#waiting.add(clientId);
    }
    for (const clientId of this.#waiting) {
      this.#lanes.begin('texts to cancel', clientId, () => this.#askFor(clientId));
    }
  }

  async #askFor(clientId: number): Promise<void> {
    const { db, clock, log } = this.#deps;
    if (this.#underWay.has(clientId)) return;
    const now = new Date(clock.now());
    // Before the look: what is marked during it is looked for again.
    this.#waiting.delete(clientId);
    const texts = await asClient(db, clientId, async (tx) => [
      ...(await listRepliesToCancel(tx, clientId, now, mostAtOnce)),
      ...(await listTextsToCancel(tx, clientId, now, mostAtOnce)),
    ]).catch((error) => {
      this.#waiting.add(clientId);
      throw error;
    });
    if (texts.length === 0) return;
    const work = this.#askAll(clientId, texts)
      .catch((error) => {
        log.error({ err: error, clientId }, 'what became of texts that were canceled is not known');
      })
      .finally(() => this.#underWay.delete(clientId));
    this.#underWay.set(clientId, work);
    // A carrier may take seconds: what it answers later is noted then.
    await Promise.race([work, isSlow(work)]);
  }

  async #askAll(clientId: number, texts: readonly (WaitingText | WaitingReply)[]): Promise<void> {
    const byCarrier = Map.groupBy(texts, ({ carrierRef }) => split(carrierRef).carrier);
    for (const [name, own] of byCarrier) {
      const carrier = this.#deps.textCarriers?.get(name);
      // Another engine may be connected to it.
      if (!carrier?.connected()) continue;
      await this.#note(clientId, await this.#askOne(carrier, own));
      this.#waiting.add(clientId);
    }
  }

  async #askOne<Text extends WaitingText | WaitingReply>(
    carrier: TextCarrier,
    texts: readonly Text[],
  ): Promise<Asked<Text>[]> {
    const { log } = this.#deps;
    const answers = await inTime(carrier.cancel(texts.map(asTold)), []).catch((error) => {
      log.error({ err: error, carrier: carrier.name }, 'a text carrier failed');
      return [];
    });
    return texts.map((text, index) => ({ text, answer: answers[index] ?? 'unheard' }));
  }

  async #note(
    clientId: number,
    asked: readonly Asked<WaitingText | WaitingReply>[],
  ): Promise<void> {
    const { db, vault, clock, log } = this.#deps;
    const now = clock.now();
    const canceled = asked.filter(({ answer }) => answer === 'canceled');
    const others = asked.filter(({ answer }) => answer !== 'canceled');
    await asClient(db, clientId, async (tx) => {
      const replies = others.filter(isReply).map(({ text, answer }) => ({
        textReplyId: text.textReplyId,
        ...nextAsk(answer, text.tries, now),
      }));
      await noteReplyCancelAnswers(tx, clientId, replies);
      const ids = canceled.filter(isReply).map(({ text }) => text.textReplyId);
      await endCanceledReplies(tx, clientId, ids, canceledFirst('opt_out'));
      const texts = others.filter(isText).map(({ text, answer }) => ({
        ...{ callListId: text.callListId, entryId: text.entryId },
        ...nextAsk(answer, text.tries, now),
      }));
      await noteCancelAnswers(tx, clientId, texts);
      const ended = canceled.filter(isText).map(({ text }) => endOf(text, now));
      const count = await recordResults(tx, vault, clientId, ended);
      if (count < ended.length) await noteCanceled(tx, clientId, ended);
    });
    if (canceled.length > 0) log.info({ clientId, texts: canceled.length }, 'texts were canceled');
  }
}

function split(ref: string): { carrier: string; id: string } {
  const colon = ref.indexOf(':');
  return { carrier: ref.slice(0, colon), id: ref.slice(colon + 1) };
}

function asTold(text: WaitingText | WaitingReply): TextToCancel {
  const { carrierRef, partRefs, writtenRefs, phone, textingNumber } = text;
  return {
    ...{ carrierRef: split(carrierRef).id, from: textingNumber, to: phone },
    ...(partRefs && { partRefs: partRefs.map((ref) => split(ref).id) }),
    ...(writtenRefs && { writtenRefs }),
  };
}

function nextAsk(answer: CancelAnswer, tries: number, now: number) {
  const wait = shortestWait * 2 ** Math.min(tries, mostDoubled);
  return { asked: answer === 'left' ? new Date(now) : null, due: new Date(now + wait) };
}

function endOf({ callListId, entryId, why }: WaitingText, now: number) {
  const note = canceledFirst(why);
  return {
    callListId,
    entryId,
    result: 'failed',
    answeredAt: null,
    finishedAt: now,
    note,
  } as const;
}
