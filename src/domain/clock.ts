/** Time is passed in: the engine never asks the machine for it. */

/**
 * Instants are epoch milliseconds of the simulation's clock, or of real time behind real carriers.
 */
export interface Clock {
  now(): number;
}

/** A clock that is advanced by hand: for tests and simulations. */
export interface VirtualClock extends Clock {
  advance(ms: number): void;
}

export function virtualClock(start: number): VirtualClock {
  let now = start;
  return {
    now: () => now,
    advance(ms) {
      if (ms < 0) throw new Error('A clock never goes back.');
      now += ms;
    },
  };
}
