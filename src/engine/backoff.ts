/** Waits longer after each failure in a row, on a monotonic clock. */
import { later, type RealMs, realMs, soonest, times } from '#domain/milliseconds.ts';

export interface Backoff {
  failed(): void;
  succeeded(): void;
  isWaiting(): boolean;
}

const shortest = realMs(50);
const longest = realMs(2_000);

export function createBackoff(now: () => RealMs = () => realMs(performance.now())): Backoff {
  let wait = realMs(0);
  let until = realMs(0);
  return {
    failed() {
      // Several campaigns fail together when the database is down: count that as one failure.
      if (now() < until) return;
      wait = wait === 0 ? shortest : soonest(longest, times(wait, 2));
      until = later(now(), wait);
    },
    succeeded() {
      wait = realMs(0);
    },
    isWaiting: () => now() < until,
  };
}
