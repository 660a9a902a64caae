/**
 * Receipts of texts: stored with their outcome for the client whose number sent the text, and
 * acknowledged after that commit. One that matches no text yet is kept and matched again later.
 */

import type { TextCarrier, TextEvent } from '#carriers/text-port.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { type KeptReceiptCursor, matchKeptReceipts } from '#db/queries/kept-receipt.ts';
import { ownersOfNumbers } from '#db/queries/number-owner.ts';
import type { Receipt } from '#db/queries/receipt.ts';
import { textingClients } from '#db/queries/reply-sender.ts';
import { giveUpReceipts, settleReceipts } from '#db/queries/text-receipt.ts';
import type { Counter } from '#domain/metrics.ts';
import { earlier, later, type RealMs, realMs, simMs, toSim } from '#domain/milliseconds.ts';
import { receiptPatience } from '#domain/texting.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { surelyNow } from '../halt.ts';
import { obeyOptOuts } from './carrier-opt-outs.ts';
import { inBatches, oneByOne } from './event-batches.ts';

export type ReceiptEvent = TextEvent & { kind: 'receipt' };

/** Receipts in one transaction. */
const receiptBatch = 500;
/** Concurrent transactions, fewer than a client may have (databases.ts): a STOP never waits. */
const atOnce = 3;
/** For one client in one sweep: its other work waits meanwhile. */
const longestSweep = realMs(250);
/** Between two sweeps of all clients' receipts. */
const sweepEvery = realMs(10_000);

export class Receipts {
  readonly #deps: EngineDeps;
  readonly #lanes: ClientLanes;
  readonly #received: Counter;
  /** Clients with a receipt that matched no text, or with more to give up: swept again soon. */
  readonly #unsettled = new Set<number>();
  /** How far the sweep of a client's kept receipts has come. */
  readonly #progress = new Map<number, KeptReceiptCursor>();
  /** The client whose number a receipt belongs to, once known. */
  readonly #holders = new WeakMap<ReceiptEvent, number>();
  /** On the engine's clock: when all clients' receipts are swept again. */
  #sweepAt = simMs(Number.NEGATIVE_INFINITY);

  constructor(deps: EngineDeps, lanes: ClientLanes) {
    this.#deps = deps;
    this.#lanes = lanes;
    this.#received = deps.metrics.counter(
      'carillon_text_receipts_total',
      'Receipts of texts that carriers reported.',
    );
  }

  /** The client whose number this receipt belongs to; undefined while unknown. */
  holderOf(event: ReceiptEvent): number | undefined {
    return this.#holders.get(event);
  }

  /** Sorts receipts by client; stores nothing yet. */
  async sort(
    carrier: TextCarrier,
    events: readonly ReceiptEvent[],
  ): Promise<ReadonlyMap<number, ReceiptEvent[]>> {
    if (events.length === 0) return new Map();
    const { db, log } = this.#deps;
    const numbers = [...new Set(events.map((event) => event.textingNumber))];
    const owners = await asPlatform(db, (tx) => ownersOfNumbers(tx, numbers));
    const ownerOf = (event: ReceiptEvent) => owners.get(event.textingNumber)?.holder;
    const nobodys = events.filter((event) => ownerOf(event) === undefined);
    if (nobodys.length > 0) {
      const unknown = [...new Set(nobodys.map((event) => event.textingNumber))];
      log.warn(
        { numbers: unknown, receipts: nobodys.length },
        'dropped receipts for numbers that no client has',
      );
      carrier.acknowledge(nobodys);
    }
    const sorted = new Map<number, ReceiptEvent[]>();
    for (const event of events) {
      const holder = ownerOf(event);
      if (holder === undefined) continue;
      this.#holders.set(event, holder);
      const own = sorted.get(holder) ?? [];
      own.push(event);
      sorted.set(holder, own);
    }
    return sorted;
  }

  /** In parallel by texting number: campaigns seldom share one, so few wait for each other. */
  async store(
    carrier: TextCarrier,
    clientId: number,
    events: readonly ReceiptEvent[],
    end: RealMs,
  ): Promise<void> {
    const byNumber = Map.groupBy(events, ({ textingNumber }) => textingNumber);
    const batches = [...byNumber.values()].map((own) => inBatches(own, receiptBatch));
    const storeSome = async () => {
      for (let own = batches.shift(); own; own = batches.shift()) {
        for (const some of own) {
          if (performance.now() >= end) return;
          await oneByOne(this.#deps.log, clientId, some, (few) =>
            this.#storeBatch(carrier, clientId, few),
          );
        }
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, storeSome));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  /** Settles receipts that matched no text before, and gives up overdue ones. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = surelyNow(this.#deps);
    // A text that ends as unknown and a receipt that is dropped do not come back.
    if (now === null) return;
    const all = now >= this.#sweepAt;
    if (all) this.#sweepAt = later(now, toSim(sweepEvery, clock.speed));
    const clients = all ? await asPlatform(db, textingClients) : [...this.#unsettled];
    for (const clientId of clients) {
      this.#lanes.begin('kept receipts', clientId, () => this.#sweepClient(clientId));
    }
  }

  async #storeBatch(carrier: TextCarrier, clientId: number, events: readonly ReceiptEvent[]) {
    const { db, vault } = this.#deps;
    const receipts = events.map((event) => receiptOf(event, carrier.name));
    // One that was reported twice in this batch counts once.
    const once = [
      ...new Map(receipts.map((one) => [`${one.carrierRef} ${one.phone}`, one])).values(),
    ];
    // First, so that no receipt is acknowledged before its opt-out is committed.
    await obeyOptOuts(
      db,
      clientId,
      events.filter((event) => event.optedOut).map((event) => event.phone),
    );
    const left = await asClient(db, clientId, (tx) => settleReceipts(tx, vault, clientId, once));
    carrier.acknowledge(events);
    for (const { outcome } of once) this.#received.add({ outcome });
    if (left > 0) this.#unsettled.add(clientId);
  }

  async #sweepClient(clientId: number): Promise<void> {
    const { db, vault } = this.#deps;
    const now = surelyNow(this.#deps);
    if (now === null) return;
    const before = new Date(earlier(now, receiptPatience));
    const end = later(realMs(performance.now()), longestSweep);
    const fromStart = this.#progress.get(clientId) === undefined;
    let [left, isMore] = [0, true];
    // As long as there are more, and they match: a burst does not wait a second for each batch.
    while (isMore && performance.now() < end) {
      const swept = await asClient(db, clientId, (tx) =>
        matchKeptReceipts(tx, vault, clientId, before, this.#progress.get(clientId)),
      );
      this.#progress.set(clientId, swept.next);
      left += swept.left;
      isMore = swept.next !== undefined && swept.matched > 0;
    }
    const isWhole = fromStart && this.#progress.get(clientId) === undefined;
    const ended = await asClient(db, clientId, (tx) =>
      giveUpReceipts(tx, vault, clientId, new Date(now)),
    );
    if (left === 0 && ended === 0 && isWhole) this.#unsettled.delete(clientId);
    if (left > 0) this.#unsettled.add(clientId);
    // One batch at a time: the client's other work waits for it to end.
    if (ended > 0) this.#unsettled.add(clientId);
  }
}

function receiptOf(event: ReceiptEvent, carrierName: string): Receipt {
  const { textId = null, phone, textingNumber, outcome, at, note = null, ofWhole = false } = event;
  const carrierRef = `${carrierName}:${event.carrierRef}`;
  const about = { phone, textingNumber, outcome, received: new Date(at), note, ofWhole };
  return { carrierRef, textId, ...about, ...(event.canceled && { canceled: true }) };
}
