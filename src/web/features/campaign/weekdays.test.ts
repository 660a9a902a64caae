import { expect, test } from 'vitest';
import { isTicked, noWeekdays, tick, weekdaysInWords } from './weekdays.ts';

test.each([
  [noWeekdays, ''],
  ['1111100', 'Mon–Fri'],
  ['1111111', 'Every day'],
  ['1100000', 'Mon, Tue'],
  ['1010011', 'Mon, Wed, Sat, Sun'],
  ['0000001', 'Sun'],
  ['1110011', 'Mon–Wed, Sat, Sun'],
])('%s reads "%s"', (weekdays, words) => expect(weekdaysInWords(weekdays)).toBe(words));

test('a day is ticked at its own position and no other', () => {
  const weekdays = tick(noWeekdays, 6, true);
  expect(weekdays).toBe('0000001');
  expect([isTicked(weekdays, 6), isTicked(weekdays, 0)]).toEqual([true, false]);
  expect(tick(weekdays, 6, false)).toBe(noWeekdays);
});
