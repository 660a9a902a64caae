/** What a campaign gets of a carrier's pace in the long run (src/carriers/fair-turns.ts). */

/**
 * Clients have equal parts, and the campaigns of a client have equal parts of its own; who wants less leaves
 * the rest to the others.
 *
 * @param pace of the carrier, and all other numbers, in attempts a minute
 * @param own what the campaign wants
 * @param siblings what the client's other campaigns on the carrier want
 * @param others the same of each other client, all its campaigns together
 */
export function fairShare(
  pace: number,
  own: number,
  siblings: readonly number[],
  others: readonly number[],
): number {
  const all = siblings.reduce((sum, one) => sum + one, own);
  return partOf(partOf(pace, all, others), own, siblings);
}

/** Of `units` in equal parts; nobody gets more than it wants. */
export function partOf(units: number, own: number, others: readonly number[]): number {
  let left = units;
  let takers = others.length + 1;
  for (const wanted of [...others].sort((a, b) => a - b)) {
    const each = left / takers;
    if (wanted >= each || own <= each) break;
    left -= wanted;
    takers -= 1;
  }
  return Math.min(own, left / takers);
}
