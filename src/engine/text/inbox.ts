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
  storeInboundText,
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

/** Events in one look: other work waits for its end. */
const mostAtOnce = 500;
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
    for (const clientId of new Set(owners.values())) {
      const own = events.filter((event) => owners.get(event.textingNumber) === clientId);
      await alone(clientId, storeReceipts(carrier, clientId, own.filter(isReceipt)));
      for (const event of own.filter(isInbound).sort((a, b) => a.at - b.at)) {
        await alone(clientId, storeInbound(carrier, clientId, event));
      }
    }
  }

  /** What cannot be stored is told again, and holds up nothing else. */
  async function alone(clientId: number, work: Promise<void>): Promise<void> {
    await work.catch((error) => {
      if (isDatabaseAway(error)) throw error;
      log.error({ err: error, clientId }, 'what a text carrier told could not be stored');
    });
  }

  async function storeReceipts(carrier: TextCarrier, clientId: number, events: ReceiptEvent[]) {
    if (events.length === 0) return;
    const receipts = events.map((event) => receiptOf(event, carrier.name));
    // One told twice in this look counts once.
    const once = [...new Map(receipts.map((one) => [one.carrierRef, one])).values()];
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

  async function storeInbound(carrier: TextCarrier, clientId: number, event: InboundEvent) {
    const { phone, textingNumber, at, body } = event;
    const intent = event.optedOut ? messageIntent.optOut : intentOf(body);
    const text = {
      carrierRef: `${carrier.name}:${event.carrierRef}`,
      ...{ phone, textingNumber, intent, received: new Date(at) },
      // The database takes no NUL.
      message: body.replaceAll('\0', ''),
      answer: clock.now() - at <= answerPatience,
    };
    await asClient(db, clientId, (tx) => storeInboundText(tx, clientId, text));
    // A list that became Loaded meanwhile escaped that look.
    if (intent === messageIntent.optOut) {
      await asClient(db, clientId, (tx) => barWaiting(tx, clientId, [phone]));
    }
    carrier.acknowledge([event]);
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
  return { carrierRef, textId, phone, textingNumber, outcome, received: new Date(at), note };
}
