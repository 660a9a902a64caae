/** How the chart names its bars, in the zone of the screen's other times. */
import type { ChartStep } from '#contract/call-record-summary.ts';
import { formatLocalDateTime, formatLocalDay, formatLocalTime } from '#web/lib/local-time.ts';

/** Below the chart: "9:25 AM", "Nov 20". */
export function barName(start: string, step: ChartStep): string {
  return step === 'day' ? formatLocalDay(start, new Date(start)) : formatLocalTime(start);
}

/** Alone: "Nov 20, 9:25 AM". */
export function barTime(at: string, step: ChartStep): string {
  return step === 'day' ? formatLocalDay(at, new Date(at)) : formatLocalDateTime(at, new Date(at));
}
