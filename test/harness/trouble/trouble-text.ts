/**
 * A text carrier with troubles, around one that has none. What goes wrong is drawn from the seed;
 * the carrier within keeps the log, which so holds what was really sent.
 */
import type { CarrierRandom, CarrierSettings } from '../../../src/carriers/port.ts';
import type { SimulatedTextCarrier } from '../../../src/carriers/simulated/text-carrier.ts';
import type {
  CancelAnswer,
  Submission,
  TextCarrier,
  TextEvent,
  TextRequest,
  TextToCancel,
} from '../../../src/carriers/text-port.ts';
import { createTroubledLink } from './trouble-link.ts';
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

export function troubledTexts(
  carrier: TextCarrier & Partial<Pick<SimulatedTextCarrier, 'waits'>>,
  settings: TextTroubleSettings,
): TroubledTextCarrier {
  const { profile, clock, sleep } = settings;
  const random = settings.randomOf('trouble');
  const chance = (share: number) => random.next() < share;
  const met: TextTroubleCounts = {
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
  const link = createTroubledLink(profile, random, clock);
  /** Taken, and their receipt not told of; by the carrier's id. */
  const onTheWay = new Set<string>();
  /** Whose own receipt is not told: it was told early, or is lost. */
  const silenced = new Set<string>();
  /** What the carrier within told, as we tell it. */
  const told = new Map<TextEvent, TextEvent>();
  /** Told by us alone: early ones, orphans, and what is told once more. */
  const own = new Set<TextEvent>();
  const later: { at: number; event: TextEvent }[] = [];

  function passTime(): void {
    for (const cut of link.cutsUntilNow()) {
      met.cuts += 1;
      if (!cut.dropsAll) continue;
      met.receiptsLost += onTheWay.size;
      for (const carrierRef of onTheWay) silenced.add(carrierRef);
      onTheWay.clear();
    }
  }

  /** Answers by text; undefined for those that go on to the carrier. */
  function judge(texts: readonly TextRequest[]): (Submission | undefined)[] {
    if (!link.isUp()) return texts.map(() => notConnected);
    if (chance(profile.throttle)) {
      met.throttled += texts.length;
      return texts.map(() => throttled);
    }
    return texts.map(() => {
      if (chance(profile.refuse)) {
        met.refused += 1;
        return { kind: 'rejected', note: { code: 'refused' }, retryable: false };
      }
      if (!chance(profile.loseAnswerOfUnsent)) return undefined;
      met.answersLost += 1;
      return answerLost;
    });
  }

  async function submit(
    texts: readonly TextRequest[],
    mayWrite?: () => boolean,
  ): Promise<Submission[]> {
    passTime();
    const judged = judge(texts);
    const passed = texts.filter((_, index) => judged[index] === undefined);
    const sent = passed.length === 0 ? [] : await carrier.submit(passed, mayWrite);
    let early = false;
    for (const [index, text] of passed.entries()) {
      const answer = sent[index];
      if (answer?.kind === 'accepted') early = take(text, answer.carrierRef) || early;
    }
    const answers = judged.map((verdict) => verdict ?? loseSome(sent.shift() ?? answerLost));
    if (chance(profile.slow)) met.slow += 1;
    else if (!early) return answers;
    await sleep(random.between(...profile.slowFor));
    return answers;
  }

  /** Answers whether its receipt is told before its answer. */
  function take({ to, from, textId }: TextRequest, carrierRef: string): boolean {
    const receipt = { phone: to, textingNumber: from, at: clock.now() };
    if (chance(profile.orphan)) {
      met.orphans += 1;
      const nobodys = { carrierRef: `orphan ${met.orphans}`, phone: '12015550100' };
      own.add({ kind: 'receipt', ...receipt, ...nobodys, outcome: 'delivered' });
    }
    if (silenced.has(carrierRef)) return false;
    // Of a text that can still be canceled nobody says that it was delivered.
    if (!chance(profile.early) || carrier.waits?.(carrierRef)) {
      onTheWay.add(carrierRef);
      return false;
    }
    met.early += 1;
    silenced.add(carrierRef);
    own.add(nameless({ kind: 'receipt', ...receipt, carrierRef, textId, outcome: 'delivered' }));
    return true;
  }

  function loseSome(answer: Submission): Submission {
    if (!chance(profile.loseAnswerOfSent)) return answer;
    met.answersLost += 1;
    return answerLost;
  }

  /** Many carriers do not repeat our id. */
  function nameless(receipt: Receipt): Receipt {
    if (!chance(profile.withoutOurId)) return receipt;
    const { textId: _, ...rest } = receipt;
    return rest;
  }

  /** As we tell it; undefined when we never do. */
  function asTold(event: TextEvent): TextEvent | undefined {
    if (event.kind === 'inbound') return event;
    const { carrierRef } = event;
    if (!silenced.has(carrierRef) && chance(profile.loseReceipt)) {
      met.receiptsLost += 1;
      silenced.add(carrierRef);
    }
    onTheWay.delete(carrierRef);
    return silenced.has(carrierRef) ? undefined : nameless(event);
  }

  function events(): TextEvent[] {
    passTime();
    if (!link.isUp()) return [];
    for (const event of carrier.events()) {
      if (told.has(event)) continue;
      const ours = asTold(event);
      if (ours) told.set(event, ours);
      else carrier.acknowledge([event]);
    }
    const due = later.filter(({ at }) => at <= clock.now());
    for (const one of due) {
      later.splice(later.indexOf(one), 1);
      own.add(one.event);
    }
    const all = [...own, ...told.values()];
    return chance(profile.shuffle) ? shuffle(all, random) : all;
  }

  function acknowledge(some: readonly TextEvent[]): void {
    const heard = new Set(some);
    const inner = [...told].filter(([, ours]) => heard.has(ours));
    for (const [event, ours] of inner) {
      told.delete(event);
      tellAgain(ours);
    }
    carrier.acknowledge(inner.map(([event]) => event));
    for (const event of some) own.delete(event);
  }

  /** Another engine may have heard it at the same time: what is acknowledged twice is so once. */
  function tellAgain(event: TextEvent): void {
    if (!chance(event.kind === 'inbound' ? profile.deliverTwice : profile.repeat)) return;
    if (event.kind === 'inbound') met.deliveredTwice += 1;
    else met.repeated += 1;
    later.push({
      at: clock.now() + random.between(...profile.repeatWithin),
      event: { ...event },
    });
  }

  function connected(): boolean {
    passTime();
    return carrier.connected() && link.isUp();
  }

  /** A lost answer to it does no harm: it is asked again. */
  async function cancel(texts: readonly TextToCancel[]): Promise<CancelAnswer[]> {
    passTime();
    if (!link.isUp()) return texts.map(() => 'unheard');
    const answers = await carrier.cancel(texts);
    return answers.map((answer) => (chance(profile.loseAnswerOfSent) ? 'unheard' : answer));
  }

  return { ...carrier, met, connected, submit, cancel, events, acknowledge };
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
