/** What goes wrong with calls and texts alike: batches, lost responses, the link, and events of our own. */
import type { CarrierRandom, CarrierSettings } from '../../../src/carriers/port.ts';
import type { Range, SharedProfile } from './shared-profile.ts';
import { type Cut, createTroubledLink, type TroubledLink } from './trouble-link.ts';

export interface SharedSettings<Profile extends SharedProfile>
  extends Pick<CarrierSettings, 'clock' | 'randomOf'> {
  profile: Profile;
  /** Simulated milliseconds. */
  sleep(ms: number): Promise<void>;
}

/** How often each trouble was met. */
export interface SharedCounts {
  slow: number;
  throttled: number;
  refused: number;
  responsesLost: number;
  repeated: number;
  cuts: number;
}

export const noneMet: SharedCounts = {
  slow: 0,
  throttled: 0,
  refused: 0,
  responsesLost: 0,
  repeated: 0,
  cuts: 0,
};

const notConnected = {
  kind: 'rejected',
  note: { code: 'not_connected' },
  retryable: true,
} as const;
const throttled = { kind: 'rejected', note: { code: 'throttled' }, retryable: true } as const;
const refused = { kind: 'rejected', note: { code: 'refused' }, retryable: false } as const;
export const responseLost = { kind: 'unknown', note: { code: 'response_lost' } } as const;

/** Of a call or text that goes wrong, whether or not the carrier within has taken it. */
type Failure = typeof notConnected | typeof throttled | typeof refused | typeof responseLost;

export class SharedTrouble<Event extends object> {
  readonly random: CarrierRandom;
  readonly link: TroubledLink;
  /** Emitted by us alone: not by the carrier within, or once more. */
  readonly own = new Set<Event>();
  readonly #settings: SharedSettings<SharedProfile>;
  readonly #met: SharedCounts;
  readonly #later: { at: number; event: Event }[] = [];

  constructor(settings: SharedSettings<SharedProfile>, met: SharedCounts) {
    this.#settings = settings;
    this.#met = met;
    this.random = settings.randomOf('trouble');
    this.link = createTroubledLink(settings.profile, this.random, settings.clock);
  }

  chance(share: number): boolean {
    return this.random.next() < share;
  }

  passTime(dropAll: (cut: Cut) => void): void {
    for (const cut of this.link.cutsUntilNow()) {
      this.#met.cuts += 1;
      if (cut.dropsAll) dropAll(cut);
    }
  }

  /**
   * Submissions by call or text; undefined for those that go on to the carrier.
   *
   * @param loseResponse share of those that do not, and whose responses get lost on the way
   */
  judge(batch: readonly unknown[], loseResponse: number): (Failure | undefined)[] {
    const { profile } = this.#settings;
    if (!this.link.isUp()) return batch.map(() => notConnected);
    if (this.chance(profile.throttle)) {
      this.#met.throttled += batch.length;
      return batch.map(() => throttled);
    }
    return batch.map(() => {
      if (!this.chance(profile.refuse)) return this.loseSome(undefined, loseResponse);
      this.#met.refused += 1;
      return refused;
    });
  }

  loseSome<Returned>(returned: Returned, share: number): Returned | typeof responseLost {
    if (!this.chance(share)) return returned;
    this.#met.responsesLost += 1;
    return responseLost;
  }

  /** Milliseconds until the response to a batch, when it is not at once. */
  slowness(surely = false): number | undefined {
    const { profile } = this.#settings;
    const isSlow = this.chance(profile.slow);
    if (isSlow) this.#met.slow += 1;
    return isSlow || surely ? this.random.between(...profile.slowFor) : undefined;
  }

  emitAt(at: number, event: Event): void {
    this.#later.push({ at, event });
  }

  emitAgain(event: Event, within: Range): void {
    this.emitAt(this.#settings.clock.now() + this.random.between(...within), { ...event });
  }

  /** What is emitted now: what is due of our own, and these events; in any order sometimes. */
  events(within: readonly Event[]): Event[] {
    for (const one of this.#later.filter(({ at }) => at <= this.#settings.clock.now())) {
      this.#later.splice(this.#later.indexOf(one), 1);
      this.own.add(one.event);
    }
    const all = [...this.own, ...within];
    return this.chance(this.#settings.profile.shuffle) ? this.#shuffle(all) : all;
  }

  #shuffle(events: readonly Event[]): Event[] {
    const left = [...events];
    return events.flatMap(() => left.splice(this.random.between(0, left.length - 1), 1));
  }
}
