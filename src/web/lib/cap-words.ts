import { formatNumber } from '#web/lib/format.ts';

/** "called 7 times within 7 days", "texted once within 24 hours". */
export function capWords({ count, days }: { count: number; days: number }, texts: boolean): string {
  const times = count === 1 ? 'once' : `${formatNumber(count)} times`;
  return `${texts ? 'texted' : 'called'} ${times} within ${spanOfDays(days)}`;
}

/** Days of a cap, which begin at any hour: "24 hours", "7 days". */
export function spanOfDays(days: number): string {
  return days === 1 ? '24 hours' : `${days} days`;
}
