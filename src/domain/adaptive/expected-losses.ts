/**
 * How many customers who ask for an agent will find none, when `more` calls are placed now. Requests
 * of many calls come as Poisson's; that each engaged agent will be free is a chance of its own
 * (Poisson-binomial), and both are independent. A customer who finds nobody is counted as if an
 * agent had been taken, which errs on the safe side. Pure.
 */
import { type Outlook, stepsAhead, stride } from './outlook.ts';

/** Above this many engaged agents, the number who become free is close to normally distributed. */
const mostExact = 150;

interface Moment {
  step: number;
  /** The chance of exactly r freed agents; undefined: `mean` and `variance` say enough. */
  freed: Float64Array | undefined;
  mean: number;
  variance: number;
}

export class ExpectedLosses {
  readonly #outlook: Outlook;
  readonly #free: number;
  readonly #silent: number;
  readonly #moments: Moment[] = [];

  /**
   * @param free agents who are free now
   * @param silent the share of calls to an agent that are not answered
   */
  constructor(outlook: Outlook, { free, silent }: { free: number; silent: number }) {
    this.#outlook = outlook;
    this.#free = free;
    this.#silent = silent;
    for (let step = stride - 1; step < stepsAhead; step += stride) {
      // Who is free at the begin of the time in which somebody asks.
      this.#moments.push(momentOf(outlook.freed, step - stride));
    }
  }

  /** Of all calls in progress and `more` that are placed now. */
  of(more: number): number {
    const { asks, oneMore } = this.#outlook;
    let lost = 0;
    let before = 0;
    for (const moment of this.#moments) {
      const step = moment.step + stride;
      const until = (asks[step] ?? 0) + more * (oneMore[step] ?? 0);
      const noneFree = this.#noneFree(moment, (before + until) / 2);
      lost += (until - before) * (noneFree + (1 - noneFree) * this.#silent);
      before = until;
    }
    return lost;
  }

  /** The chance that those who asked are at least as many as the agents who were or became free. */
  #noneFree({ freed, mean, variance }: Moment, asked: number): number {
    const free = this.#free;
    if (!freed) {
      const spread = Math.sqrt(asked + variance);
      return 1 - normalBelow((free + mean - asked - 0.5) / Math.max(spread, 1e-9));
    }
    let term = Math.exp(-asked);
    let below = 0;
    for (let count = 0; count < free; count += 1) {
      below += term;
      term *= asked / (count + 1);
    }
    let result = 0;
    for (let count = 0; count < freed.length; count += 1) {
      result += (freed[count] ?? 0) * Math.max(0, 1 - below);
      below += term;
      term *= asked / (free + count + 1);
    }
    return result;
  }
}

function momentOf(chancesToBeFree: readonly Float64Array[], step: number): Moment {
  const chanceOf = (of: Float64Array) => (step < 0 ? 0 : (of[step] ?? 0));
  let [mean, variance] = [0, 0];
  for (const one of chancesToBeFree) {
    const chance = chanceOf(one);
    mean += chance;
    variance += chance * (1 - chance);
  }
  if (chancesToBeFree.length > mostExact) return { step, freed: undefined, mean, variance };
  const freed = new Float64Array(chancesToBeFree.length + 1);
  freed[0] = 1;
  for (const [index, one] of chancesToBeFree.entries()) {
    const chance = chanceOf(one);
    if (chance === 0) continue;
    for (let count = index + 1; count > 0; count -= 1) {
      freed[count] = (freed[count] ?? 0) * (1 - chance) + (freed[count - 1] ?? 0) * chance;
    }
    freed[0] = (freed[0] ?? 0) * (1 - chance);
  }
  return { step, freed, mean, variance };
}

/** The normal distribution (Abramowitz and Stegun 26.2.17, error below 1e-7). */
function normalBelow(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const density = Math.exp((-value * value) / 2) / Math.sqrt(2 * Math.PI);
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return value >= 0 ? 1 - density * series : density * series;
}
