/**
 * How fast the carrier accepts messages, over all campaigns: at most the configured rate, and about
 * the measured rate once it throttles. A throttled message costs little: many carriers count in
 * whole seconds, and a message that is slightly late falls into the next one. The rate grows again,
 * slowly at first and then ever faster. So it stays near the carrier's limit and soon finds a
 * higher one.
 */

export interface Pace {
  /** Milliseconds until the next message may be written; 0: now, and it is counted. */
  take(now: number): number;
  /** The carrier accepted a message. */
  accepted(now: number): void;
  /** The carrier throttled a message. */
  refused(now: number): void;
  /** Messages per second; Infinity while there is no limit. */
  rate(now: number): number;
  /** Messages that the carrier accepted in the last second. */
  taken(now: number): number;
}

/** Only this many milliseconds of missed messages are made up for. */
const longestCatchUp = 100;
const shortestCatchUp = 5;
const slowest = 1;
/** Fewer messages in a second say little about the carrier's limit. */
const fewest = 5;
/** Pause after a throttled message, doubled until one is accepted. */
const shortestRest = 50;
const longestRest = 800;
/** Share of the measured rate that is used after a throttled message. */
const below = 0.99;
/** The most that one throttled message lowers the rate; several in a row may lower it further. */
const mostDrop = 0.95;
/** Throttled below this share of the rate: the carrier rejects messages sent close together. */
const burst = 0.9;
const mostDropInRow = 0.7;
/** Growth per second: constant at first, then doubled each second. */
const growth = 0.004;
const evenFor = 6;
const mostGrowth = 1;
/** Closer spacing at the configured rate makes up for delays; the limit per second holds. */
const lead = 1.05;

export function createPace(perSecond = 0): Pace {
  const ceiling = perSecond > 0 ? perSecond : Number.POSITIVE_INFINITY;
  const sent = createLastSecond();
  const accepted = createLastSecond();
  let rate = ceiling;
  let nextAt = Number.NEGATIVE_INFINITY;
  let restUntil = Number.NEGATIVE_INFINITY;
  let refusedAt = 0;
  let grownUntil = 0;
  let catchUp = longestCatchUp;
  /** Messages throttled since the last one was accepted. */
  let inRow = 0;

  function rateAt(now: number): number {
    for (; rate < ceiling && grownUntil + 1_000 <= now; grownUntil += 1_000) {
      const seconds = (grownUntil - refusedAt) / 1_000;
      const step = growth * 2 ** Math.max(0, seconds - evenFor);
      rate = Math.min(ceiling, rate * (1 + Math.min(mostGrowth, step)));
      catchUp = Math.min(longestCatchUp, catchUp * 1.1);
    }
    return rate;
  }

  return {
    rate: rateAt,
    taken: (now) => accepted.count(now),
    take(now) {
      const current = rateAt(now);
      if (nextAt > now) return nextAt - now;
      if (current === Number.POSITIVE_INFINITY) return 0;
      const most = Math.ceil(current);
      const wait = sent.waitFor(most, now);
      if (wait > 0) return wait;
      sent.add(now);
      const apart = 1_000 / (current === ceiling ? current * lead : current);
      nextAt = Math.max(nextAt, now - catchUp) + apart;
      return 0;
    },
    accepted(now) {
      accepted.add(now);
      inRow = 0;
    },
    refused(now) {
      // Written before the first throttling response arrived.
      if (now < restUntil) return;
      const before = rateAt(now);
      const seen = accepted.count(now);
      if (seen < before * burst) catchUp = Math.max(shortestCatchUp, catchUp / 2);
      if (before === Number.POSITIVE_INFINITY) rate = Math.max(seen, fewest) * below;
      else
        rate = Math.max(
          Math.min(before, seen) * below,
          before * (inRow > 0 ? mostDropInRow : mostDrop),
        );
      rate = Math.min(ceiling, Math.max(slowest, rate));
      restUntil = now + Math.min(longestRest, shortestRest * 2 ** inRow);
      nextAt = Math.max(nextAt, restUntil);
      refusedAt = now;
      grownUntil = now;
      inRow += 1;
    },
  };
}

const second = 1_000;

/** Instants of the last second, in order. */
function createLastSecond() {
  let instants: number[] = [];
  let first = 0;
  const drop = (now: number) => {
    while (first < instants.length && (instants[first] ?? now) <= now - second) first += 1;
    if (first > 10_000 || first === instants.length) {
      instants = instants.slice(first);
      first = 0;
    }
  };
  return {
    add(now: number) {
      drop(now);
      instants.push(now);
    },
    count(now: number) {
      drop(now);
      return instants.length - first;
    },
    /** Milliseconds until one more message makes at most `most` in a second. */
    waitFor(most: number, now: number) {
      drop(now);
      const counted = instants[instants.length - most];
      return instants.length - first < most || counted === undefined ? 0 : counted + second - now;
    },
  };
}
