import { expect, test } from 'vitest';
import { describeHours, parseHours, stateProblem } from './client-hours.ts';
import { stateNames } from './state-names.ts';

test('hours can be made stricter', () => {
  expect(parseHours('9:00-20:00')).toEqual({ open: '09:00', close: '20:00' });
  expect(parseHours('08:00-21:00')).toEqual({ open: '08:00', close: '21:00' });
});

test.each(['7:59-20:00', '09:00-21:01', '00:00-23:59'])(
  'hours are never made looser: %s',
  (text) => {
    expect(parseHours(text)).toMatch(/wider than 8:00-21:00/);
  },
);

test.each(['9-20', '9:00-25:00', '9:60-20:00', '20:00-9:00', '9:00-9:00', ''])(
  '"%s" is not a time range',
  (text) => {
    expect(typeof parseHours(text)).toBe('string');
  },
);

test('a list shows the hours that hold', () => {
  expect(describeHours(null)).toBe('08:00-21:00');
  const states = { TX: { open: '12:00', close: '21:00' }, FL: { open: '08:00', close: '20:00' } };
  expect(describeHours({ states })).toBe('08:00-21:00, FL 08:00-20:00, TX 12:00-21:00');
});

test('only a state that an address may name has hours of its own', () => {
  for (const code of Object.keys(stateNames)) expect(stateProblem(code)).toBeUndefined();
  expect(stateProblem('QB')).toBe(
    '"QB" is not a state code. Similar codes: AB (Alberta), MB (Manitoba), NB (New Brunswick), QC (Quebec).',
  );
  expect(stateProblem('XX')).toBe('"XX" is not a state code. Similar codes: TX (Texas).');
  expect(stateProblem('AE')).toContain('armed forces');
  for (const text of ['Texas', 'tx', 'Tex.']) expect(stateProblem(text)).toContain('TX (Texas).');
  for (const text of ['', 'Texarkana', 'J2', 'J']) expect(stateProblem(text)).toMatch(/AL, AK, AZ/);
});
