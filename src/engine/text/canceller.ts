/**
 * Asks carriers to cancel waiting texts that must not leave (text-cancel.ts; auto-replies:
 * reply-cancel.ts). They are marked in rows, so that any connected engine does it, or the next one
 * when this one dies between asking and noting the response: asking twice does no harm.
 */

import type { CancelOutcome, TextCarrier, TextToCancel } from '#carriers/text-port.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { recordResults } from '#db/queries/record.ts';
import {
  endCanceledReplies,
  listRepliesToCancel,
  noteReplyCancelResponses,
  type WaitingReply,
} from '#db/queries/reply-cancel.ts';
import {
  canceledFirst,
  cancelingClients,
  listTextsToCancel,
  noteCanceled,
  noteCancelResponses,
  type WaitingText,
} from '#db/queries/text-cancel.ts';
import {
  later,
  type RealMs,
  realMs,
  type SimMs,
  simMs,
  times,
  toSim,
} from '#domain/milliseconds.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { surelyNow } from '../halt.ts';
import { inTime, isSlow } from '../submission.ts';

/** Between two polls of all clients: another engine may have marked a text. */
const pollEvery = realMs(1_000);
/** Texts in one request. */
const mostAtOnce = 50;
/** After a request that may not have arrived, doubled each time. */
const shortestWait = simMs(500);
const mostDoubled = 6;

interface Asked<Text> {
  text: Text;
  outcome: CancelOutcome;
}

const isReply = (asked: Asked<WaitingText | WaitingReply>): asked is Asked<WaitingReply> =>
  'textReplyId' in asked.text;
const isText = (asked: Asked<WaitingText | WaitingReply>): asked is Asked<WaitingText> =>
  !isReply(asked);

export class Canceller {
  readonly #deps: EngineDeps;
  readonly #lanes: ClientLanes;
  /** Clients that may have texts to cancel. */
  readonly #waiting = new Set<number>();
  /** By client: resolves when the responses of its carriers are noted. */
  readonly #underWay = new Map<number, Promise<void>>();
  /** When all clients are polled again. */
  #pollAt = simMs(Number.NEGATIVE_INFINITY);
  /** The same on `performance.now()`: a clock that may be wrong may also stand. */
  #pollAtLatest = realMs(0);
  /** By client, on `performance.now()`: when it was asked for by a clock that may be wrong. */
  readonly #askedAt = new Map<number, RealMs>();

  constructor(deps: EngineDeps, lanes: ClientLanes) {
    this.#deps = deps;
    this.#lanes = lanes;
  }

  /** The client may have texts to cancel. */
  expect(clientId: number): void {
    this.#waiting.add(clientId);
  }

  /** Resolves when the carriers have responded to everything asked. */
  responded(): Promise<unknown> {
    return Promise.all(this.#underWay.values());
  }

  /**
   * Begins to ask for what is due, in each client's lane. A carrier that is slow to respond holds
   * up only its own client.
   */
  async ask(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const real = realMs(performance.now());
    const stands = surelyNow(this.#deps) === null && real >= this.#pollAtLatest;
    if (now >= this.#pollAt || stands) {
      this.#pollAt = later(now, toSim(pollEvery, clock.speed));
      this.#pollAtLatest = later(real, pollEvery);
      for (const clientId of await asPlatform(db, cancelingClients)) this.#waiting.add(clientId);
    }
    for (const clientId of this.#waiting) {
      this.#lanes.begin('texts to cancel', clientId, () => this.#askFor(clientId));
    }
  }

  async #askFor(clientId: number): Promise<void> {
    const { db, log } = this.#deps;
    if (this.#underWay.has(clientId)) return;
    const sure = surelyNow(this.#deps);
    if (sure === null && !this.#mayAskAgain(clientId)) return;
    const now = sure === null ? null : new Date(sure);
    // Before the query: a text that is marked during it is found by the next one.
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
        log.error({ err: error, clientId }, 'could not store the outcome of text cancellations');
      })
      .finally(() => this.#underWay.delete(clientId));
    this.#underWay.set(clientId, work);
    // A carrier may take seconds: a late response is noted when it comes.
    await Promise.race([work, isSlow(work)]);
  }

  /** Each response says when to ask again, but not by a wrong clock: then once a second. */
  #mayAskAgain(clientId: number): boolean {
    const real = realMs(performance.now());
    if (real < later(this.#askedAt.get(clientId) ?? realMs(-pollEvery), pollEvery)) return false;
    this.#askedAt.set(clientId, real);
    return true;
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
    const outcomes = await inTime(carrier.cancel(texts.map(requestOf)), []).catch((error) => {
      log.error({ err: error, carrier: carrier.name }, 'text carrier failed to cancel texts');
      return [];
    });
    return texts.map((text, index) => ({ text, outcome: outcomes[index] ?? 'unconfirmed' }));
  }

  async #note(
    clientId: number,
    asked: readonly Asked<WaitingText | WaitingReply>[],
  ): Promise<void> {
    const { db, vault, clock, log } = this.#deps;
    const now = clock.now();
    const sure = surelyNow(this.#deps);
    const canceled = asked.filter(({ outcome }) => outcome === 'canceled');
    const others = asked.filter(({ outcome }) => outcome !== 'canceled');
    await asClient(db, clientId, async (tx) => {
      const replies = others.filter(isReply).map(({ text, outcome }) => ({
        textReplyId: text.textReplyId,
        ...nextAsk(outcome, text.tries, { now, sure }),
      }));
      await noteReplyCancelResponses(tx, clientId, replies);
      const ids = canceled.filter(isReply).map(({ text }) => text.textReplyId);
      await endCanceledReplies(tx, clientId, ids, canceledFirst('opt_out'));
      const texts = others.filter(isText).map(({ text, outcome }) => ({
        ...{ callListId: text.callListId, entryId: text.entryId },
        ...nextAsk(outcome, text.tries, { now, sure }),
      }));
      await noteCancelResponses(tx, clientId, texts);
      const ended = canceled.filter(isText).map(({ text }) => endOf(text, now));
      const count = await recordResults(tx, vault, clientId, ended);
      if (count < ended.length) await noteCanceled(tx, clientId, ended);
    });
    if (canceled.length > 0) log.info({ clientId, texts: canceled.length }, 'canceled texts');
  }
}

function split(ref: string): { carrier: string; id: string } {
  const colon = ref.indexOf(':');
  return { carrier: ref.slice(0, colon), id: ref.slice(colon + 1) };
}

function requestOf(text: WaitingText | WaitingReply): TextToCancel {
  const { carrierRef, partRefs, writtenRefs, phone, textingNumber } = text;
  return {
    ...{ carrierRef: split(carrierRef).id, from: textingNumber, to: phone },
    ...(partRefs && { partRefs: partRefs.map((ref) => split(ref).id) }),
    ...(writtenRefs && { writtenRefs }),
  };
}

/** By a wrong clock it would be asked for days later: then it is due at once. */
function nextAsk(
  outcome: CancelOutcome,
  tries: number,
  { now, sure }: { now: SimMs; sure: SimMs | null },
) {
  const wait = times(shortestWait, 2 ** Math.min(tries, mostDoubled));
  const due = sure === null ? new Date(0) : new Date(later(sure, wait));
  return { asked: outcome === 'left' ? new Date(now) : null, due };
}

function endOf({ callListId, entryId, why }: WaitingText, now: SimMs) {
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
