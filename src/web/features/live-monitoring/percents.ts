/** Whole percents. */

/**
 * The share of each part in their sum, rounded to the nearest whole percent (document 1 section 9),
 * so that equal counts always show equal percents; the percents of three parts or more may
 * therefore add up to 99 or 101. Of two, the second is what the first leaves of 100, so that 12.5%
 * and 87.5% do not both go up. All 0 where there is nothing to share.
 */
export function percentsOf(parts: readonly number[]): number[] {
  const sum = parts.reduce((total, part) => total + part, 0);
  if (sum <= 0) return parts.map(() => 0);
  const percents = parts.map((part) => Math.round((100 * part) / sum));
  const [first] = percents;
  return percents.length === 2 && first !== undefined ? [first, 100 - first] : percents;
}

/** Of a part and the rest of its whole: "44%". */
export function percentOf(part: number, whole: number): string {
  return inPercent(percentsOf([part, whole - part])[0] ?? 0);
}

export function inPercent(percent: number): string {
  return `${percent}%`;
}
