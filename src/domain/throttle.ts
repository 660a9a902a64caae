/** Waits longer after each refusal in a row by a carrier at capacity. */
import { later, realMs, type SimMs, simMs, soonest, times, toSim } from './milliseconds.ts';

export interface Throttle {
  /**
   * The carrier refused for now.
   *
   * @param hasTurns the carrier paces all its campaigns itself: a campaign then pauses for a moment
   * only, or the others would take its share
   */
  refused(now: SimMs, hasTurns?: boolean): void;
  /** The carrier accepted a call. */
  taken(): void;
  isWaiting(now: SimMs): boolean;
}

const shortest = realMs(500);
const longest = realMs(30_000);
const longestWithTurns = realMs(1_000);

/** @param speed of the engine's clock; a carrier recovers in real time */
export function createThrottle(speed = 1): Throttle {
  let wait = realMs(0);
  let until = simMs(Number.NEGATIVE_INFINITY);
  return {
    refused(now, hasTurns = false) {
      const most = hasTurns ? longestWithTurns : longest;
      wait = soonest(most, wait === 0 ? shortest : times(wait, 2));
      until = later(now, toSim(wait, speed));
    },
    taken() {
      wait = realMs(0);
    },
    isWaiting: (now) => now < until,
  };
}
