/**
 * A text carrier with troubles, around one that has none. What goes wrong is drawn from the seed;
 * the carrier within keeps the log, which so holds what was really sent.
 */
import type { CarrierRandom, CarrierSettings } from '../../../src/carriers/port.ts';
import type { SimulatedTextCarrier } from '../../../src/carriers/simulated/text-carrier.ts';
import type {
  CancelOutcome,
  Submission,
  TextCarrier,
  TextEvent,
  TextRequest,
  TextToCancel,
} from '../../../src/carriers/text-port.ts';
import { createTroubledLink, type TroubledLink } from './trouble-link.ts';
import type { TextTroubleProfile } from './trouble-text-profile.ts';

export interface TextTroubleSettings extends Pick<CarrierSettings, 'clock' | 'randomOf'> {
  profile: TextTroubleProfile;
  /** Simulated milliseconds. */
  sleep(ms: number): Promise<void>;
}

export interface TextTroubleCounts {
  slow: number;
  throttled: number;
  refused: number;
  answersLost: number;
  early: number;
  repeated: number;
  orphans: number;
  receiptsLost: number;
  deliveredTwice: number;
  cuts: number;
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
    events: () => trouble.events(),
    acknowledge: (some) => trouble.acknowledge(some),
  };
}

class TextTrouble {
  readonly met: TextTroubleCounts = {
    slow: 0,
    throttled: 0,
    refused: 0,
    answersLost: 0,
    early: 0,
    repeated: 0,
    orphans: 0,
    receiptsLost: 0,
    deliveredTwice: 0,
    cuts: 0,
  };
  readonly #carrier: CarrierWithin;
  readonly #settings: TextTroubleSettings;
  readonly #random: CarrierRandom;
  readonly #link: TroubledLink;
  /** Taken, and their receipt not told of; by the carrier's id. */
  readonly #onTheWay = new Set<string>();
  /** Whose own receipt is not told: it was told early, or is lost. */
  readonly #silenced = new Set<string>();
  /** What the carrier within told, as we tell it. */
  readonly #told = new Map<TextEvent, TextEvent>();
  /** Told by us alone: early ones, orphans, and what is told once more. */
  readonly #own = new Set<TextEvent>();
  readonly #later: { at: number; event: TextEvent }[] = [];

  constructor(carrier: CarrierWithin, settings: TextTroubleSettings) {
    this.#carrier = carrier;
    this.#settings = settings;
    this.#random = settings.randomOf('trouble');
    this.#link = createTroubledLink(settings.profile, this.#random, settings.clock);
  }

  connected(): boolean {
    this.#passTime();
    return this.#carrier.connected() && this.#link.isUp();
  }

