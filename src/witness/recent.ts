/**
 * The hand-overs of the last minutes, by attempt. The database gives each out once, so one that comes
 * again says that the database forgot it: it was restored, or a disk lost what it had promised.
 */

const turnEvery = 300_000;
const most = 50_000;

export interface RecentHandOvers {
  has(attempt: string): boolean;
  add(attempt: string): void;
  delete(attempt: string): void;
}

/** @param steady milliseconds that only go on */
export function createRecent(steady: () => number = () => performance.now()): RecentHandOvers {
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
