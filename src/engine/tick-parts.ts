/**
 * What a tick begins and how long it waits for it. A tick has so many milliseconds in all: what takes
 * longer goes on beside the next ticks, and is not begun a second time meanwhile.
 */
import type { ClientLanes } from './client-lanes.ts';
import { turn, within } from './hand-over.ts';

export interface TickParts {
  /** A tick begins: it may wait anew. */
  begin(): void;
  /** Begins a part, unless it still goes on since an earlier tick. Never rejects. */
  start(name: string, work: () => Promise<void>): Promise<void>;
  /** Waits for this work, and for what it began in lanes, as long as the tick may still wait. */
  await(work: Promise<unknown>): Promise<void>;
  /** Resolves when everything that goes on has ended. */
  ended(): Promise<unknown>;
}

/** @param onError is told what a part failed with; it is tried again at the next tick */
export function createTickParts(
  patienceMs: number,
  lanes: ClientLanes,
  onError: (error: unknown, name: string) => void,
): TickParts {
  const underWay = new Map<string, Promise<void>>();
  /** By performance.now(). */
  let waitUntil = 0;

  return {
    begin() {
      waitUntil = performance.now() + patienceMs;
    },
    start(name, work) {
      const known = underWay.get(name);
      if (known) return known;
      const done = work()
        .catch((error) => onError(error, name))
        .finally(() => underWay.delete(name));
      underWay.set(name, done);
      return done;
    },
    async await(work) {
      const all = work.then(lanes.begun);
      const left = waitUntil - performance.now();
      if (left > 0) await within(left, all, undefined);
      else await Promise.race([all, turn()]);
    },
    ended: () => Promise.all([...underWay.values()]),
  };
}
