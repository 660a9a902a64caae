/** When a troubled carrier's link is cut, and until when; drawn as time passes. */
import type { CarrierRandom, CarrierSettings } from '../../../src/carriers/port.ts';
import type { TroubleProfile } from './trouble-profile.ts';

export interface Cut {
  begins: number;
  /** Epoch ms of the engine's clock. */
  ends: number;
  dropsAll: boolean;
}

export interface TroubledLink {
  /** Cuts that began since the last look. */
  cutsUntilNow(): Cut[];
  isUp(): boolean;
}

export function createTroubledLink(
  profile: Pick<TroubleProfile, 'cutEvery' | 'cutFor' | 'dropAll'>,
  random: CarrierRandom,
  clock: CarrierSettings['clock'],
): TroubledLink {
  let next = draw(clock.now());
  let last: Cut | undefined;

  function draw(after: number): Cut {
    const begins = after + random.between(...profile.cutEvery);
    const ends = begins + random.between(...profile.cutFor);
    return { begins, ends, dropsAll: random.next() < profile.dropAll };
  }

  return {
    cutsUntilNow() {
      const cuts: Cut[] = [];
      while (next.begins <= clock.now()) {
        cuts.push(next);
        last = next;
        next = draw(next.ends);
      }
      return cuts;
    },
    isUp: () => last === undefined || clock.now() >= last.ends,
  };
}
