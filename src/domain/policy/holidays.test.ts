import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holidaysOf, isHoliday, weekdayOf } from './holidays.ts';

const dayOf = (date: string) => Date.parse(date) / 86_400_000;
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** As the Office of Personnel Management publishes them: the days on which they are observed. */
const published: Record<number, string> = {
  2023: '01-02 01-16 02-20 05-29 06-19 07-04 09-04 10-09 11-10 11-23 12-25',
  2024: '01-01 01-15 02-19 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
  2025: '01-01 01-20 02-17 05-26 06-19 07-04 09-01 10-13 11-11 11-27 12-25',
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 07-05 09-06 10-11 11-11 11-25 12-24',
  2029: '01-01 01-15 02-19 05-28 06-19 07-04 09-03 10-08 11-12 11-22 12-25',
  2030: '01-01 01-21 02-18 05-27 06-19 07-04 09-02 10-14 11-11 11-28 12-25',
};

describe('federal holidays', () => {
  test.each(Object.entries(published))('of %s are observed on the published days', (year, days) => {
    const observed = holidaysOf(Number(year)).map((holiday) => dateOf(holiday.observed).slice(5));
    expect(observed.join(' ')).toBe(days);
  });

  test("New Year's Day of 2028, a Saturday, is observed in 2027", () => {
    const days = holidaysOf(2028).map(({ observed }) => dateOf(observed));
    expect(days.slice(0, 3)).toEqual(['2027-12-31', '2028-01-17', '2028-02-21']);
    expect(isHoliday(dayOf('2027-12-31'))).toBe(true);
    expect(isHoliday(dayOf('2028-01-01'))).toBe(true);
    expect(isHoliday(dayOf('2027-12-30'))).toBe(false);
  });

  test('on a weekend count on the day itself and on the day observed', () => {
    // The Fourth of July of 2026 is a Saturday, that of 2027 a Sunday.
    const around = (dates: string[]) => dates.map((date) => isHoliday(dayOf(date)));
    expect(around(['2026-07-02', '2026-07-03', '2026-07-04', '2026-07-05'])).toEqual([
      ...[false, true, true, false],
    ]);
    expect(around(['2027-07-03', '2027-07-04', '2027-07-05', '2027-07-06'])).toEqual([
      ...[false, true, true, false],
    ]);
  });

  test('Inauguration Day is none', () => {
    expect(isHoliday(dayOf('2029-01-20'))).toBe(false);
  });

  test('of any year are eleven, in order, observed from Monday to Friday at most a day apart', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1971, max: 2200 }), (year) => {
        const holidays = holidaysOf(year);
        expect(holidays).toHaveLength(11);
        for (const [at, { name, day, observed }] of holidays.entries()) {
          expect(Math.abs(day - observed)).toBeLessThanOrEqual(1);
          expect(weekdayOf(observed)).toBeGreaterThanOrEqual(1);
          expect(weekdayOf(observed)).toBeLessThanOrEqual(5);
          expect(isHoliday(day) && isHoliday(observed)).toBe(true);
          expect(day).toBeGreaterThan(holidays[at - 1]?.day ?? Number.NEGATIVE_INFINITY);
          expect(dateOf(day).slice(0, 4)).toBe(String(year));
          if (name === 'Memorial Day') expect(dateOf(day + 7).slice(5, 7)).toBe('06');
          if (name === 'Thanksgiving Day') expect(weekdayOf(day)).toBe(4);
        }
      }),
      { numRuns: 100 },
    );
  });

  test('weekdays are those of the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -40_000, max: 80_000 }), (day) => {
        expect(weekdayOf(day)).toBe(new Date(day * 86_400_000).getUTCDay());
      }),
      { numRuns: 100 },
    );
  });
});
