/** Days that are counted back from today: a saved filter stays true tomorrow. */
import { localDay } from '#web/lib/local-time.ts';

/** Two days with their times, as they are edited. */
export interface DateRange {
  type: 'date-range';
  startDay: string;
  startTime: string;
  endDay: string;
  endTime: string;
  /** It moves with the day; the days above are then those of the moment it was made. */
  recent?: RecentDays;
}

export const recentNames = {
  today: 'Today',
  yesterday: 'Yesterday',
  '7days': 'Last 7 days',
  '30days': 'Last 30 days',
} as const;
export type RecentDays = keyof typeof recentNames;

/** The first and the last day, counted back from today. */
const backOf: Record<RecentDays, [first: number, last: number]> = {
  today: [0, 0],
  yesterday: [1, 1],
  '7days': [6, 0],
  '30days': [29, 0],
};

/** @param now on the platform's clock */
export function recentRange(recent: RecentDays, now: Date): DateRange {
  const [first, last] = backOf[recent];
  return {
    type: 'date-range',
    startDay: dayBefore(localDay(now), first),
    startTime: '00:00:00',
    endDay: dayBefore(localDay(now), last),
    endTime: '23:59:59',
    recent,
  };
}

/** "2026-11-20" and 20 back: "2026-10-31". A day of the calendar has no zone. */
function dayBefore(day: string, back: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - back);
  return at.toISOString().slice(0, 10);
}
