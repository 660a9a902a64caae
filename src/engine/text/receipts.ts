/**
 * Receipts of texts: stored for the client whose number the text went from, with what they led to, and
 * acknowledged after that commit. One that fits to nothing yet is kept and looked at again.
 */

import type { TextCarrier, TextEvent } from '#carriers/text-port.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { textingClients } from '#db/queries/answerer.ts';
import { type KeptLook, matchKeptReceipts } from '#db/queries/kept-receipt.ts';
import { ownersOfNumbers } from '#db/queries/number-owner.ts';
import type { Receipt } from '#db/queries/receipt.ts';
import { giveUpReceipts, settleReceipts } from '#db/queries/text-receipt.ts';
import type { Counter } from '#domain/metrics.ts';
import { receiptPatience } from '#domain/texting.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { inBatches, oneByOne } from './told-events.ts';
import { obeyOptOuts } from './told-to-stop.ts';

export type ReceiptEvent = TextEvent & { kind: 'receipt' };

/** Receipts in one transaction, and transactions at the same time. */
const receiptBatch = 500;
/** Fewer than a client may have at once (databases.ts): a STOP never waits for a turn. */
const atOnce = 3;
/** Real milliseconds between two looks at everybody's receipts. */
const sweepEvery = 10_000;

export class Receipts {
  readonly #deps: EngineDeps;
  readonly #lanes: ClientLanes;
  readonly #told: Counter;
  /** Clients with a receipt that fitted to nothing, or with more to give up: looked at again soon. */
  readonly #unsettled = new Set<number>();
  /** How far the looks at a client's kept receipts have come. */
  readonly #looks = new Map<number, KeptLook>();
  /** Whose number a receipt is of, once it is known. */
  readonly #holders = new WeakMap<ReceiptEvent, number>();
  /** On the engine's clock: everybody's receipts are looked at again. */
  #sweepAt = Number.NEGATIVE_INFINITY;

  constructor(deps: EngineDeps, lanes: ClientLanes) {
    this.#deps = deps;
    this.#lanes = lanes;
    this.#told = deps.metrics.counter(
      'carillon_text_receipts_total',
      'Receipts of texts that carriers told of.',
    );
  }

  /** Whose number this receipt is of; undefined when that is not known yet. */
  holderOf(event: ReceiptEvent): number | undefined {
    return this.#holders.get(event);
  }

  /** Whose receipts these are; not stored yet. */
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
      log.warn({ numbers: unknown, receipts: nobodys.length }, 'receipts of nobody’s numbers');
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

  /** Side by side by texting number: campaigns seldom share one, so that they rarely wait for each other. */
  async store(
    carrier: TextCarrier,
    clientId: number,
    events: readonly ReceiptEvent[],
    end: number,
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

  /** Now and then: receipts that fitted to nothing, and those that are waited for no longer. */
  async sweep(): Promise<void> {
    const { db, clock } = this.#deps;
    const now = clock.now();
    const all = now >= this.#sweepAt;
    if (all) this.#sweepAt = now + sweepEvery * clock.speed;
    const clients = all ? await asPlatform(db, textingClients) : [...this.#unsettled];
    for (const clientId of clients) {
      this.#lanes.begin('kept receipts', clientId, () => this.#sweepClient(clientId));
    }
  }

  async #storeBatch(carrier: TextCarrier, clientId: number, events: readonly ReceiptEvent[]) {
    const { db, vault } = this.#deps;
    const receipts = events.map((event) => receiptOf(event, carrier.name));
    // One told twice in this look counts once.
    const once = [
      ...new Map(receipts.map((one) => [`${one.carrierRef} ${one.phone}`, one])).values(),
    ];
    // First, so that no receipt is acknowledged whose opt-out is not committed.
    await obeyOptOuts(
      db,
      clientId,
      events.filter((event) => event.optedOut).map((event) => event.phone),
    );
    const left = await asClient(db, clientId, (tx) => settleReceipts(tx, vault, clientId, once));
    carrier.acknowledge(events);
    for (const { outcome } of once) this.#told.add({ outcome });
    if (left > 0) this.#unsettled.add(clientId);
  }

  async #sweepClient(clientId: number): Promise<void> {
    const { db, vault, clock } = this.#deps;
    const now = clock.now();
    const before = new Date(now - receiptPatience);
    const { left, next } = await asClient(db, clientId, (tx) =>
      matchKeptReceipts(tx, vault, clientId, before, this.#looks.get(clientId)),
    );
    const isWhole = this.#looks.get(clientId) === undefined && next === undefined;
    this.#looks.set(clientId, next);
    const ended = await asClient(db, clientId, (tx) =>
      giveUpReceipts(tx, vault, clientId, new Date(now)),
    );
    if (left === 0 && ended === 0 && isWhole) this.#unsettled.delete(clientId);
    if (left > 0) this.#unsettled.add(clientId);
    // One batch at a time: the client's other work waits for the end of this.
    if (ended > 0) this.#unsettled.add(clientId);
  }
}

function receiptOf(event: ReceiptEvent, carrierName: string): Receipt {
  const { textId = null, phone, textingNumber, outcome, at, note = null } = event;
  const carrierRef = `${carrierName}:${event.carrierRef}`;
  const about = { phone, textingNumber, outcome, received: new Date(at), note };
  return { carrierRef, textId, ...about, ...(event.canceled && { canceled: true }) };
}
