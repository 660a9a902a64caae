/**
 * The submissions of the last minutes, by attempt. The database offers each attempt once. If one
 * comes again, the database forgot it: it was restored, or a disk lost committed data.
 */

const turnEvery = 300_000;
const most = 50_000;

export interface RecentSubmissions {
  has(attempt: string): boolean;
  add(attempt: string): void;
  delete(attempt: string): void;
}

/** @param steady a monotonic clock in milliseconds */
export function createRecent(steady: () => number = () => performance.now()): RecentSubmissions {
  let young = new Set<string>();
  let old = new Set<string>();
  let turnAt = steady() + turnEvery;
  return {
    has: (attempt) => young.has(attempt) || old.has(attempt),
    add(attempt) {
      if (young.size >= most || steady() >= turnAt) {
        [old, young] = [young, new Set()];
        turnAt = steady() + turnEvery;
      }
      young.add(attempt);
    },
    delete(attempt) {
      young.delete(attempt);
      old.delete(attempt);
    },
  };
}
