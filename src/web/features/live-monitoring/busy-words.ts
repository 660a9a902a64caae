/** How many agents of a Linkback have a customer, as far as it is known outside the engine. */
import { formatNumber } from '#web/lib/format.ts';

/** @param first agents may be called before there is a customer: those who wait are not among the busy ones */
export function busyWords(busy: number, first: boolean): string {
  if (!first)
    return `${formatNumber(busy)} ${busy === 1 ? 'is' : 'are'} in a call or being called.`;
  const have = busy === 1 ? 'has' : 'have';
  return `${formatNumber(busy)} ${have} a customer; agents who wait on the line are not counted.`;
}
