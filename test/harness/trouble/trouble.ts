/**
 * A carrier that misbehaves: it stands around another one and is slow, refuses, throttles, loses
 * answers, repeats and reorders events, loses its link and every call in the air. What reaches the
 * carrier behind it stands in that one's log, which goes on judging.
 */
import type {
  CallEvent,
  CallRequest,
  CarrierRandom,
  CarrierSettings,
  Placement,
  VoiceCarrier,
} from '../../../src/carriers/port.ts';
import { deadEnd } from './dead-trunk.ts';
import { createTroubledLink, type TroubledLink } from './trouble-link.ts';
import type { TroubleProfile } from './trouble-profile.ts';

export interface TroubleSettings extends Pick<CarrierSettings, 'clock' | 'randomOf'> {
  profile: TroubleProfile;
  /** Simulated milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** How often each trouble was met. */
export interface TroubleCounts {
  slow: number;
  throttled: number;
  refused: number;
  answersLost: number;
  repeated: number;
  cuts: number;
  callsDropped: number;
}

export interface TroubledCarrier extends VoiceCarrier {
  readonly met: Readonly<TroubleCounts>;
}

export function troubled(carrier: VoiceCarrier, settings: TroubleSettings): TroubledCarrier {
  const trouble = new CallTrouble(carrier, settings);
  const hasDeadTrunk = settings.profile.deadTrunk !== undefined;
  return {
    ...carrier,
    met: trouble.met,
    connected: () => trouble.connected(),
    showsLife: hasDeadTrunk ? (attemptId: string) => trouble.showsLife(attemptId) : undefined,
    place: (requests, mayPlace) => trouble.place(requests, mayPlace),
    events: () => trouble.events(),
    acknowledge: (some) => trouble.acknowledge(some),
  };
}

class CallTrouble {
  readonly met: TroubleCounts = {
    slow: 0,
    throttled: 0,
    refused: 0,
    answersLost: 0,
    repeated: 0,
    cuts: 0,
    callsDropped: 0,
  };
  readonly #carrier: VoiceCarrier;
  readonly #settings: TroubleSettings;
  readonly #random: CarrierRandom;
  readonly #link: TroubledLink;
  /** In the air: placed, and their end not told of. */
  readonly #calls = new Set<string>();
  readonly #dropped = new Set<string>();
  /** Ends of dropped calls, and events that are told once more. */
  readonly #own = new Set<CallEvent>();
  readonly #later: { at: number; event: CallEvent }[] = [];
  /** Whose telephone rings, or rang. */
  readonly #alive = new Set<string>();

  constructor(carrier: VoiceCarrier, settings: TroubleSettings) {
    this.#carrier = carrier;
    this.#settings = settings;
    this.#random = settings.randomOf('trouble');
    this.#link = createTroubledLink(settings.profile, this.#random, settings.clock);
  }

  connected(): boolean {
    this.#passTime();
    return this.#carrier.connected() && this.#link.isUp();
  }

  showsLife(attemptId: string): boolean {
    return this.#alive.has(attemptId);
  }

