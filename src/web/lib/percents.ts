/** Whole percents that add up, and that never say 0% or 100% of what is neither. */

/** Shares of the same hundredth differ by the noise of floating point only. */
const noise = 1e-9;

/**
 * The share of each part in their sum, as whole percents that add up to 100: each is rounded down,
 * and the points that are left go to the largest remainders (the smaller part first where two are
 * equal, so that a small rest does not vanish). All 0 where there is nothing to share.
 */
export function percentsOf(parts: readonly number[]): number[] {
  const whole = parts.reduce((total, part) => total + part, 0);
  return whole > 0 ? sharedOut(parts, whole, 100) : parts.map(() => 0);
}

/**
 * The same for parts of a part: percents of `whole` that add up to `points`, the percent that
 * stands for all of them elsewhere on the screen.
 */
export function percentsWithin(parts: readonly number[], whole: number, points: number): number[] {
  return whole > 0 ? sharedOut(parts, whole, points) : parts.map(() => 0);
}

function sharedOut(parts: readonly number[], whole: number, points: number): number[] {
  const shares = parts.map((part) => (100 * part) / whole);
  const percents = shares.map((share) => Math.floor(share + noise));
  const left = points - percents.reduce((total, percent) => total + percent, 0);
  const remainder = (at: number) => Math.max(0, (shares[at] ?? 0) - (percents[at] ?? 0));
  const byRemainder = parts
    .map((_, at) => at)
    .filter((at) => remainder(at) > noise)
    .sort((a, b) => {
      const apart = remainder(b) - remainder(a);
      return Math.abs(apart) > noise ? apart : (parts[a] ?? 0) - (parts[b] ?? 0);
    });
  for (const at of byRemainder.slice(0, Math.max(0, left))) percents[at] = (percents[at] ?? 0) + 1;
  return percents;
}

/** "44%"; "<1%" of a part that is there, ">99%" while another part is. */
export function percentInWords(percent: number, part: number, whole: number): string {
  if (percent <= 0) return part > 0 ? '<1%' : '0%';
  return percent >= 100 && part < whole ? '>99%' : `${percent}%`;
}

/** Each part of their sum in words. */
export function percentWords(parts: readonly number[]): string[] {
  const whole = parts.reduce((total, part) => total + part, 0);
  return percentsOf(parts).map((percent, at) => percentInWords(percent, parts[at] ?? 0, whole));
}

/** Of a part and the rest of its whole: "44%". */
export function percentOf(part: number, whole: number): string {
  return percentWords([part, Math.max(0, whole - part)])[0] ?? '0%';
}
