/** Waiting longer after each time in a row that a carrier took no more calls. */

export interface Throttle {
  /** The carrier refused for now. */
  refused(now: number): void;
  /** The carrier took a call. */
  taken(): void;
  isWaiting(now: number): boolean;
}

const shortest = 500;
const longest = 30_000;

/** @param speed simulated milliseconds a real one; a carrier recovers in real time */
export function createThrottle(speed = 1): Throttle {
  let wait = 0;
  let until = Number.NEGATIVE_INFINITY;
  return {
    refused(now) {
      wait = Math.min(longest, wait === 0 ? shortest : wait * 2);
      until = now + wait * speed;
    },
    taken() {
      wait = 0;
    },
    isWaiting: (now) => now < until,
  };
}
