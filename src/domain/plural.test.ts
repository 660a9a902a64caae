import { expect, test } from 'vitest';
import { counted, nounFor } from './plural.ts';

test('one is singular, none and several are plural, thousands have commas', () => {
  expect([0, 1, 2, 2318].map((count) => counted(count, 'row'))).toEqual([
    '0 rows',
    '1 row',
    '2 rows',
    '2,318 rows',
  ]);
  expect(counted(1, 'reply', 'replies')).toBe('1 reply');
  expect(counted(2, 'reply', 'replies')).toBe('2 replies');
  expect(nounFor(1, 'is', 'are')).toBe('is');
});
