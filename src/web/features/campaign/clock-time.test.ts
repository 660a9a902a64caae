import { expect, test } from 'vitest';
import { tidyTime, timeError, typedTimeOf, understoodTime, wallTimeOf } from './clock-time.ts';

test.each([
  ['9:30', 'AM', '09:30'],
  ['09.05', 'PM', '21:05'],
  ['9', 'AM', '09:00'],
  ['12:00', 'AM', '00:00'],
  ['12:15', 'PM', '12:15'],
  [' 11:59 ', 'PM', '23:59'],
  ['600', 'AM', '06:00'],
  ['600', 'PM', '18:00'],
  ['1230', 'PM', '12:30'],
  ['9', 'PM', '21:00'],
  ['9:00', 'PM', '21:00'],
  ['09:05', 'PM', '21:05'],
] as const)('%s %s is %s', (text, half, wall) => expect(wallTimeOf({ text, half })).toBe(wall));

test.each([
  ['18:00', '18:00'],
  ['1800', '18:00'],
  ['18', '18:00'],
  ['6 PM', '18:00'],
  ['6:00 pm', '18:00'],
  ['6p', '18:00'],
  ['6 p.m.', '18:00'],
  ['600PM', '18:00'],
  ['12 AM', '00:00'],
  ['12pm', '12:00'],
  ['0:30', '00:30'],
  ['0030', '00:30'],
  ['0600', '06:00'],
  ['0905', '09:05'],
  ['18:00 PM', '18:00'],
])('%s is %s whatever stands beside it', (text, wall) => {
  for (const half of ['AM', 'PM'] as const) expect(wallTimeOf({ text, half })).toBe(wall);
});

test.each(['', '24:00', '9:60', '9:5', 'nine', '18:00 AM', '0:30 PM', '6 XM', '12345', '-6'])(
  '"%s" is not a time',
  (text) => expect(wallTimeOf({ text, half: 'AM' })).toBeUndefined(),
);

test.each(['00:00', '00:59', '09:30', '12:00', '12:15', '13:05', '23:59'])(
  '%s comes back as it was',
  (wall) => expect(wallTimeOf(typedTimeOf(wall))).toBe(wall),
);

test('what was understood is said where the text is written otherwise, and is then written so', () => {
  expect(understoodTime({ text: '1800', half: 'AM' })).toBe('6:00 PM');
  expect(understoodTime({ text: '9', half: 'AM' })).toBe('9:00 AM');
  expect(understoodTime({ text: '9:00', half: 'AM' })).toBeUndefined();
  expect(understoodTime({ text: 'nine', half: 'AM' })).toBeUndefined();
  expect(tidyTime({ text: '1800', half: 'AM' })).toEqual({ text: '6:00', half: 'PM' });
  const wrong = { text: '9:6', half: 'AM' } as const;
  expect(tidyTime(wrong)).toBe(wrong);
});

test('an empty time is no mistake, a wrong one is', () => {
  expect(timeError({ text: ' ', half: 'AM' })).toBeUndefined();
  expect(timeError({ text: '25', half: 'AM' })).toBe('Enter a time such as 9:00, 6 PM or 18:00.');
});
