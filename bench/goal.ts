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

/** Prints the rounds and the verdict of each; the exit code is 1 when one of them is missed. */
export function judge(...goals: readonly Goal[]): void {
  for (const { ratios, ...goal } of goals) {
    const rounds = ratios.map((one) => one.toFixed(2)).join(', ');
    console.log(`${goal.what}: rounds ${rounds}; goal: ${goal.is} ${goal.goal}`);
    conclude({ ...goal, ratio: median(ratios) });
  }
}

/** The verdict on one ratio, for a bench that does not take the median of its rounds. */
export function conclude({
  what,
  ratio,
  goal,
  is,
  digits = 2,
}: Omit<Goal, 'ratios'> & { ratio: number; digits?: number }): void {
  const met = is === 'at least' ? ratio >= goal : ratio <= goal;
  if (!met) process.exitCode = 1;
  console.log(`${what}: ratio ${ratio.toFixed(digits)} (goal ${goal}) ${met ? 'met' : 'missed'}`);
}
