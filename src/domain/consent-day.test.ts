import { expect, test } from 'vitest';
import { consentDay, isDate } from './consent-day.ts';

test.each([
  ['2026-01-31', true],
  ['2026-01-31T10:22:00Z', true],
  ['1/31/2026 10:22 AM', true],
  ['31.1.2026', true],
  ['1/5/26', true],
  ['2026-02-30', false],
  ['99/99/2026', false],
  ['20260131', false],
  ['next week', false],
])('whether %s is a day: %s', (cell, is) => {
  expect(isDate(cell)).toBe(is);
});

test.each([
  ['2026-01-31T10:22:00Z', '2026-01-31'],
  ['1/31/2026 10:22 AM', '2026-01-31'],
  ['31.1.2026', '2026-01-31'],
  // Both are days: the American reading.
  ['3/4/26', '2026-03-04'],
  [' 2026-3-4 ', '2026-03-04'],
  ['2026-02-30', null],
  ['', null],
  ['Jan 31, 2026', '2026-01-31'],
  ['September 3rd 2026', '2026-09-03'],
  ['Sept. 3, 2026 10:22 am', '2026-09-03'],
  ['31-Jan-26', '2026-01-31'],
  ['31 January 2026', '2026-01-31'],
  ['Feb 30, 2026', null],
  ['Jat 3, 2026', null],
])('the day of %s is %s', (cell, day) => {
  expect(consentDay(cell)).toBe(day);
});

const times = [
  ...['10:22', '10:22:07', '10:22:07.123', '10:22:07,5 PM', '9:05 am', '10 AM', '12:00:00 a.m.'],
  ...['23:59 UTC', '10:22 Z', '10:22:07Z', '10:22:07.000+00:00', '10:22 -0500', '00:00:00+00'],
  ...['10:22 EST', '10:22 PM ET', '10:22 pm EDT', '10:22 UTC-5', '10:22 GMT+01:00', '8:00 AKST'],
];
test.each(times)('a time may follow a day: %s', (time) => {
  for (const between of [' ', ', ', 'T', ' at ']) {
    expect(consentDay(`2026-01-31${between}${time}`)).toBe('2026-01-31');
    expect(consentDay(`1/31/2026${between}${time}`)).toBe('2026-01-31');
  }
});

test.each([
  ...[
    'revoked',
    'NO',
    '(NO)',
    'no 10:22',
    '10:22 no',
    '10:22 AM revoked',
    '25:00',
    '10:72',
    '13 PM',
  ],
  ...[
    '2026-05-02',
    '- 2026-05-02',
    '10:22 to 11:22',
    '10:22 NOT',
    '10:22 XYZ',
    'AM',
    'Z',
    '10',
    'T',
    '✗',
  ],
])('nothing else may follow a day: %s', (more) => {
  for (const between of [' ', ', ', 'T', '-', '']) {
    expect(consentDay(`2026-01-31${between}${more}`)).toBeNull();
    expect(consentDay(`1/31/2026${between}${more}`)).toBeNull();
    expect(consentDay(`Jan 31, 2026${between}${more}`)).toBeNull();
  }
});
