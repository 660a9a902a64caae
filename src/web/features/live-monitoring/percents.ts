/** Whole percents that add up. */

/**
 * The share of each part in their sum, in whole percents that add up to 100: what rounding down
 * leaves over goes to the largest remainders. All 0 where there is nothing to share.
 */
export function percentsOf(parts: readonly number[]): number[] {
  const sum = parts.reduce((total, part) => total + part, 0);
  if (sum <= 0) return parts.map(() => 0);
  const whole = parts.map((part) => Math.floor((100 * part) / sum));
  const left = 100 - whole.reduce((total, percent) => total + percent, 0);
  const raised = parts
    .map((part, at) => ({ at, remainder: (100 * part) % sum }))
    .sort((a, b) => b.remainder - a.remainder)
    .slice(0, left);
  for (const { at } of raised) whole[at] = (whole[at] ?? 0) + 1;
  return whole;
}

/** Of a part and the rest of its whole: «44%». */
export function percentOf(part: number, whole: number): string {
  return inPercent(percentsOf([part, whole - part])[0] ?? 0);
}

export function inPercent(percent: number): string {
  return `${percent}%`;
}
