/**
 * A carrier that misbehaves: it stands around another one and is slow, refuses, throttles, loses
 * responses, repeats and reorders events, loses its link and every call in the air. What reaches the
 * carrier behind it stands in that one's log, which goes on judging.
 */

import type {
  CallEvent,
  CallRequest,
  Placement,
  VoiceCarrier,
} from '../../../src/carriers/port.ts';
import { simMs } from '../../../src/domain/milliseconds.ts';
import { deadEnd } from './dead-trunk.ts';
import {
  noneMet,
  responseLost,
  type SharedCounts,
  type SharedSettings,
  SharedTrouble,
} from './shared-trouble.ts';
import type { TroubleProfile } from './trouble-profile.ts';

export type TroubleSettings = SharedSettings<TroubleProfile>;

export interface TroubleCounts extends SharedCounts {
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
    events: (reader) => trouble.events(reader),
    acknowledge: (some) => trouble.acknowledge(some),
  };
}

class CallTrouble {
  readonly met: TroubleCounts = { ...noneMet, callsDropped: 0 };
  readonly #carrier: VoiceCarrier;
  readonly #settings: TroubleSettings;
  readonly #shared: SharedTrouble<CallEvent>;
  /** In the air: placed, and their end not emitted. */
  readonly #calls = new Set<string>();
  readonly #dropped = new Set<string>();
  /** Whose telephone rings, or rang. */
  readonly #alive = new Set<string>();

  constructor(carrier: VoiceCarrier, settings: TroubleSettings) {
    this.#carrier = carrier;
    this.#settings = settings;
    this.#shared = new SharedTrouble(settings, this.met);
  }

  connected(): boolean {
    this.#passTime();
    return this.#carrier.connected() && this.#shared.link.isUp();
  }

  showsLife(attemptId: string): boolean {
    return this.#alive.has(attemptId);
  }

  async place(requests: readonly CallRequest[], mayPlace?: () => boolean): Promise<Placement[]> {
    const { profile, sleep } = this.#settings;
    this.#passTime();
    const judged: (Placement | undefined)[] = this.#shared.judge(
      requests,
      profile.loseResponseOfUnplaced,
    );
    const passed = requests.filter((_, index) => judged[index] === undefined);
    const placed = passed.length === 0 ? [] : await this.#carrier.place(passed, mayPlace);
    for (const [index, { attemptId }] of passed.entries()) {
      const kind = placed[index]?.kind;
      const failed = kind === 'accepted' && this.#failAtTrunk(attemptId);
      // What the carrier did not take is not in the air: no lost link ends it.
      if (!failed && kind !== 'rejected') this.#calls.add(attemptId);
    }
    const submissions = judged.map(
      (verdict) =>
        verdict ??
        this.#shared.loseSome(placed.shift() ?? responseLost, profile.loseResponseOfPlaced),
    );
    const slowness = this.#shared.slowness();
    if (slowness !== undefined) await sleep(slowness);
    return submissions;
  }

  events(reader?: object): CallEvent[] {
    this.#passTime();
    if (!this.#shared.link.isUp()) return [];
    const events = this.#carrier.events(reader);
    const gone = events.filter((event) => this.#dropped.has(event.attemptId));
    this.#carrier.acknowledge(gone);
    return this.#shared.events(events.filter((event) => !this.#dropped.has(event.attemptId)));
  }

  acknowledge(some: readonly CallEvent[]): void {
    const { repeat, repeatWithin } = this.#settings.profile;
    for (const event of some) {
      if (event.kind === 'ended') this.#calls.delete(event.attemptId);
      if (this.#shared.own.delete(event) || !this.#shared.chance(repeat)) continue;
      this.met.repeated += 1;
      this.#shared.emitAgain(event, [0, repeatWithin]);
    }
    this.#carrier.acknowledge(some);
  }

  #passTime(): void {
    this.#shared.passTime((cut) => this.#dropCalls(cut.ends));
  }

  #dropCalls(at: number): void {
    const { profile, clock } = this.#settings;
    for (const attemptId of this.#calls) {
      this.met.callsDropped += 1;
      this.#dropped.add(attemptId);
      this.#carrier.hangUp(attemptId, clock.now());
      if (this.#shared.chance(profile.neverReported)) continue;
      this.#shared.own.add({ attemptId, at: simMs(at), kind: 'ended', cause: 'lost' });
    }
    this.#calls.clear();
  }

  /** The carrier behind has it in its log, and emits no event of it. */
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
    this.#shared.emitAt(end.at, end);
    return true;
  }
}
