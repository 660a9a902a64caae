import { expect, test } from 'vitest';
import { isTicked, noWeekdays, tick } from './weekdays.ts';

test('a day is ticked at its own position and no other', () => {
  const weekdays = tick(noWeekdays, 6, true);
  expect(weekdays).toBe('0000001');
  expect([isTicked(weekdays, 6), isTicked(weekdays, 0)]).toEqual([true, false]);
  expect(tick(weekdays, 6, false)).toBe(noWeekdays);
});
