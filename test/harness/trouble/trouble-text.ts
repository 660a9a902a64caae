/**
 * A text carrier with troubles, around one that has none. What goes wrong is drawn from the seed;
 * the carrier within keeps the log, which so holds what was really sent.
 */
import { createNews } from '../../../src/carriers/news.ts';
import type { SimulatedTextCarrier } from '../../../src/carriers/simulated/text-carrier.ts';
import type {
  CancelOutcome,
  Submission,
  TextCarrier,
  TextEvent,
  TextRequest,
  TextToCancel,
} from '../../../src/carriers/text-port.ts';
import {
  noneMet,
  responseLost,
  type SharedCounts,
  type SharedSettings,
  SharedTrouble,
} from './shared-trouble.ts';
import type { TextTroubleProfile } from './trouble-text-profile.ts';

export type TextTroubleSettings = SharedSettings<TextTroubleProfile>;

export interface TextTroubleCounts extends SharedCounts {
  early: number;
  orphans: number;
  receiptsLost: number;
  deliveredTwice: number;
}

export interface TroubledTextCarrier extends TextCarrier {
  readonly met: Readonly<TextTroubleCounts>;
}

type Receipt = TextEvent & { kind: 'receipt' };

type CarrierWithin = TextCarrier & Partial<Pick<SimulatedTextCarrier, 'waits'>>;

export function troubledTexts(
  carrier: CarrierWithin,
  settings: TextTroubleSettings,
): TroubledTextCarrier {
  const trouble = new TextTrouble(carrier, settings);
  return {
    ...carrier,
    met: trouble.met,
    connected: () => trouble.connected(),
    submit: (texts, mayWrite) => trouble.submit(texts, mayWrite),
    cancel: (texts) => trouble.cancel(texts),
    events: (reader) => trouble.events(reader),
    acknowledge: (some) => trouble.acknowledge(some),
    tellAgain: (some) => trouble.tellAgain(some),
  };
}

class TextTrouble {
  readonly met: TextTroubleCounts = {
    ...noneMet,
    early: 0,
    orphans: 0,
    receiptsLost: 0,
    deliveredTwice: 0,
  };
  readonly #carrier: CarrierWithin;
  readonly #settings: TextTroubleSettings;
  readonly #shared: SharedTrouble<TextEvent>;
  /** Taken, and their receipt not emitted; by the carrier's id. */
  readonly #onTheWay = new Set<string>();
  /** Whose own receipt is not emitted: it was emitted early, or is lost. */
  readonly #silenced = new Set<string>();
  /** Events of the carrier within, as we emit them. */
  readonly #emitted = new Map<TextEvent, TextEvent>();
  readonly #news = createNews<TextEvent>();

  constructor(carrier: CarrierWithin, settings: TextTroubleSettings) {
    this.#carrier = carrier;
    this.#settings = settings;
    this.#shared = new SharedTrouble(settings, this.met);
  }

  connected(): boolean {
    this.#passTime();
    return this.#carrier.connected() && this.#shared.link.isUp();
  }

