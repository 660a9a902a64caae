/** What a call costs (spec 3 section 7). */

const billingStep = 6;
const billingMinimum = 30;

/**
 * Seconds billed: the answered time rounded up to steps of 6, at least 30.
 *
 * @param answeredMs null when the call was not answered: nothing is billed
 */
export function billedDuration(answeredMs: number | null): number {
  if (answeredMs === null) return 0;
  return Math.max(billingMinimum, Math.ceil(answeredMs / (billingStep * 1000)) * billingStep);
}

/** Whole seconds of the answered part; 0 when the call was not answered. */
export function answeredSeconds(answeredMs: number | null): number {
  return answeredMs === null ? 0 : Math.round(answeredMs / 1000);
}

/**
 * Micro-dollars. A minute costs whole steps of 10 micro-dollars (5 decimals of a dollar), so that
 * steps of 6 seconds always come out whole; rounding is for any other price.
 */
export function callCost(billedSeconds: number, minuteCost: number): number {
  return Math.round((billedSeconds * minuteCost) / 60);
}
