/** How a forecast did, by the minutes that the console shows: an end at 4:02:40 is inside "4:01 to 4:02". */
import type { KeptForecast } from '#contract/forecast.ts';

/** Null: there is nothing to compare. */
export function gradeOf(
  { p10, p90 }: Pick<KeptForecast['finish'], 'p10' | 'p90'>,
  ended: Date | null,
): KeptForecast['grade'] {
  if (p10 === null || p90 === null || ended === null) return null;
  const minute = minuteOf(ended.getTime());
  if (minute < minuteOf(Date.parse(p10))) return 'earlier';
  return minute > minuteOf(Date.parse(p90)) ? 'later' : 'inside';
}

const minuteOf = (ms: number) => Math.floor(ms / 60_000);
