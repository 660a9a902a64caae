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
import { createTroubledLink } from './trouble-link.ts';
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
  const { profile, clock, sleep } = settings;
  const random = settings.randomOf('trouble');
  const chance = (share: number) => random.next() < share;
  const met: TroubleCounts = {
    slow: 0,
    throttled: 0,
    refused: 0,
    answersLost: 0,
    repeated: 0,
    cuts: 0,
    callsDropped: 0,
  };
  const link = createTroubledLink(profile, random, clock);
  /** In the air: placed, and their end not told of. */
  const calls = new Set<string>();
  const dropped = new Set<string>();
  /** Ends of dropped calls, and events that are told once more. */
  const own = new Set<CallEvent>();
  const later: { at: number; event: CallEvent }[] = [];
  const { deadTrunk } = profile;
  /** Whose telephone rings, or rang. */
  const alive = new Set<string>();

  function passTime(): void {
    for (const cut of link.cutsUntilNow()) {
      met.cuts += 1;
      if (cut.dropsAll) dropCalls(cut.ends);
    }
  }

  function dropCalls(at: number): void {
    for (const attemptId of calls) {
      met.callsDropped += 1;
      dropped.add(attemptId);
      carrier.hangUp(attemptId, clock.now());
      if (chance(profile.neverTold)) continue;
      own.add({ attemptId, at, kind: 'ended', cause: 'lost' });
    }
    calls.clear();
  }

  /** Answers by call; undefined for those that go on to the carrier. */
  function judge(requests: readonly CallRequest[]): (Placement | undefined)[] {
    if (!link.isUp()) return requests.map(() => notConnected);
    if (chance(profile.throttle)) {
      met.throttled += requests.length;
      return requests.map(() => throttled);
    }
    return requests.map(() => {
      if (chance(profile.refuse)) {
        met.refused += 1;
        return { kind: 'rejected', note: { code: 'refused' }, retryable: false };
      }
      if (!chance(profile.loseAnswerOfUnplaced)) return undefined;
      met.answersLost += 1;
      return answerLost;
    });
  }

  async function place(
    requests: readonly CallRequest[],
    mayPlace?: () => boolean,
  ): Promise<Placement[]> {
    passTime();
    const judged = judge(requests);
    const passed = requests.filter((_, index) => judged[index] === undefined);
    const placed = passed.length === 0 ? [] : await carrier.place(passed, mayPlace);
    for (const [index, { attemptId }] of passed.entries()) {
      const kind = placed[index]?.kind;
      const failed = kind === 'accepted' && failAtTrunk(attemptId);
      // What the carrier did not take is not in the air: no lost link ends it.
      if (!failed && kind !== 'rejected') calls.add(attemptId);
    }
    const answers = judged.map((verdict) => verdict ?? loseSome(placed.shift() ?? answerLost));
    if (chance(profile.slow)) {
      met.slow += 1;
      await sleep(random.between(...profile.slowFor));
    }
    return answers;
  }

  /** The carrier behind has it in its log, and nothing of it is told. */
  function failAtTrunk(attemptId: string): boolean {
    const end = deadTrunk && deadEnd(deadTrunk, attemptId, clock.now());
    if (!end) {
      alive.add(attemptId);
      return false;
    }
    dropped.add(attemptId);
    carrier.hangUp(attemptId, clock.now());
    later.push({ at: end.at, event: end });
    return true;
  }

  function loseSome(answer: Placement): Placement {
    if (!chance(profile.loseAnswerOfPlaced)) return answer;
    met.answersLost += 1;
    return answerLost;
  }

  function events(): CallEvent[] {
    passTime();
    if (!link.isUp()) return [];
    const told = carrier.events();
    const gone = told.filter((event) => dropped.has(event.attemptId));
    carrier.acknowledge(gone);
    const due = later.filter(({ at }) => at <= clock.now());
    for (const one of due) {
      later.splice(later.indexOf(one), 1);
      own.add(one.event);
    }
    const all = [...own, ...told.filter((event) => !dropped.has(event.attemptId))];
    return chance(profile.shuffle) ? shuffle(all, random) : all;
  }

  function acknowledge(some: readonly CallEvent[]): void {
    for (const event of some) {
      if (event.kind === 'ended') calls.delete(event.attemptId);
      if (own.delete(event) || !chance(profile.repeat)) continue;
      met.repeated += 1;
      const at = clock.now() + random.between(0, profile.repeatWithin);
      later.push({ at, event: { ...event } });
    }
    carrier.acknowledge(some);
  }

  const showsLife = deadTrunk && ((attemptId: string) => alive.has(attemptId));
  return { ...carrier, met, connected: isConnected, showsLife, place, events, acknowledge };

  function isConnected(): boolean {
    passTime();
    return carrier.connected() && link.isUp();
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
