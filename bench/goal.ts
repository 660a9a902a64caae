/** The last lines of a bench: what was measured against its reference, and whether the goal is met. */
import { median } from './median.ts';

export interface Goal {
  /** What the ratio is of, for example "attempts against the bare loop in batches of 50". */
  what: string;
  /** One of each round, interleaved with its reference. */
  ratios: readonly number[];
  goal: number;
  /** Which side of the goal is met. */
  is: 'at least' | 'at most';
}

/** Prints a line for each; the exit code is 1 when one of them is missed. */
export function judge(...goals: readonly Goal[]): void {
  for (const { what, ratios, goal, is } of goals) {
    const ratio = median(ratios);
    const met = is === 'at least' ? ratio >= goal : ratio <= goal;
    if (!met) process.exitCode = 1;
    const rounds = ratios.map((one) => one.toFixed(2)).join(', ');
    console.log(`${what}: rounds ${rounds}; goal: ${is} ${goal}`);
    console.log(`${what}: ratio ${ratio.toFixed(2)} (goal ${goal}) ${met ? 'met' : 'missed'}`);
  }
}
