/**
 * How fast the carrier takes messages: at most the rate that was set, and less once it refuses some
 * as too many. The rate halves on a refusal and grows by a constant a second (additive increase,
 * multiplicative decrease), so that it stays near what the carrier grants without knowing it.
 */

export interface Pace {
  /** Milliseconds until the next message may go; 0: it may go now, and is counted. */
  take(now: number): number;
  /** The carrier refused a message as one too many. */
  refused(now: number): void;
  /** Messages a second; Infinity while nothing limits it. */
  rate(now: number): number;
}

/** Messages that were not sent in this time are not made up for. */
const catchUp = 50;
const slowest = 1;
/** Fewer in a second say little of what the carrier takes. */
const fewest = 10;
/** Refusals that come together are one: the messages were sent before we heard of the first. */
const together = 500;
/** Nothing is sent for so long after a refusal. */
const rest = 200;

export function createPace(perSecond = 0): Pace {
  const ceiling = perSecond > 0 ? perSecond : Number.POSITIVE_INFINITY;
  let rate = ceiling;
  let growth = 0;
  let changedAt = 0;
  let nextAt = Number.NEGATIVE_INFINITY;
  let refusedAt = Number.NEGATIVE_INFINITY;
  /** Messages of the last second, to know what the carrier had granted when nothing limited us. */
  let counted = 0;
  let countedFrom = Number.NEGATIVE_INFINITY;
  let lastCount = 0;

  function count(now: number): void {
    if (now - countedFrom >= 1_000) {
      lastCount = now - countedFrom < 2_000 ? counted : 0;
      counted = 0;
      countedFrom = now;
    }
    counted += 1;
  }

  function rateAt(now: number): number {
    if (rate < ceiling && growth > 0) {
      rate = Math.min(ceiling, rate + (growth * Math.max(0, now - changedAt)) / 1_000);
      changedAt = now;
    }
    return rate;
  }

  return {
    rate: rateAt,
    take(now) {
      const current = rateAt(now);
      if (nextAt > now) return nextAt - now;
      count(now);
      if (current === Number.POSITIVE_INFINITY) return 0;
      nextAt = Math.max(nextAt, now - catchUp) + 1_000 / current;
      return 0;
    },
    refused(now) {
      if (now - refusedAt < together) return;
      refusedAt = now;
      const seen = Math.max(lastCount, counted);
      const before = Math.min(rateAt(now), Math.max(seen, fewest));
      rate = Math.max(slowest, before / 2);
      growth = Math.max(1, before / 5);
      changedAt = now + rest;
      nextAt = Math.max(nextAt, now + rest);
    },
  };
}
