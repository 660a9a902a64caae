/** How the chart names its bars, in the zone of the screen's other times. */
import type { ChartStep } from '#contract/call-record-summary.ts';

const plain = (text: string) => text.replace(/\u202f/g, ' ');

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** Below the chart: "9:25 AM", "Nov 20". */
export function barName(start: string, step: ChartStep): string {
  return plain((step === 'day' ? day : clock).format(new Date(start)));
}

/** Alone: "Nov 20, 9:25 AM". */
export function barTime(at: string, step: ChartStep): string {
  const date = new Date(at);
  return step === 'day' ? day.format(date) : plain(`${day.format(date)}, ${clock.format(date)}`);
}
