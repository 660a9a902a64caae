/**
 * What a tick begins and how long it waits for it. A tick has a fixed budget of time: what
 * takes longer continues beside the next ticks, and is not begun again meanwhile.
 */
import { type RealMs, realMs } from '#domain/milliseconds.ts';
import type { ClientLanes } from './client-lanes.ts';
import { turn, within } from './submission.ts';

export interface TickParts {
  /** A tick begins, with a new budget. */
  begin(): void;
  /** Begins a part unless it is still under way from an earlier tick. Never rejects. */
  start(name: string, work: () => Promise<void>): Promise<void>;
  /** Waits for this work and for what it began in lanes, as long as the budget allows. */
  await(work: Promise<unknown>): Promise<void>;
  /** Resolves when everything under way has ended. */
  ended(): Promise<unknown>;
}

/** @param onError called with the error of a part, which is retried at the next tick */
export function createTickParts(
  patienceMs: RealMs,
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
      const left = realMs(waitUntil - performance.now());
      if (left > 0) await within(left, all, undefined);
      else await Promise.race([all, turn()]);
    },
    ended: () => Promise.all([...underWay.values()]),
  };
}
