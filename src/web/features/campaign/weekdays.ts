/** The weekdays of the form; their words are in lib/schedule-words.ts. */
export { isTicked, weekdayNames } from '#web/lib/schedule-words.ts';

export const noWeekdays = '0000000';

export function tick(weekdays: string, day: number, on: boolean): string {
  return weekdays.slice(0, day) + (on ? '1' : '0') + weekdays.slice(day + 1);
}
