/** Waits longer after each failure in a row. Real time, on a monotonic clock. */

export interface Backoff {
  failed(): void;
  succeeded(): void;
  isWaiting(): boolean;
}

const shortest = 50;
const longest = 2_000;

export function createBackoff(now = () => performance.now()): Backoff {
  let wait = 0;
  let until = 0;
  return {
    failed() {
      // Several campaigns fail together when the database is down: count that as one failure.
      if (now() < until) return;
      wait = Math.min(longest, wait === 0 ? shortest : wait * 2);
      until = now() + wait;
    },
    succeeded() {
      wait = 0;
    },
    isWaiting: () => now() < until,
  };
}
