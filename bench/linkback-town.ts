/** The simulated public of the benches of Linkbacks, and what they print of a run. */
import type { DaysResult } from '../test/simulation/linkback-days.ts';

/** Of 100 calls 40 are answered by a person; 3 of 10 persons ask for an agent, who talks up to two minutes. */
export const townsPublic = {
  ...{ person: 0.4, machine: 0.35, hangsUpEarly: 0.3, pressesOne: 0.3 },
  talk: [20_000, 120_000] as const,
};

export const percent = (share: number) => `${(share * 100).toFixed(2)} %`;

/** Over several runs: all calls and persons, and the share abandoned, 0 to 1. */
export function totalsOf(results: readonly DaysResult[]) {
  const sum = (of: (one: DaysResult) => number) =>
    results.reduce((total, one) => total + of(one), 0);
  const persons = sum((one) => one.persons);
  const abandoned = sum((one) => one.abandoned);
  return { calls: sum((one) => one.calls), persons, abandoned: abandoned / persons };
}
