/** Which seeds a bench or a simulation plays, as `--first` and `--seeds` say it. */

export interface SeedRange {
  first: number;
  /** At least 1: a goal that nothing was played for is not met. */
  seeds: number;
}

/** Ends the process with 1 and a sentence where a value is no whole number, or there is no seed to play. */
export function seedRange(values: { first: string; seeds: string }): SeedRange {
  return { first: whole('first', values.first, 0), seeds: whole('seeds', values.seeds, 1) };
}

function whole(name: string, value: string, least: number): number {
  const number = Number(value);
  if (/^\d+$/.test(value) && Number.isSafeInteger(number) && number >= least) return number;
  console.error(`--${name} takes a whole number from ${least} on, not "${value}".`);
  process.exit(1);
}
