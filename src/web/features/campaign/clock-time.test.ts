import { expect, test } from 'vitest';
import { timeError, typedTimeOf, wallTimeOf } from './clock-time.ts';

test.each([
  ['9:30', 'AM', '09:30'],
  ['09.05', 'PM', '21:05'],
  ['9', 'AM', '09:00'],
  ['12:00', 'AM', '00:00'],
  ['12:15', 'PM', '12:15'],
  [' 11:59 ', 'PM', '23:59'],
] as const)('%s %s is %s', (text, half, wall) => expect(wallTimeOf({ text, half })).toBe(wall));

test.each(['', '0:30', '13:00', '9:60', '9:5', 'nine', '9:30 AM'])('"%s" is no time', (text) =>
  expect(wallTimeOf({ text, half: 'AM' })).toBeUndefined(),
);

test.each(['00:00', '00:59', '09:30', '12:00', '12:15', '13:05', '23:59'])(
  '%s comes back as it was',
  (wall) => expect(wallTimeOf(typedTimeOf(wall))).toBe(wall),
);

test('an empty time is no mistake, a wrong one is', () => {
  expect(timeError({ text: ' ', half: 'AM' })).toBeUndefined();
  expect(timeError({ text: '25', half: 'AM' })).toBe('Enter a time from 1:00 to 12:59.');
});
