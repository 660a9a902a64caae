/**
 * Inbound texts: stored for every client whose number they came to, and obeyed. A text is
 * acknowledged when all of these clients have it.
 */

import type { TextCarrier, TextEvent } from '#carriers/text-port.ts';
import { type MessageIntent, messageIntent } from '#contract/inbound-text.ts';
import { asClient, asPlatform, type Tx } from '#db/database.ts';
import { putOffUndecided } from '#db/queries/contact-rest.ts';
import { type InboundTextGiven, storeInboundTexts } from '#db/queries/inbound-text.ts';
import {
  contactedOf,
  type Everybody,
  everybodyAt,
  formerHolder,
  type NumberOwners,
  noteUnknownNumbers,
  ownersOfNumbers,
} from '#db/queries/number-owner.ts';
import { commitOptOuts } from '#db/queries/opt-out-commit.ts';
import type { Counter } from '#domain/metrics.ts';
import type { RealMs } from '#domain/milliseconds.ts';
import { intentOf, isYes, prepareOptOutReader } from '#domain/opt-out/intent.ts';
import type { EngineDeps } from '../deps.ts';
import { inSteps } from '../in-steps.ts';
import { inBatches, oneByOne } from './event-batches.ts';

export type InboundEvent = TextEvent & { kind: 'inbound' };

/** A text as one client receives it. */
interface Copy {
  event: InboundEvent;
  intent: MessageIntent;
  /** It came to a texting number of this client: only from that number can an auto-reply go out. */
  mayReply: boolean;
  /** It may mean this client too, if it contacted that person, or called without its own number. */
  only?: 'contacted' | 'called_unnamed';
}

/** What one client is to have. */
interface ClientTexts {
  events: readonly InboundEvent[];
  store(end: RealMs): Promise<void>;
}

/** Inbound texts in one transaction, which locks all of their numbers. */
const inboundBatch = 100;

/**
 * Whether an intent holds for every client that has or had the number; at a number that no client has,
 * for every client of the carrier and every other client that called that person. Anything else
 * goes only to the client that texts with the number: managers may type any number as caller ID,
 * and must not receive other clients' texts that way.
 */
const holdsForAll = (intent: MessageIntent) =>
  intent === messageIntent.optOut || intent === messageIntent.unclear;

export class Inbound {
  readonly #deps: EngineDeps;
  /** A client has an inbound text, which may need an auto-reply. */
  readonly #onStored: (clientId: number) => void;
  readonly #unknown: Counter;
  /** Clients that do not have a text yet: one that is reported again is stored only for these. */
  readonly #wanting = new WeakMap<TextEvent, Set<number>>();

  constructor(deps: EngineDeps, onStored: (clientId: number) => void) {
    this.#deps = deps;
    this.#onStored = onStored;
    this.#unknown = deps.metrics.counter(
      'carillon_unknown_number_texts_total',
      'Inbound texts to numbers that no client has.',
    );
  }

  /** Clients that do not have this text yet; undefined when its clients are not known yet. */
  wantedBy(event: InboundEvent): ReadonlySet<number> | undefined {
    return this.#wanting.get(event);
  }

  /**
   * Sorts texts by client. Returns each client's, and what stores them; nothing is begun yet. What is
   * left at `end`, on `performance.now()`, is told again; at least one batch is stored.
   */
  async sort(
    carrier: TextCarrier,
    events: readonly InboundEvent[],
  ): Promise<ReadonlyMap<number, ClientTexts>> {
    if (events.length === 0) return new Map();
    await inSteps(prepareOptOutReader());
    const { db, log } = this.#deps;
    const numbers = [...new Set(events.map((event) => event.textingNumber))];
    const owners = await asPlatform(db, (tx) => ownersOfNumbers(tx, numbers));
    const nobodys = events.filter((event) => !owners.has(event.textingNumber));
    const fresh = nobodys.filter((event) => !this.#wanting.has(event));
    const unheld = events.some((event) => !owners.get(event.textingNumber)?.held);
    const everybody = unheld
      ? await asPlatform(db, (tx) => everybodyAt(tx, carrier.name))
      : noClients;
    if (fresh.length > 0) await this.#noteUnknown(carrier, fresh);
    const shares = this.#shareOut(events, owners, everybody);
    carrier.acknowledge(events.filter((event) => this.#wanting.get(event)?.size === 0));
    const work = [...shares].map(([clientId, copies]) => {
      const store = async (end: RealMs) => {
        for (const some of batchesOf(copies)) {
          await oneByOne(log, clientId, some, (few) => this.#store(carrier, clientId, few));
          if (performance.now() >= end) return;
        }
      };
      return [clientId, { events: copies.map(({ event }) => event), store }] as const;
    });
    return new Map(work);
  }

  async #store(carrier: TextCarrier, clientId: number, copies: readonly Copy[]) {
    const { db } = this.#deps;
    const texts = (await this.#meantFor(clientId, copies)).map((copy) =>
      inboundOf(copy, carrier.name),
    );
    if (texts.length > 0) {
      const stops = texts.filter(({ intent }) => intent === messageIntent.optOut);
      const write = (tx: Tx) => storeInboundTexts(tx, clientId, texts);
      await commitOptOuts(db, clientId, write, () => stops.map(({ phone }) => phone));
    }
    const unclear = texts.filter(({ intent }) => intent === messageIntent.unclear);
    if (unclear.length > 0) {
      await asClient(db, clientId, (tx) => putOffUndecided(tx, clientId, unclear));
    }
    for (const { event } of copies) this.#wanting.get(event)?.delete(clientId);
    const everywhere = copies.filter(({ event }) => this.#wanting.get(event)?.size === 0);
    carrier.acknowledge(everywhere.map(({ event }) => event));
    this.#onStored(clientId);
  }

  /** In the client's own lane, so that only its own texts wait for this query. */
  async #meantFor(clientId: number, copies: readonly Copy[]): Promise<readonly Copy[]> {
    const open = copies.filter(({ only }) => only !== undefined);
    if (open.length === 0) return copies;
    const phones = open.map(({ event }) => event.phone);
    const contacted = await asClient(this.#deps.db, clientId, (tx) =>
      contactedOf(tx, clientId, phones),
    );
    return copies.filter(({ event, only }) => {
      if (only === undefined) return true;
      const contact = contacted.get(event.phone);
      return only === 'contacted' ? contact !== undefined : contact?.unnamed === true;
    });
  }

  /** Decides which clients receive which of these texts. */
  #shareOut(
    events: readonly InboundEvent[],
    owners: ReadonlyMap<string, NumberOwners>,
    everybody: Everybody,
  ): Map<number, Copy[]> {
    const shares = new Map<number, Copy[]>();
    for (const event of events) {
      const intent = event.optedOut ? messageIntent.optOut : intentOf(event.body);
      const owner = owners.get(event.textingNumber);
      const former = owner && event.cameAt && formerHolder(owner, event.cameAt);
      const readers = readersOf(intent, owner, everybody, former);
      const left = this.#wanting.get(event) ?? new Set(readers.keys());
      this.#wanting.set(event, left);
      for (const [clientId, only] of readers) {
        if (!left.has(clientId)) continue;
        const share = shares.get(clientId) ?? [];
        // It replies from the number that it has now, and only to what was written to it.
        const mayReply = owner?.holder === clientId && (former ?? clientId) === clientId;
        share.push({ event, intent, mayReply, ...(only && { only }) });
        shares.set(clientId, share);
      }
    }
    return shares;
  }

  /** Stored before any of these texts is acknowledged. */
  async #noteUnknown(carrier: TextCarrier, events: readonly InboundEvent[]) {
    const { db, log } = this.#deps;
    const byNumber = Map.groupBy(events, ({ textingNumber }) =>
      textingNumber.slice(0, longestNumber),
    );
    const numbers = [...byNumber].map(([phone, own]) => {
      const optOuts = own.filter((one) => one.optedOut || holdsForAll(intentOf(one.body)));
      return { phone, texts: own.length, optOuts: optOuts.length };
    });
    await asPlatform(db, (tx) => noteUnknownNumbers(tx, carrier.name, numbers));
    this.#unknown.add({}, events.length);
    log.warn(
      { carrier: carrier.name, numbers: [...byNumber.keys()], texts: events.length },
      'received texts to numbers that no client has; opt-outs apply to every client of this carrier and to every client that called the person',
    );
  }
}

