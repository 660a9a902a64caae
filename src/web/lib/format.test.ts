import { expect, test } from 'vitest';
import { formatDateTime, formatTime } from './eastern-format.ts';
import { formatDuration, formatMoney, formatPercent, formatPhone } from './format.ts';

const morning = '2026-11-20T15:41:07Z';
const summer = '2026-07-01T03:05:09Z';

test('times are Eastern, in winter and in summer', () => {
  expect(formatTime(morning)).toBe('10:41 AM');
  expect(formatTime(summer)).toBe('11:05 PM');
});

test('the year is written only when it is not this year', () => {
  const now = new Date('2026-12-01T00:00:00Z');
  expect(formatDateTime(morning, now)).toBe('Nov 20, 10:41 AM');
  expect(formatDateTime('2025-11-20T15:41:07Z', now)).toBe('Nov 20, 2025, 10:41 AM');
});

test('an invalid or absent date is blank', () => {
  for (const nothing of ['not a date', '', null, undefined]) {
    expect(formatDateTime(nothing)).toBe('');
  }
});

test('durations, money, shares and telephone numbers read as in the pictures', () => {
  expect([42, 198, 3725].map(formatDuration)).toEqual(['0:42', '3:18', '1:02:05']);
  expect([0.0145, 12.5, 0].map(formatMoney)).toEqual(['$0.0145', '$12.50', '$0.00']);
  expect([0.438, 0, 1, Number.NaN].map(formatPercent)).toEqual(['44%', '0%', '100%', '0%']);
  expect(['13025550148', '3025550148', '911'].map(formatPhone)).toEqual([
    '(302) 555-0148',
    '(302) 555-0148',
    '911',
  ]);
});
