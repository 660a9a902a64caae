/**
 * The least time between two tries of a campaign at one number, which may stand several times in its
 * lists: two accounts of a household, the same person in two files. Hours of the engine's clock, from
 * claim to claim, whatever became of the earlier one; what is given back to its list was no try.
 */

export const usualGapHours = 4;
/** A week. */
export const mostGapHours = 168;

const hour = 3_600_000;

/** From when (epoch ms) a campaign may try a number again that it tried at `lastTry`. */
export function gapUntil(lastTry: number, hours: number): number {
  return lastTry + hours * hour;
}

/** Reads "4", or "0" for no gap; returns a sentence that says what is wrong with another one. */
export function parseGapHours(text: string): number | string {
  const hours = /^\d{1,3}$/.test(text) ? Number(text) : undefined;
  if (hours !== undefined && hours <= mostGapHours) return hours;
  return `"${text}" is no number of hours: a whole number from 0 to ${mostGapHours}; 0 for no gap.`;
}