/** Limits an address that is not one of our numbers: it may be anything. */
const longestNumber = 40;

const noClients: Everybody = { ofCarrier: [], others: [] };

/**
 * Which clients receive a text, and on which condition. A number that a client only shows is
 * whatever its manager typed: calls of other clients may have shown it too, through a carrier that
 * shows a number of its own where a campaign names none.
 *
 * @param former whose text it was before the number changed hands: its next holder must not read it
 */
function readersOf(
  intent: MessageIntent,
  owner: NumberOwners | undefined,
  { ofCarrier, others }: Everybody,
  former: number | undefined,
): ReadonlyMap<number, Copy['only']> {
  const readers = new Map<number, Copy['only']>();
  const add = (clients: readonly number[], only?: Copy['only']) => {
    for (const clientId of clients) if (!readers.has(clientId)) readers.set(clientId, only);
  };
  if (!holdsForAll(intent)) {
    if (former !== undefined) add([former]);
    else if (owner) add(owner.held && owner.holder !== undefined ? [owner.holder] : owner.clients);
  } else if (owner) {
    add([...owner.clients, ...owner.everHeld]);
    if (!owner.held) add([...ofCarrier, ...others], 'called_unnamed');
  } else {
    add(ofCarrier);
    add(others, 'contacted');
  }
  return readers;
}

function inboundOf({ event, intent, mayReply }: Copy, carrierName: string): InboundTextGiven {
  const { phone, textingNumber, at, before = at, cameAt, body } = event;
  // If the order of a START and a STOP is unknown, the STOP counts as the last.
  const received = new Date(holdsForAll(intent) ? before : at);
  return {
    carrierRef: `${carrierName}:${event.carrierRef}`,
    ...{ phone, textingNumber, intent, received },
    ...(cameAt !== undefined && { cameAt: new Date(cameAt) }),
    // The database does not accept NUL.
    message: body.replaceAll('\0', ''),
    mayReply,
    mayBeNew: event.mayBeNew === true,
    ...(intent === messageIntent.none && isYes(body) && { ifAsked: messageIntent.optIn }),
  };
}

/** Batches in which no person occurs twice, so that what a person wrote first is obeyed first. */
function batchesOf(copies: readonly Copy[]): Copy[][] {
  const rounds: Copy[][] = [];
  const written = new Map<string, number>();
  for (const copy of copies.toSorted((a, b) => a.event.at - b.event.at)) {
    const round = written.get(copy.event.phone) ?? 0;
    written.set(copy.event.phone, round + 1);
    const others = rounds[round] ?? [];
    others.push(copy);
    rounds[round] = others;
  }
  return rounds.flatMap((round) => inBatches(round, inboundBatch));
}
