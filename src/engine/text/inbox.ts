/**
 * What text carriers tell: receipts and inbound texts. Each is acknowledged after the commit of what
 * it led to; until then the carrier tells it again (promise 3).
 */
import { messageIntent } from '#contract/inbound-text.ts';
import { asClient, asPlatform } from '#db/database.ts';
import { isDatabaseAway } from '#db/errors.ts';
import { barWaiting } from '#db/queries/do-not-call-import.ts';
import {
  clientsOfTextingNumbers,
  type InboundTextGiven,
  storeInboundTexts,
  textingClients,
} from '#db/queries/inbound-text.ts';
import {
  giveUpReceipts,
  matchKeptReceipts,
  type Receipt,
  settleReceipts,
} from '#db/queries/text-receipt.ts';
import { intentOf } from '#domain/opt-out-words.ts';
import { answerPatience, receiptPatience } from '#domain/texting.ts';
import type { TextCarrier, TextEvent } from '../../carriers/text-port.ts';
import type { EngineDeps } from '../deps.ts';
import { obeyOptOuts } from './told-to-stop.ts';

export interface Inbox {
  /** Stores what has been told since the last look. */
  collect(): Promise<void>;
  /** Now and then: receipts that fitted to nothing, and those that are waited for no longer. */
  sweep(): Promise<void>;
}

type ReceiptEvent = TextEvent & { kind: 'receipt' };
type InboundEvent = TextEvent & { kind: 'inbound' };

/** Events in one look, and real milliseconds of it: other work waits for its end. */
const mostAtOnce = 2_000;
const longestLook = 250;
/** Receipts in one transaction, and transactions at the same time. */
const receiptBatch = 500;
const lanes = 4;
/** Inbound texts in one transaction, which keeps all of these numbers locked. */
const inboundBatch = 100;
/** Real milliseconds between two looks at everybody's receipts. */
const sweepEvery = 10_000;
/** Real milliseconds: campaigns and the leases wait for the end of a sweep. */
const longestSweep = 250;

/** @param onStored a client has an inbound text, which may want an answer */
export function createInbox(deps: EngineDeps, onStored: (clientId: number) => void): Inbox {
  const { db, vault, clock, log } = deps;
  /** Clients with a receipt that fitted to nothing, or with more to give up: looked at again soon. */
  const unsettled = new Set<number>();
  let sweepAt = Number.NEGATIVE_INFINITY;

  async function collectFrom(carrier: TextCarrier): Promise<void> {
    const events = carrier.events().slice(0, mostAtOnce);
    if (events.length === 0) return;
    const numbers = [...new Set(events.map((event) => event.textingNumber))];
    const owners = await asPlatform(db, (tx) => clientsOfTextingNumbers(tx, numbers));
    const nobodys = events.filter((event) => !owners.has(event.textingNumber));
    if (nobodys.length > 0) {
      log.warn({ numbers, events: nobodys.length }, 'texts to numbers that no client has');
      carrier.acknowledge(nobodys);
    }
    const end = performance.now() + longestLook;
    for (const clientId of new Set(owners.values())) {
      const own = events.filter((event) => owners.get(event.textingNumber) === clientId);
      await storeAllReceipts(carrier, clientId, own.filter(isReceipt), end);
      for (const some of batchesOf(own.filter(isInbound))) {
        if (performance.now() < end)
          await each(clientId, some, (few) => store(carrier, clientId, few));
      }
    }
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
    const lane = async () => {
      for (let own = batches.shift(); own; own = batches.shift()) {
        for (const some of own) {
          if (performance.now() >= end) return;
          await each(clientId, some, (few) => storeReceipts(carrier, clientId, few));
        }
      }
    };
    const ended = await Promise.allSettled(Array.from({ length: lanes }, lane));
    for (const one of ended) if (one.status === 'rejected') throw one.reason;
  }

  /** All together, or one by one: what cannot be stored is told again, and holds up nothing else. */
  async function each<T>(
    clientId: number,
    events: readonly T[],
    work: (some: readonly T[]) => Promise<void>,
  ): Promise<void> {
    if (events.length === 0) return;
    try {
      await work(events);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      if (events.length > 1) for (const event of events) await each(clientId, [event], work);
      else log.error({ err: error, clientId }, 'what a text carrier told could not be stored');
    }
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
    if (left > 0) unsettled.add(clientId);
  }

  async function store(carrier: TextCarrier, clientId: number, events: readonly InboundEvent[]) {
    const now = clock.now();
    const texts = events.map((event) => inboundOf(event, carrier.name, now));
    await asClient(db, clientId, (tx) => storeInboundTexts(tx, clientId, texts));
    const stops = texts.filter(({ intent }) => intent === messageIntent.optOut);
    // A list that became Loaded meanwhile escaped that look.
    if (stops.length > 0) {
      const phones = stops.map(({ phone }) => phone);
      await asClient(db, clientId, (tx) => barWaiting(tx, clientId, phones));
    }
    carrier.acknowledge(events);
    onStored(clientId);
  }

  async function sweepClient(clientId: number): Promise<void> {
    const now = clock.now();
    const before = new Date(now - receiptPatience);
    const left = await asClient(db, clientId, (tx) =>
      matchKeptReceipts(tx, vault, clientId, before),
    );
    const ended = await asClient(db, clientId, (tx) =>
      giveUpReceipts(tx, vault, clientId, new Date(now)),
    );
    if (left === 0 && ended === 0) unsettled.delete(clientId);
    // One batch at a time: calls, texts and the leases wait for the end of this.
    if (ended > 0) unsettled.add(clientId);
  }

  return {
    async collect() {
      for (const carrier of deps.textCarriers?.values() ?? []) await collectFrom(carrier);
    },
    async sweep() {
      const now = clock.now();
      const all = now >= sweepAt;
      if (all) sweepAt = now + sweepEvery * clock.speed;
      const clients = all ? await asPlatform(db, textingClients) : [...unsettled];
      const end = performance.now() + longestSweep;
      for (const clientId of clients) {
        if (performance.now() < end) await sweepClient(clientId);
        else unsettled.add(clientId);
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

function inboundOf(event: InboundEvent, carrierName: string, now: number): InboundTextGiven {
  const { phone, textingNumber, at, body } = event;
  const intent = event.optedOut ? messageIntent.optOut : intentOf(body);
  return {
    carrierRef: `${carrierName}:${event.carrierRef}`,
    ...{ phone, textingNumber, intent, received: new Date(at) },
    // The database takes no NUL.
    message: body.replaceAll('\0', ''),
    answer: now - at <= answerPatience,
  };
}

/** Batches in which nobody stands twice, so that what a person wrote first is obeyed first. */
function batchesOf(events: readonly InboundEvent[]): InboundEvent[][] {
  const rounds: InboundEvent[][] = [];
  const written = new Map<string, number>();
  for (const event of events.toSorted((a, b) => a.at - b.at)) {
    const round = written.get(event.phone) ?? 0;
    written.set(event.phone, round + 1);
    const others = rounds[round] ?? [];
    others.push(event);
    rounds[round] = others;
  }
  return rounds.flatMap((round) => inBatches(round, inboundBatch));
}

function inBatches<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, n) =>
    items.slice(n * size, (n + 1) * size),
  );
}
