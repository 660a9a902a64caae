/** The documents' weekday strings: seven digits of 0 or 1, Monday first. */

export const weekdayNames = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

export const noWeekdays = '0000000';

export function isTicked(weekdays: string, day: number): boolean {
  return weekdays.charAt(day) === '1';
}

export function tick(weekdays: string, day: number, on: boolean): string {
  return weekdays.slice(0, day) + (on ? '1' : '0') + weekdays.slice(day + 1);
}

/** "1111100" → "Mon–Fri"; runs of three and more days are joined, '' for none. */
export function weekdaysInWords(weekdays: string): string {
  if (weekdays === '1111111') return 'Every day';
  return runsOf(weekdays)
    .flatMap(([first, last]) => {
      if (last - first >= 2) return [`${short(first)}–${short(last)}`];
      return first === last ? [short(first)] : [short(first), short(last)];
    })
    .join(', ');
}

function short(day: number): string {
  return (weekdayNames[day] ?? '').slice(0, 3);
}

function runsOf(weekdays: string): [first: number, last: number][] {
  const runs: [number, number][] = [];
  for (let day = 0; day < weekdayNames.length; day += 1) {
    if (!isTicked(weekdays, day)) continue;
    const run = runs.at(-1);
    if (run && run[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  return runs;
}
