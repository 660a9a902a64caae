/**
 * What text carriers tell: receipts and inbound texts. Each is acknowledged after the commit of what
 * it led to; until then the carrier tells it again (promise 3).
 */

import type { TextCarrier, TextEvent } from '#carriers/text-port.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { textingClients } from '#db/queries/answerer.ts';
import { type KeptLook, matchKeptReceipts } from '#db/queries/kept-receipt.ts';
import { ownersOfNumbers } from '#db/queries/number-owner.ts';
import type { Receipt } from '#db/queries/receipt.ts';
import { giveUpReceipts, settleReceipts } from '#db/queries/text-receipt.ts';
import { receiptPatience } from '#domain/texting.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps } from '../deps.ts';
import { createInbound, type InboundEvent } from './inbound.ts';
import { inBatches, oneByOne } from './told-events.ts';
import { obeyOptOuts } from './told-to-stop.ts';

export interface Inbox {
  /** Begins to store what has been told since the last look, each client's in its lane. */
  collect(): Promise<void>;
  /** Now and then: receipts that fitted to nothing, and those that are waited for no longer. */
  sweep(): Promise<void>;
}

type ReceiptEvent = TextEvent & { kind: 'receipt' };

/** Events in one look, and real milliseconds of it for one client. */
const mostAtOnce = 2_000;
const longestLook = 250;
const leastForReceipts = 50;
/** Receipts in one transaction, and transactions at the same time. */
const receiptBatch = 500;
/** Fewer than a client may have at once (databases.ts): a STOP never waits for a turn. */
const atOnce = 3;
/** Real milliseconds between two looks at everybody's receipts. */
const sweepEvery = 10_000;

/** The lane of a client in which what was told is stored: its texts, and then its receipts. */
const lane = 'told texts';

/** @param onStored a client has an inbound text, which may want an answer */
export function createInbox(
  deps: EngineDeps,
  lanes: ClientLanes,
  onStored: (clientId: number) => void,
): Inbox {
  const { db, vault, clock, log } = deps;
  /** Clients with a receipt that fitted to nothing, or with more to give up: looked at again soon. */
  const unsettled = new Set<number>();
  /** How far the looks at a client's kept receipts have come. */
  const looks = new Map<number, KeptLook>();
  let sweepAt = Number.NEGATIVE_INFINITY;
  const inbound = createInbound(deps, onStored);
  const told = deps.metrics.counter(
    'carillon_text_receipts_total',
    'Receipts of texts that carriers told of.',
  );
  /** Whose number a receipt is of, once it is known. */
  const holders = new WeakMap<ReceiptEvent, number>();
  const isHeldUp = (clientId: number) => lanes.isBusy(lane, clientId);

  /** A client that is held up does not hide what others are told: its events are left out meanwhile. */
  function mayBeStored(event: TextEvent): boolean {
    if (isInbound(event)) {
      const wanted = inbound.wantedBy(event);
      return wanted === undefined || [...wanted].some((clientId) => !isHeldUp(clientId));
    }
    const holder = holders.get(event);
    return holder === undefined || !isHeldUp(holder);
  }

  /** Whose receipts these are; not stored yet. */
  async function sortReceipts(
    carrier: TextCarrier,
    events: readonly ReceiptEvent[],
  ): Promise<ReadonlyMap<number, ReceiptEvent[]>> {
    if (events.length === 0) return new Map();
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
      holders.set(event, holder);
      const own = sorted.get(holder) ?? [];
      own.push(event);
      sorted.set(holder, own);
    }
    return sorted;
  }

  /** Side by side by texting number: campaigns seldom share one, so that they rarely wait for each other. */
  async function storeAllReceipts(
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
          await oneByOne(log, clientId, some, (few) => storeReceipts(carrier, clientId, few));
        }
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: atOnce }, storeSome));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  async function storeReceipts(
    carrier: TextCarrier,
    clientId: number,
    events: readonly ReceiptEvent[],
  ) {
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
    for (const { outcome } of once) told.add({ outcome });
    if (left > 0) unsettled.add(clientId);
  }

  async function sweepClient(clientId: number): Promise<void> {
    const now = clock.now();
    const before = new Date(now - receiptPatience);
    const { left, next } = await asClient(db, clientId, (tx) =>
      matchKeptReceipts(tx, vault, clientId, before, looks.get(clientId)),
    );
    const isWhole = looks.get(clientId) === undefined && next === undefined;
    looks.set(clientId, next);
    const ended = await asClient(db, clientId, (tx) =>
      giveUpReceipts(tx, vault, clientId, new Date(now)),
    );
    if (left === 0 && ended === 0 && isWhole) unsettled.delete(clientId);
    if (left > 0) unsettled.add(clientId);
    // One batch at a time: the client's other work waits for the end of this.
    if (ended > 0) unsettled.add(clientId);
  }

  return {
    async collect() {
      const work = new Map<number, ((end: number) => Promise<void>)[]>();
      const add = (clientId: number, some: (end: number) => Promise<void>) => {
        const own = work.get(clientId) ?? [];
        own.push(some);
        work.set(clientId, own);
      };
      const told = [...(deps.textCarriers?.values() ?? [])].map((carrier) => {
        const events = carrier.events().filter(mayBeStored);
        const texts = events.filter(isInbound).slice(0, mostAtOnce);
        return { carrier, texts, receipts: events.filter(isReceipt).slice(0, mostAtOnce) };
      });
      // A STOP never waits for a receipt: whichever came first, of whichever client and carrier.
      for (const { carrier, texts } of told) {
        for (const [clientId, store] of await inbound.sort(carrier, texts)) {
          add(clientId, store);
        }
      }
      for (const { carrier, receipts } of told) {
        for (const [clientId, own] of await sortReceipts(carrier, receipts)) {
          add(clientId, (end) => {
            // After many texts a little is left for receipts, so that they come to their end too.
            const until = Math.max(end, performance.now() + leastForReceipts);
            return storeAllReceipts(carrier, clientId, own, until);
          });
        }
      }
      for (const [clientId, own] of work) {
        lanes.begin(lane, clientId, async () => {
          const end = performance.now() + longestLook;
          for (const some of own) await some(end);
        });
      }
    },
    async sweep() {
      const now = clock.now();
      const all = now >= sweepAt;
      if (all) sweepAt = now + sweepEvery * clock.speed;
      const clients = all ? await asPlatform(db, textingClients) : [...unsettled];
      for (const clientId of clients) {
        lanes.begin('kept receipts', clientId, () => sweepClient(clientId));
      }
    },
  };
}

const isReceipt = (event: TextEvent): event is ReceiptEvent => event.kind === 'receipt';
const isInbound = (event: TextEvent): event is InboundEvent => event.kind === 'inbound';

function receiptOf(event: ReceiptEvent, carrierName: string): Receipt {
  const { textId = null, phone, textingNumber, outcome, at, note = null } = event;
  const carrierRef = `${carrierName}:${event.carrierRef}`;
  const about = { phone, textingNumber, outcome, received: new Date(at), note };
  return { carrierRef, textId, ...about, ...(event.canceled && { canceled: true }) };
}
