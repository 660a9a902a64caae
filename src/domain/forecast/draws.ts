/** Draws from distributions, by a seeded generator. */
import type { Random } from '../random.ts';

/** Standard normal, by Box and Muller. */
function drawNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next()));
  return radius * Math.cos(2 * Math.PI * random.next());
}

/** Gamma with scale 1, by Marsaglia and Tsang (2000). */
function drawGamma(random: Random, shape: number): number {
  if (shape < 1) return drawGamma(random, shape + 1) * (1 - random.next()) ** (1 / shape);
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = drawNormal(random);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < 0.5 * x * x + d * (1 - v + Math.log(v))) {
      return d * v;
    }
  }
}

/** Shares that add up to 1; `weights` above 0 are what was counted of each. */
export function drawDirichlet(random: Random, weights: readonly number[]): number[] {
  const drawn = weights.map((weight) => drawGamma(random, weight));
  const sum = drawn.reduce((all, one) => all + one, 0);
  return drawn.map((one) => one / sum);
}

/** A share of which `hits` of `hits + misses` were counted, both above 0. */
export function drawBeta(random: Random, hits: number, misses: number): number {
  const [share = 0] = drawDirichlet(random, [hits, misses]);
  return share;
}

/** Above this variance a binomial is as good as normal. */
const normalFrom = 16;

/** How many of `trials` succeed. */
export function drawBinomial(random: Random, trials: number, probability: number): number {
  if (trials <= 0 || probability <= 0) return 0;
  if (probability >= 1) return trials;
  if (probability > 0.5) return trials - drawBinomial(random, trials, 1 - probability);
  const mean = trials * probability;
  const variance = mean * (1 - probability);
  if (variance > normalFrom) {
    const drawn = Math.round(mean + Math.sqrt(variance) * drawNormal(random));
    return Math.min(trials, Math.max(0, drawn));
  }
  // From one success to the next: as many draws as there are successes.
  const log = Math.log1p(-probability);
  let successes = 0;
  for (let at = 0; ; successes += 1) {
    at += Math.floor(Math.log(1 - random.next()) / log) + 1;
    if (at > trials) return successes;
  }
}

/** How many of `trials` fall to each of the shares, which add up to at most 1; the last gets the rest. */
export function drawMultinomial(
  random: Random,
  trials: number,
  shares: ArrayLike<number>,
  into: number[],
): void {
  let left = trials;
  let mass = 1;
  for (let index = 0; index < shares.length - 1; index += 1) {
    const share = shares[index] ?? 0;
    const drawn = drawBinomial(random, left, mass <= 0 ? 0 : Math.min(1, share / mass));
    into[index] = drawn;
    left -= drawn;
    mass -= share;
  }
  into[shares.length - 1] = left;
}

/** Which of the shares, which add up to 1. */
export function drawIndex(random: Random, shares: ArrayLike<number>): number {
  let left = random.next();
  for (let index = 0; index < shares.length; index += 1) {
    left -= shares[index] ?? 0;
    if (left < 0) return index;
  }
  return 0;
}

/** The largest of `count` draws from the values that were sorted ascending. */
export function drawLargest(random: Random, sorted: ArrayLike<number>, count: number): number {
  const rank = (1 - random.next()) ** (1 / count) * sorted.length;
  return sorted[Math.min(sorted.length - 1, Math.floor(rank))] ?? 0;
}

/** The value below which a share of the sorted ones lies: the nearest rank. */
export function quantile(sorted: ArrayLike<number>, share: number): number {
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}
