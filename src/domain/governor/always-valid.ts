/**
 * Bounds of a share that may be looked at after every answer, for ever. A bound for one look, such as
 * Clopper and Pearson's, is wrong in a third of the campaigns that look after each call.
 *
 * A rate p is excluded when a mixture of other rates explains what was seen at least 20 times as well:
 *
 *   B(a + k, b + n - k) / (B(a, b) p^k (1 - p)^(n - k)) >= 20
 *
 * If p is the true rate, this ratio is a martingale that starts at 1, so that by Ville's inequality it
 * ever reaches 20 in one of 20 campaigns at most, however often somebody looks (Robbins 1970). Pure.
 */

/** The rates that the mixture expects: Beta(a, b). Both are above 0. */
export interface Mixture {
  a: number;
  b: number;
}

/** What was seen: `hits` of `trials`. */
export interface Seen {
  hits: number;
  trials: number;
}

/** For shares of a few percent: its mean is 1 in 34, just below the 3 % that it has to exclude. */
export const rareMixture: Mixture = { a: 1, b: 33 };

/**
 * For shares that may be anything, as those of the brake: every rate is as likely as another. One of a
 * few percent would take twice as many calls to see that more than half of them fail.
 */
export const evenMixture: Mixture = { a: 1, b: 1 };

/** How many times better the mixture must explain it: an error of 1 in 20. */
export const usualWeight = 20;

/** ln of the ratio above: how strongly what was seen speaks against this rate. */
export function evidenceAgainst(rate: number, { hits, trials }: Seen, { a, b }: Mixture): number {
  const misses = trials - hits;
  const mixed = logBeta(a + hits, b + misses) - logBeta(a, b);
  return mixed - times(hits, Math.log(rate)) - times(misses, Math.log1p(-rate));
}

/** The highest rate that is not excluded, 0 to 1; 1 while nothing was seen. */
export function upperBound(seen: Seen, mixture = rareMixture, weight = usualWeight): number {
  const { hits, trials } = seen;
  if (trials === 0 || hits >= trials) return 1;
  const limit = Math.log(weight);
  return turningPoint(hits / trials, 1, (rate) => evidenceAgainst(rate, seen, mixture) < limit);
}

/** The lowest rate that is not excluded, 0 to 1; 0 while nothing was seen. */
export function lowerBound(seen: Seen, mixture = evenMixture, weight = usualWeight): number {
  const { hits, trials } = seen;
  if (hits === 0) return 0;
  const limit = Math.log(weight);
  return turningPoint(hits / trials, 0, (rate) => evidenceAgainst(rate, seen, mixture) < limit);
}

/** Whether the upper bound is at this rate or below, without searching for it. */
export function isSurelyAtMost(rate: number, seen: Seen, mixture = rareMixture): boolean {
  const { hits, trials } = seen;
  return (
    trials > 0 &&
    hits < rate * trials &&
    evidenceAgainst(rate, seen, mixture) >= Math.log(usualWeight)
  );
}

/** Whether the lower bound is at this rate or above, without searching for it. */
export function isSurelyAbove(
  rate: number,
  seen: Seen,
  mixture = evenMixture,
  weight = usualWeight,
): boolean {
  const { hits, trials } = seen;
  return hits > rate * trials && evidenceAgainst(rate, seen, mixture) >= Math.log(weight);
}

/** The fewest trials of which `hits` surely keep this rate: 156 for 0 hits and 3 %. */
export function trialsToExclude(rate: number, hits: number, mixture = rareMixture): number {
  let low = Math.ceil(hits / rate);
  let high = Math.max(1, low);
  while (!isSurelyAtMost(rate, { hits, trials: high }, mixture)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isSurelyAtMost(rate, { hits, trials: middle }, mixture)) high = middle;
    else low = middle;
  }
  return high;
}

/** Where `holds` stops being true on the way from `from`, where it is, to `to`. */
function turningPoint(from: number, to: number, holds: (rate: number) => boolean): number {
  let [inside, outside] = [from, to];
  for (let step = 0; step < 60; step += 1) {
    const middle = (inside + outside) / 2;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return outside;
}

/** 0 times minus infinity is 0 here: a rate of 0 explains that nothing happened. */
function times(count: number, log: number): number {
  return count === 0 ? 0 : count * log;
}

/** ln B(x, y). Differences of large logarithms of gammas would lose what counts. */
export function logBeta(x: number, y: number): number {
  const [small, large] = x < y ? [x, y] : [y, x];
  if (small >= 10) {
    const share = small / (small + large);
    return (
      halfLogTwoPi -
      Math.log(large) / 2 +
      (small - 0.5) * Math.log(share) +
      large * Math.log1p(-share) +
      stirlingRest(small) +
      stirlingRest(large) -
      stirlingRest(small + large)
    );
  }
  if (large >= 10) {
    const share = small / (small + large);
    const rest = stirlingRest(large) - stirlingRest(small + large);
    return (
      logGamma(small) +
      rest +
      small -
      small * Math.log(small + large) +
      (large - 0.5) * Math.log1p(-share)
    );
  }
  return logGamma(small) + logGamma(large) - logGamma(small + large);
}

const halfLogTwoPi = Math.log(2 * Math.PI) / 2;

/** ln of the gamma function, for x above 0. */
function logGamma(x: number): number {
  let [value, shift] = [x, 0];
  while (value < 10) {
    shift += Math.log(value);
    value += 1;
  }
  return (value - 0.5) * Math.log(value) - value + halfLogTwoPi + stirlingRest(value) - shift;
}

/** What Stirling's formula leaves out, for x of at least 10: right to 15 digits. */
function stirlingRest(x: number): number {
  const square = 1 / (x * x);
  return (
    (1 / 12 - square * (1 / 360 - square * (1 / 1_260 - square * (1 / 1_680 - square / 1_188)))) / x
  );
}
