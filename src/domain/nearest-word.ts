/** Which known word was meant by a misspelled one. */

/** How many letters must be changed, added, dropped or swapped. */
export function distance(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const ways = [
        (rows[i - 1]?.[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (rows[i - 1]?.[j - 1] ?? 0) + (same ? 0 : 1),
      ];
      if (swapped && j > 1) ways.push((rows[i - 2]?.[j - 2] ?? 0) + 1);
      row.push(Math.min(...ways));
    }
    rows.push(row);
  }
  return rows.at(-1)?.at(-1) ?? 0;
}

/** The one with the fewest changes, the first of several. Undefined when there are no words. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const apart = known.map((one) => ({ one, by: distance(word, one) }));
  return apart.reduce<(typeof apart)[number] | undefined>(
    (best, next) => (best && best.by <= next.by ? best : next),
    undefined,
  )?.one;
}
