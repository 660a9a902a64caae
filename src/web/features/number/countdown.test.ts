import { expect, test } from 'vitest';
import { countdown } from './countdown.ts';

const minutes = (count: number) => count * 60_000;

test.each([
  [minutes(138), 'in 2 h 18 min'],
  [minutes(120), 'in 2 h'],
  [minutes(59), 'in 59 min'],
  [1, 'in 1 min'],
  [minutes(1) + 1, 'in 2 min'],
  [minutes(24 * 60), 'in 1 d'],
  [minutes(24 * 60 + 5), 'in 1 d'],
  [minutes(26 * 60 + 5), 'in 1 d 2 h'],
])('%d ms are left: %s', (left, words) => {
  expect(countdown(1_000 + left, 1_000)).toBe(words);
});

test('nothing is counted down to what has come', () => {
  expect(countdown(1_000, 1_000)).toBeUndefined();
  expect(countdown(999, 1_000)).toBeUndefined();
});
