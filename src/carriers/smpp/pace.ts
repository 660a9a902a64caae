/**
 * How fast the carrier takes messages, for all who send by it together: at most the rate that was
 * set, and what it was seen to take once it refuses some as too many. A refusal costs little, because
 * many carriers count in whole seconds and a message that is late by a moment falls into the next
 * one. The rate grows again slowly at first and then ever faster, so that it stays near what the
 * carrier grants and finds it again soon when that has grown.
 */

export interface Pace {
  /** Milliseconds until the next message may go; 0: it may go now, and is counted. */
  take(now: number): number;
  /** The carrier took a message. */
  accepted(now: number): void;
  /** The carrier refused a message as one too many. */
  refused(now: number): void;
  /** Messages a second; Infinity while nothing limits it. */
  rate(now: number): number;
  /** Messages that the carrier took in the last second. */
  taken(now: number): number;
}

/** Messages that were not sent in these milliseconds are not made up for. */
const longestCatchUp = 100;
const shortestCatchUp = 5;
const slowest = 1;
/** Fewer in a second say little of what the carrier takes. */
const fewest = 5;
/** Nothing is sent for so long after a refusal, doubled while nothing is taken. */
const shortestRest = 50;
const longestRest = 800;
/** Of what the carrier was seen to take, after a refusal. */
const below = 0.99;
/** One refusal is no proof of a carrier that takes much less; of several in a row each one is. */
const mostDrop = 0.95;
/** Refused although less than this was sent: the carrier takes no messages close together. */
const burst = 0.9;
const mostDropInRow = 0.7;
/** Growth a second: even at first, then doubled each second. */
const growth = 0.004;
const evenFor = 6;
const mostGrowth = 1;
/** Up to the rate that was set: within it the limit of each second holds, and a late start is made up for. */
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
  /** Refusals since the carrier took one. */
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
      // Written before we heard of the first one.
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
    /** Milliseconds until one more makes at most so many in a second. */
    waitFor(most: number, now: number) {
      drop(now);
      const counted = instants[instants.length - most];
      return instants.length - first < most || counted === undefined ? 0 : counted + second - now;
    },
  };
}
