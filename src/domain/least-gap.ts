/**
 * The minimum time between two attempts of a campaign at one number, which may be in its lists
 * several times: two accounts of a household, the same person in two files. Hours of the engine's clock,
 * from claim to claim, whatever the result of the earlier one; an attempt that was given back does
 * not count.
 */

export const usualGapHours = 4;
/** A week. */
export const mostGapHours = 168;

const hour = 3_600_000;

/** From when (epoch ms) a campaign may try a number again that it tried at `lastTry`. */
export function gapUntil(lastTry: number, hours: number): number {
  return lastTry + hours * hour;
}

/** Reads "4", or "0" for no gap; returns a sentence on what is wrong with any other text. */
export function parseGapHours(text: string): number | string {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : undefined;
  if (hours !== undefined && hours <= mostGapHours) return hours;
  return `"${text}" is not a valid number of hours. Use a whole number from 0 to ${mostGapHours}; 0 means no gap.`;
}
