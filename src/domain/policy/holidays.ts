/**
 * The legal public holidays of the United States (5 U.S.C. 6103(a)), computed for any year. A
 * holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after (5
 * U.S.C. 6103(b), Executive Order 11582): both days count, because a person may keep either.
 *
 * Inauguration Day (6103(c)) is left out: it is a holiday in and around Washington only. So are the
 * holidays of single states: an operator enters those as a closure of the state.
 *
 * Days are counted from 1970-01-01, as in zone-clock.ts.
 */

export interface Holiday {
  name: string;
  /** The day itself. */
  day: number;
  /** The day on which it is observed: mostly the same. */
  observed: number;
}

const dayLength = 24 * 3_600_000;

/** In the order of the year. */
export function holidaysOf(year: number): Holiday[] {
  return [
    onDate("New Year's Day", year, 1, 1),
    onWeekday('Birthday of Martin Luther King, Jr.', nth(year, 1, monday, 3)),
    onWeekday("Washington's Birthday", nth(year, 2, monday, 3)),
    onWeekday('Memorial Day', lastMondayOfMay(year)),
    // Since 2021 (Public Law 117-17); earlier years do not matter here.
    onDate('Juneteenth National Independence Day', year, 6, 19),
    onDate('Independence Day', year, 7, 4),
    onWeekday('Labor Day', nth(year, 9, monday, 1)),
    onWeekday('Columbus Day', nth(year, 10, monday, 2)),
    onDate('Veterans Day', year, 11, 11),
    onWeekday('Thanksgiving Day', nth(year, 11, thursday, 4)),
    onDate('Christmas Day', year, 12, 25),
  ];
}

/** 0 is Sunday. */
export function weekdayOf(day: number): number {
  // 1970-01-01 was a Thursday.
  return (((day + thursday) % 7) + 7) % 7;
}

const monday = 1;
const thursday = 4;

/** Of the years that were asked; a year has about 20 days. */
const known = new Map<number, ReadonlySet<number>>();

/** @param day a local calendar day, counted from 1970-01-01 */
export function isHoliday(day: number): boolean {
  const year = new Date(day * dayLength).getUTCFullYear();
  const days = known.get(year) ?? daysAround(year);
  known.set(year, days);
  return days.has(day);
}

/** New Year's Day on a Saturday is observed in the year before. */
function daysAround(year: number): ReadonlySet<number> {
  const holidays = [...holidaysOf(year), ...holidaysOf(year + 1)];
  return new Set(holidays.flatMap(({ day, observed }) => [day, observed]));
}

function onDate(name: string, year: number, month: number, date: number): Holiday {
  const day = Date.UTC(year, month - 1, date) / dayLength;
  const weekday = weekdayOf(day);
  const shift = weekday === 6 ? -1 : weekday === 0 ? 1 : 0;
  return { name, day, observed: day + shift };
}

const onWeekday = (name: string, day: number): Holiday => ({ name, day, observed: day });

function nth(year: number, month: number, weekday: number, count: number): number {
  const first = Date.UTC(year, month - 1, 1) / dayLength;
  return first + ((weekday - weekdayOf(first) + 7) % 7) + (count - 1) * 7;
}

function lastMondayOfMay(year: number): number {
  const last = Date.UTC(year, 4, 31) / dayLength;
  return last - ((weekdayOf(last) - monday + 7) % 7);
}
