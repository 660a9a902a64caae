/** Of an even count the mean of the two in the middle; not a number of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? Number.NaN;
  return (lower + upper) / 2;
}

/**
 * Where the median of such values is with 95 % certainty: between two of them, by the binomial
 * distribution of how many lie below it. Of fewer than six values all of them are not enough.
 */
export function medianBetween(values: readonly number[]): { least: number; most: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const count = sorted.length;
  let outside = 0;
  let chance = 0.5 ** count;
  let rank = 0;
  while (rank < count / 2 && 2 * (outside + chance) <= 0.05) {
    outside += chance;
    chance *= (count - rank) / (rank + 1);
    rank += 1;
  }
  const at = Math.max(0, rank - 1);
  return { least: sorted[at] ?? Number.NaN, most: sorted[count - 1 - at] ?? Number.NaN };
}
