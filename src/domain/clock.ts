/** Time is passed in: the engine never asks the machine for it. */
import { later, type SimMs } from './milliseconds.ts';

export interface Clock {
  now(): SimMs;
}

/** `speed`: its time per unit of real time. */
export interface PacedClock extends Clock {
  readonly speed: number;
}

/** A clock that is advanced by hand: for tests and simulations. */
export interface VirtualClock extends Clock {
  advance(ms: SimMs): void;
}

export function virtualClock(start: SimMs): VirtualClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      if (ms < 0) throw new Error('A clock never goes back.');
      now = later(now, ms);
    },
  };
}