  async place(requests: readonly CallRequest[], mayPlace?: () => boolean): Promise<Placement[]> {
    const { profile, sleep } = this.#settings;
    this.#passTime();
    const judged = this.#judge(requests);
    const passed = requests.filter((_, index) => judged[index] === undefined);
    const placed = passed.length === 0 ? [] : await this.#carrier.place(passed, mayPlace);
    for (const [index, { attemptId }] of passed.entries()) {
      const kind = placed[index]?.kind;
      const failed = kind === 'accepted' && this.#failAtTrunk(attemptId);
      // What the carrier did not take is not in the air: no lost link ends it.
      if (!failed && kind !== 'rejected') this.#calls.add(attemptId);
    }
    const answers = judged.map(
      (verdict) => verdict ?? this.#loseSome(placed.shift() ?? answerLost),
    );
    if (this.#chance(profile.slow)) {
      this.met.slow += 1;
      await sleep(this.#random.between(...profile.slowFor));
    }
    return answers;
  }

  events(): CallEvent[] {
    const { profile, clock } = this.#settings;
    this.#passTime();
    if (!this.#link.isUp()) return [];
    const told = this.#carrier.events();
    const gone = told.filter((event) => this.#dropped.has(event.attemptId));
    this.#carrier.acknowledge(gone);
    const due = this.#later.filter(({ at }) => at <= clock.now());
    for (const one of due) {
      this.#later.splice(this.#later.indexOf(one), 1);
      this.#own.add(one.event);
    }
    const all = [...this.#own, ...told.filter((event) => !this.#dropped.has(event.attemptId))];
    return this.#chance(profile.shuffle) ? shuffle(all, this.#random) : all;
  }

  acknowledge(some: readonly CallEvent[]): void {
    const { profile, clock } = this.#settings;
    for (const event of some) {
      if (event.kind === 'ended') this.#calls.delete(event.attemptId);
      if (this.#own.delete(event) || !this.#chance(profile.repeat)) continue;
      this.met.repeated += 1;
      const at = clock.now() + this.#random.between(0, profile.repeatWithin);
      this.#later.push({ at, event: { ...event } });
    }
    this.#carrier.acknowledge(some);
  }

  #chance(share: number): boolean {
    return this.#random.next() < share;
  }

  #passTime(): void {
    for (const cut of this.#link.cutsUntilNow()) {
      this.met.cuts += 1;
      if (cut.dropsAll) this.#dropCalls(cut.ends);
    }
  }

  #dropCalls(at: number): void {
    const { profile, clock } = this.#settings;
    for (const attemptId of this.#calls) {
      this.met.callsDropped += 1;
      this.#dropped.add(attemptId);
      this.#carrier.hangUp(attemptId, clock.now());
      if (this.#chance(profile.neverTold)) continue;
      this.#own.add({ attemptId, at, kind: 'ended', cause: 'lost' });
    }
    this.#calls.clear();
  }

  /** Answers by call; undefined for those that go on to the carrier. */
  #judge(requests: readonly CallRequest[]): (Placement | undefined)[] {
    const { profile } = this.#settings;
    if (!this.#link.isUp()) return requests.map(() => notConnected);
    if (this.#chance(profile.throttle)) {
      this.met.throttled += requests.length;
      return requests.map(() => throttled);
    }
    return requests.map(() => {
      if (this.#chance(profile.refuse)) {
        this.met.refused += 1;
        return { kind: 'rejected', note: { code: 'refused' }, retryable: false };
      }
      if (!this.#chance(profile.loseAnswerOfUnplaced)) return undefined;
      this.met.answersLost += 1;
      return answerLost;
    });
  }

  /** The carrier behind has it in its log, and nothing of it is told. */
  #failAtTrunk(attemptId: string): boolean {
    const { profile, clock } = this.#settings;
    const { deadTrunk } = profile;
    const end = deadTrunk && deadEnd(deadTrunk, attemptId, clock.now());
    if (!end) {
      this.#alive.add(attemptId);
      return false;
    }
    this.#dropped.add(attemptId);
    this.#carrier.hangUp(attemptId, clock.now());
    this.#later.push({ at: end.at, event: end });
    return true;
  }

  #loseSome(answer: Placement): Placement {
    if (!this.#chance(this.#settings.profile.loseAnswerOfPlaced)) return answer;
    this.met.answersLost += 1;
    return answerLost;
  }
}

const notConnected: Placement = {
  kind: 'rejected',
  note: { code: 'not_connected' },
  retryable: true,
};
const throttled: Placement = { kind: 'rejected', note: { code: 'throttled' }, retryable: true };
const answerLost: Placement = { kind: 'unknown', note: { code: 'answer_lost' } };

function shuffle<T>(items: T[], random: CarrierRandom): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.between(0, left.length - 1), 1));
}
