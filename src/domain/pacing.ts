/**
 * Evenly spread calls: one every 60 / rate seconds. Calls missed in a stall are not made up for
 * beyond `catchUp`, because pacing must prevent bursts.
 */
import type { SimMs } from './milliseconds.ts';

export interface Pacer {
  /**
   * How many calls are due at `now` (never going back) at `perMinute`; they count as
   * placed. A changed rate counts from the last call on, without a burst.
   */
  take(now: SimMs, perMinute: number): number;
}

/**
 * @param catchUp how much time a late poll may make up for; at least the time between two polls
 * @param takenOverAt set after a takeover from another engine: the first call is then due an
 *   interval later, so that both together never exceed the rate; else the first poll gives one
 */
export function createPacer(catchUp: SimMs, takenOverAt?: SimMs): Pacer {
  let last: number | undefined = takenOverAt;
  let rate: number | undefined;
  return {
    take(now, perMinute) {
      if (perMinute <= 0) return 0;
      const interval = 60_000 / perMinute;
      // Beyond the interval: else each slightly late poll would lose its delay.
      const bound = rate === undefined || rate === perMinute ? catchUp : 0;
      last = Math.max(last ?? now - interval, now - interval - bound);
      rate = perMinute;
      const due = Math.floor((now - last) / interval + rounding);
      last += due * interval;
      return due;
    },
  };
}

/** Sums of intervals miss a whole number by some 1e-12. */
const rounding = 1e-9;
