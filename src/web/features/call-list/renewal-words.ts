/** How many numbers a reuse would give, in words. */
import { counted } from '#web/lib/plural.ts';

/** The filters of a reuse, as its request names them. */
export type FilterName =
  | 'filterOptionNotCalled'
  | 'filterOptionCalledAnswered'
  | 'filterOptionCalledNotAnswered';

export type RenewalCounts = Record<FilterName, number>;

/** "The new list will have 521 numbers." */
export function renewalSentence(counts: RenewalCounts, chosen: readonly FilterName[]): string {
  const numbers = chosen.reduce((sum, name) => sum + counts[name], 0);
  if (numbers === 0) return 'No number can be called now: no list would be made.';
  return `The new list will have ${counted(numbers, 'number')}.`;
}
