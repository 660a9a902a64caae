/**
 * Events of text carriers: receipts (receipts.ts) and inbound texts (inbound.ts). Each is
 * acknowledged after its outcome is committed; until then the carrier reports it again (promise 3).
 */

import type { TextEvent } from '#carriers/text-port.ts';
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

/** Stores some of a client's events. `end`, on `performance.now()`: the rest is reported again. */
type Store = (end: RealMs) => Promise<void>;

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
    const work = new Map<number, Store[]>();
    const add = (clientId: number, some: Store) => {
      const own = work.get(clientId) ?? [];
      own.push(some);
      work.set(clientId, own);
    };
    const polled = [...(this.#deps.textCarriers?.values() ?? [])].map((carrier) => {
      const events = carrier.events().filter((event) => this.#mayBeStored(event));
      const texts = events.filter(isInbound).slice(0, mostAtOnce);
      return { carrier, texts, receipts: events.filter(isReceipt).slice(0, mostAtOnce) };
    });
    // A STOP never waits for a receipt, of any client and carrier, even if that came first.
    for (const { carrier, texts } of polled) {
      for (const [clientId, store] of await this.#inbound.sort(carrier, texts)) {
        add(clientId, store);
      }
    }
    for (const { carrier, receipts } of polled) {
      for (const [clientId, own] of await this.#receipts.sort(carrier, receipts)) {
        add(clientId, (end) => {
          // After many texts some time is left for receipts, so that they make progress too.
          const until = latest(end, later(realMs(performance.now()), leastForReceipts));
          return this.#receipts.store(carrier, clientId, own, until);
        });
      }
    }
    for (const [clientId, own] of work) {
      this.#lanes.begin(lane, clientId, async () => {
        const end = later(realMs(performance.now()), longestStore);
        for (const some of own) await some(end);
      });
    }
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