  async submit(texts: readonly TextRequest[], mayWrite?: () => boolean): Promise<Submission[]> {
    const { profile, sleep } = this.#settings;
    this.#passTime();
    const judged = this.#judge(texts);
    const passed = texts.filter((_, index) => judged[index] === undefined);
    const sent = passed.length === 0 ? [] : await this.#carrier.submit(passed, mayWrite);
    let early = false;
    for (const [index, text] of passed.entries()) {
      const answer = sent[index];
      if (answer?.kind === 'accepted') early = this.#take(text, answer.carrierRef) || early;
    }
    const answers = judged.map((verdict) => verdict ?? this.#loseSome(sent.shift() ?? answerLost));
    if (this.#chance(profile.slow)) this.met.slow += 1;
    else if (!early) return answers;
    await sleep(this.#random.between(...profile.slowFor));
    return answers;
  }

  /** A lost answer to it does no harm: it is asked again. */
  async cancel(texts: readonly TextToCancel[]): Promise<CancelOutcome[]> {
    const { profile } = this.#settings;
    this.#passTime();
    if (!this.#link.isUp()) return texts.map(() => 'unconfirmed');
    const answers = await this.#carrier.cancel(texts);
    return answers.map((answer) =>
      this.#chance(profile.loseAnswerOfSent) ? 'unconfirmed' : answer,
    );
  }

  events(): TextEvent[] {
    const { profile, clock } = this.#settings;
    this.#passTime();
    if (!this.#link.isUp()) return [];
    for (const event of this.#carrier.events()) {
      if (this.#told.has(event)) continue;
      const ours = this.#asTold(event);
      if (ours) this.#told.set(event, ours);
      else this.#carrier.acknowledge([event]);
    }
    const due = this.#later.filter(({ at }) => at <= clock.now());
    for (const one of due) {
      this.#later.splice(this.#later.indexOf(one), 1);
      this.#own.add(one.event);
    }
    const all = [...this.#own, ...this.#told.values()];
    return this.#chance(profile.shuffle) ? shuffle(all, this.#random) : all;
  }

  acknowledge(some: readonly TextEvent[]): void {
    const heard = new Set(some);
    const inner = [...this.#told].filter(([, ours]) => heard.has(ours));
    for (const [event, ours] of inner) {
      this.#told.delete(event);
      this.#tellAgain(ours);
    }
    this.#carrier.acknowledge(inner.map(([event]) => event));
    for (const event of some) this.#own.delete(event);
  }

  #chance(share: number): boolean {
    return this.#random.next() < share;
  }

  #passTime(): void {
    for (const cut of this.#link.cutsUntilNow()) {
      this.met.cuts += 1;
      if (!cut.dropsAll) continue;
      this.met.receiptsLost += this.#onTheWay.size;
      for (const carrierRef of this.#onTheWay) this.#silenced.add(carrierRef);
      this.#onTheWay.clear();
    }
  }

  /** Answers by text; undefined for those that go on to the carrier. */
  #judge(texts: readonly TextRequest[]): (Submission | undefined)[] {
    const { profile } = this.#settings;
    if (!this.#link.isUp()) return texts.map(() => notConnected);
    if (this.#chance(profile.throttle)) {
      this.met.throttled += texts.length;
      return texts.map(() => throttled);
    }
    return texts.map(() => {
      if (this.#chance(profile.refuse)) {
        this.met.refused += 1;
        return { kind: 'rejected', note: { code: 'refused' }, retryable: false };
      }
      if (!this.#chance(profile.loseAnswerOfUnsent)) return undefined;
      this.met.answersLost += 1;
      return answerLost;
    });
  }

  /** Answers whether its receipt is told before its answer. */
  #take({ to, from, textId }: TextRequest, carrierRef: string): boolean {
    const { profile, clock } = this.#settings;
    const receipt = { phone: to, textingNumber: from, at: clock.now() };
    if (this.#chance(profile.orphan)) {
      this.met.orphans += 1;
      const nobodys = { carrierRef: `orphan ${this.met.orphans}`, phone: '12015550100' };
      this.#own.add({ kind: 'receipt', ...receipt, ...nobodys, outcome: 'delivered' });
    }
    if (this.#silenced.has(carrierRef)) return false;
    // Of a text that can still be canceled nobody says that it was delivered.
    if (!this.#chance(profile.early) || this.#carrier.waits?.(carrierRef)) {
      this.#onTheWay.add(carrierRef);
      return false;
    }
    this.met.early += 1;
    this.#silenced.add(carrierRef);
    this.#own.add(
      this.#nameless({ kind: 'receipt', ...receipt, carrierRef, textId, outcome: 'delivered' }),
    );
    return true;
  }

  #loseSome(answer: Submission): Submission {
    const { profile } = this.#settings;
    if (!this.#chance(profile.loseAnswerOfSent)) return answer;
    this.met.answersLost += 1;
    return answerLost;
  }

  /** Many carriers do not repeat our id. */
  #nameless(receipt: Receipt): Receipt {
    const { profile } = this.#settings;
    if (!this.#chance(profile.withoutOurId)) return receipt;
    const { textId: _, ...rest } = receipt;
    return rest;
  }

  /** As we tell it; undefined when we never do. */
  #asTold(event: TextEvent): TextEvent | undefined {
    const { profile } = this.#settings;
    if (event.kind === 'inbound') return event;
    const { carrierRef } = event;
    if (!this.#silenced.has(carrierRef) && this.#chance(profile.loseReceipt)) {
      this.met.receiptsLost += 1;
      this.#silenced.add(carrierRef);
    }
    this.#onTheWay.delete(carrierRef);
    return this.#silenced.has(carrierRef) ? undefined : this.#nameless(event);
  }

  /** Another engine may have heard it at the same time: what is acknowledged twice is so once. */
  #tellAgain(event: TextEvent): void {
    const { profile, clock } = this.#settings;
    if (!this.#chance(event.kind === 'inbound' ? profile.deliverTwice : profile.repeat)) return;
    if (event.kind === 'inbound') this.met.deliveredTwice += 1;
    else this.met.repeated += 1;
    this.#later.push({
      at: clock.now() + this.#random.between(...profile.repeatWithin),
      event: { ...event },
    });
  }
}

const notConnected: Submission = {
  kind: 'rejected',
  note: { code: 'not_connected' },
  retryable: true,
};
const throttled: Submission = { kind: 'rejected', note: { code: 'throttled' }, retryable: true };
const answerLost: Submission = { kind: 'unknown', note: { code: 'answer_lost' } };

function shuffle<T>(items: T[], random: CarrierRandom): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}
