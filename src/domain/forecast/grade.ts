/** How a forecast did. */
import type { KeptForecast } from '#contract/forecast.ts';

/** Null: there is nothing to compare. */
export function gradeOf(
  { p10, p90 }: Pick<KeptForecast['finish'], 'p10' | 'p90'>,
  ended: Date | null,
): KeptForecast['grade'] {
  if (p10 === null || p90 === null || ended === null) return null;
  if (ended.getTime() < Date.parse(p10)) return 'earlier';
  return ended.getTime() > Date.parse(p90) ? 'later' : 'inside';
}
