/** Counts in sentences: "1 row", "2,318 rows". */

const whole = new Intl.NumberFormat('en-US');

/** The noun alone, as the count needs it. `many` where it is more than an "s". */
export function nounFor(count: number, noun: string, many = `${noun}s`): string {
  return count === 1 ? noun : many;
}

/** "1 row", "0 rows", "2,318 rows". */
export function counted(count: number, noun: string, many?: string): string {
  return `${whole.format(count)} ${nounFor(count, noun, many)}`;
}
