/**
 * Events of text carriers: receipts (receipts.ts) and inbound texts (inbound.ts). Each is
 * acknowledged after its outcome is committed (promise 3). A look is told what is new; what is not
 * stored then, or could not be, the carrier tells again.
 */

import type { TextCarrier, TextEvent } from '#carriers/text-port.ts';
import { later, latest, type RealMs, realMs } from '#domain/milliseconds.ts';
import type { ClientLanes } from '../client-lanes.ts';
import type { EngineDeps, RunnerDeps } from '../deps.ts';
import { Inbound, type InboundEvent } from './inbound.ts';
import { type ReceiptEvent, Receipts } from './receipts.ts';

/** Events in one poll, and the time to store those of one client. */
const mostAtOnce = 2_000;
const longestStore = realMs(250);
const leastForReceipts = realMs(50);

/** The lane in which a client's events are stored: its texts, then its receipts. */
const lane = 'text events';

type InboxDeps = EngineDeps & Pick<RunnerDeps, 'textsInFlight'>;

/** Stores some of a client's events. `end`, on `performance.now()`: the rest is told again. */
type Store = (end: RealMs) => Promise<void>;

/** What a carrier told at a look: the texts and receipts to be stored now. */
interface Look {
  carrier: TextCarrier;
  texts: InboundEvent[];
  receipts: ReceiptEvent[];
}

/** What a client's lane stores, and of which events. */
interface ClientWork {
  stores: Store[];
  events: { carrier: TextCarrier; events: readonly TextEvent[] }[];
}

export class Inbox {
  readonly #deps: InboxDeps;
  readonly #lanes: ClientLanes;
  readonly #inbound: Inbound;
  readonly #receipts: Receipts;

  /** @param onStored a client has an inbound text, which may need an auto-reply */
  constructor(deps: InboxDeps, lanes: ClientLanes, onStored: (clientId: number) => void) {
    this.#deps = deps;
    this.#lanes = lanes;
    this.#inbound = new Inbound(deps, onStored);
    this.#receipts = new Receipts(deps, lanes);
  }

  /** Polls the carriers and begins to store the events, each client's in its lane. */
  async collect(): Promise<void> {
    const looks = [...(this.#deps.textCarriers?.values() ?? [])].map((one) => this.#look(one));
    const begun = new Set<TextEvent>();
    try {
      for (const [clientId, work] of await this.#sort(looks)) {
        if (!this.#begin(clientId, work)) continue;
        for (const { events } of work.events) for (const event of events) begun.add(event);
      }
    } finally {
      // A lane tells again what is left of its own.
      for (const { carrier, texts, receipts } of looks) {
        carrier.tellAgain([...texts, ...receipts].filter((event) => !begun.has(event)));
      }
    }
  }

  /** What may not be stored yet is told again at the next look. */
  #look(carrier: TextCarrier): Look {
    const told = carrier.events(this);
    const may = told.filter((event) => this.#mayBeStored(event));
    const texts = may.filter(isInbound).slice(0, mostAtOnce);
    const receipts = may.filter(isReceipt).slice(0, mostAtOnce);
    if (texts.length + receipts.length < told.length) {
      const now = new Set<TextEvent>([...texts, ...receipts]);
      carrier.tellAgain(told.filter((event) => !now.has(event)));
    }
    return { carrier, texts, receipts };
  }

  async #sort(looks: readonly Look[]): Promise<ReadonlyMap<number, ClientWork>> {
    const work = new Map<number, ClientWork>();
    const add = (clientId: number, some: ClientWork['events'][number], store: Store) => {
      const own = work.get(clientId) ?? { stores: [], events: [] };
      own.stores.push(store);
      own.events.push(some);
      work.set(clientId, own);
    };
    // A STOP never waits for a receipt, of any client and carrier, even if that came first.
    for (const { carrier, texts } of looks) {
      for (const [clientId, own] of await this.#inbound.sort(carrier, texts)) {
        add(clientId, { carrier, events: own.events }, own.store);
      }
    }
    for (const { carrier, receipts } of looks) {
      for (const [clientId, events] of await this.#receipts.sort(carrier, receipts)) {
        add(clientId, { carrier, events }, (end) => {
          // After many texts some time is left for receipts, so that they make progress too.
          const until = latest(end, later(realMs(performance.now()), leastForReceipts));
          return this.#receipts.store(carrier, clientId, events, until);
        });
      }
    }
    return work;
  }

  /** Returns whether the lane was free. */
  #begin(clientId: number, { stores, events }: ClientWork): boolean {
    return this.#lanes.begin(lane, clientId, async () => {
      try {
        const end = later(realMs(performance.now()), longestStore);
        for (const some of stores) await some(end);
      } finally {
        // What was not committed, or not of every client that it means.
        for (const one of events) one.carrier.tellAgain(one.events);
      }
    });
  }

  /** Settles receipts that matched no text before, and gives up overdue ones. */
  sweep(): Promise<void> {
    return this.#receipts.sweep();
  }

  /**
   * A client that is held up does not hide the events of others: its own are skipped meanwhile. So
   * are receipts that overtook the commit of their text's acceptance.
   */
  #mayBeStored(event: TextEvent): boolean {
    if (isInbound(event)) {
      const wanted = this.#inbound.wantedBy(event);
      return wanted === undefined || [...wanted].some((clientId) => !this.#isHeldUp(clientId));
    }
    if (this.#deps.textsInFlight.holds(event)) return false;
    const holder = this.#receipts.holderOf(event);
    return holder === undefined || !this.#isHeldUp(holder);
  }

  #isHeldUp(clientId: number): boolean {
    return this.#lanes.isBusy(lane, clientId);
  }
}

const isReceipt = (event: TextEvent): event is ReceiptEvent => event.kind === 'receipt';
const isInbound = (event: TextEvent): event is InboundEvent => event.kind === 'inbound';
