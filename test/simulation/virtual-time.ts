/**
 * The machine's time as a thing that the simulation moves: everything that reads Date.now(),
 * performance.now() or sleeps in this process lives in it. Only for a process of its own.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

export interface VirtualTime {
  /** Epoch ms. */
  now(): number;
  moveTo(instant: number): void;
  /** For the next run, which knows nothing of this one. */
  startAgain(): void;
  giveBack(): void;
}

/** The machine's own, for what must really wait. */
const realSleep = timers.setTimeout;
const ownDate = Date.now;
export const realNow = performance.now.bind(performance);

/** @param sleep what becomes of `setTimeout` of node:timers/promises */
export function takeOverTime(start: number, sleep: (ms: number) => Promise<void>): VirtualTime {
  let now = start;
  Date.now = () => now;
  performance.now = () => now;
  Object.assign(timers, { setTimeout: (ms = 1) => sleep(ms) });
  syncBuiltinESMExports();
  return {
    now: () => now,
    moveTo(instant) {
      if (instant < now) throw new Error('Time never goes back.');
      now = instant;
    },
    startAgain() {
      now = start;
    },
    giveBack() {
      Date.now = ownDate;
      performance.now = realNow;
      Object.assign(timers, { setTimeout: realSleep });
      syncBuiltinESMExports();
    },
  };
}