  async submit(texts: readonly TextRequest[], mayWrite?: () => boolean): Promise<Submission[]> {
    const { profile, sleep } = this.#settings;
    this.#passTime();
    const judged: (Submission | undefined)[] = this.#shared.judge(
      texts,
      profile.loseResponseOfUnsent,
    );
    const passed = texts.filter((_, index) => judged[index] === undefined);
    const sent = passed.length === 0 ? [] : await this.#carrier.submit(passed, mayWrite);
    let early = false;
    for (const [index, text] of passed.entries()) {
      const submission = sent[index];
      if (submission?.kind === 'accepted') early = this.#take(text, submission.carrierRef) || early;
    }
    const submissions = judged.map(
      (verdict) =>
        verdict ?? this.#shared.loseSome(sent.shift() ?? responseLost, profile.loseResponseOfSent),
    );
    const slowness = this.#shared.slowness(early);
    if (slowness !== undefined) await sleep(slowness);
    return submissions;
  }

  /** A lost response to it does no harm: it is asked again. */
  async cancel(texts: readonly TextToCancel[]): Promise<CancelOutcome[]> {
    const { profile } = this.#settings;
    this.#passTime();
    if (!this.#shared.link.isUp()) return texts.map(() => 'unconfirmed');
    const cancellations = await this.#carrier.cancel(texts);
    return cancellations.map((cancellation) =>
      this.#shared.chance(profile.loseResponseOfSent) ? 'unconfirmed' : cancellation,
    );
  }

  events(reader?: object): TextEvent[] {
    this.#passTime();
    if (!this.#shared.link.isUp()) return [];
    for (const event of this.#carrier.events(this)) {
      const ours = this.#asEmitted(event);
      if (ours) {
        this.#emitted.set(event, ours);
        this.#news.tell(ours);
      } else this.#carrier.acknowledge([event]);
    }
    return this.#shared.events(this.#news.events(reader));
  }

  tellAgain(some: readonly TextEvent[]): void {
    this.#news.tellAgain(some);
  }

  acknowledge(some: readonly TextEvent[]): void {
    const acknowledged = new Set(some);
    const inner = [...this.#emitted].filter(([, ours]) => acknowledged.has(ours));
    for (const [event, ours] of inner) {
      this.#emitted.delete(event);
      this.#news.end(ours);
      this.#emitAgain(ours);
    }
    this.#carrier.acknowledge(inner.map(([event]) => event));
    for (const event of some) this.#shared.own.delete(event);
  }

  #passTime(): void {
    this.#shared.passTime(() => {
      this.met.receiptsLost += this.#onTheWay.size;
      for (const carrierRef of this.#onTheWay) this.#silenced.add(carrierRef);
      this.#onTheWay.clear();
    });
  }

  /** @returns whether its receipt is emitted before the response */
  #take({ to, from, textId }: TextRequest, carrierRef: string): boolean {
    const { profile, clock } = this.#settings;
    const receipt = { phone: to, textingNumber: from, at: clock.now() };
    if (this.#shared.chance(profile.orphan)) {
      this.met.orphans += 1;
      const nobodys = { carrierRef: `orphan ${this.met.orphans}`, phone: '12015550100' };
      this.#shared.own.add({ kind: 'receipt', ...receipt, ...nobodys, outcome: 'delivered' });
    }
    if (this.#silenced.has(carrierRef)) return false;
    // Of a text that can still be canceled nobody says that it was delivered.
    if (!this.#shared.chance(profile.early) || this.#carrier.waits?.(carrierRef)) {
      this.#onTheWay.add(carrierRef);
      return false;
    }
    this.met.early += 1;
    this.#silenced.add(carrierRef);
    this.#shared.own.add(
      this.#nameless({ kind: 'receipt', ...receipt, carrierRef, textId, outcome: 'delivered' }),
    );
    return true;
  }

  /** Many carriers do not repeat our id. */
  #nameless(receipt: Receipt): Receipt {
    const { profile } = this.#settings;
    if (!this.#shared.chance(profile.withoutOurId)) return receipt;
    const { textId: _, ...rest } = receipt;
    return rest;
  }

  /** As we emit it; undefined when we never do. */
  #asEmitted(event: TextEvent): TextEvent | undefined {
    const { profile } = this.#settings;
    if (event.kind === 'inbound') return event;
    const { carrierRef } = event;
    if (!this.#silenced.has(carrierRef) && this.#shared.chance(profile.loseReceipt)) {
      this.met.receiptsLost += 1;
      this.#silenced.add(carrierRef);
    }
    this.#onTheWay.delete(carrierRef);
    return this.#silenced.has(carrierRef) ? undefined : this.#nameless(event);
  }

  /** Another engine may have polled it at the same time: what is acknowledged twice is so once. */
  #emitAgain(event: TextEvent): void {
    const { profile } = this.#settings;
    if (!this.#shared.chance(event.kind === 'inbound' ? profile.deliverTwice : profile.repeat))
      return;
    if (event.kind === 'inbound') this.met.deliveredTwice += 1;
    else this.met.repeated += 1;
    this.#shared.emitAgain(event, profile.repeatWithin);
  }
}
