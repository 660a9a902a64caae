/** Waits longer after each refusal in a row by a carrier at capacity. */

export interface Throttle {
  /**
   * The carrier refused for now.
   *
   * @param hasTurns the carrier paces all its campaigns itself: a campaign then pauses for a moment only,
   * or the others would get its part
   */
  refused(now: number, hasTurns?: boolean): void;
  /** The carrier accepted a call. */
  taken(): void;
  isWaiting(now: number): boolean;
}

const shortest = 500;
const longest = 30_000;
const longestWithTurns = 1_000;

/** @param speed simulated milliseconds per real one; a carrier recovers in real time */
export function createThrottle(speed = 1): Throttle {
  let wait = 0;
  let until = Number.NEGATIVE_INFINITY;
  return {
    refused(now, hasTurns = false) {
      const most = hasTurns ? longestWithTurns : longest;
      wait = Math.min(most, wait === 0 ? shortest : wait * 2);
      until = now + wait * speed;
    },
    taken() {
      wait = 0;
    },
    isWaiting: (now) => now < until,
  };
}
