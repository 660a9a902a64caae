import { expect, test } from 'vitest';
import { fromUsDate, toUsDate } from './us-date.ts';

test('a day is written MM/DD/YYYY whatever the browser would write', () => {
  expect(toUsDate('2026-11-20')).toBe('11/20/2026');
  expect(toUsDate('')).toBe('');
});

test('what is typed is read back, a day that does not exist is not', () => {
  expect(fromUsDate('11/20/2026')).toBe('2026-11-20');
  expect(fromUsDate(' 1/2/2026 ')).toBe('2026-01-02');
  expect(fromUsDate('02/30/2026')).toBeUndefined();
  expect(fromUsDate('13/01/2026')).toBeUndefined();
  expect(fromUsDate('2026-11-20')).toBeUndefined();
});
