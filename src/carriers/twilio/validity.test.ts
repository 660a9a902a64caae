import { expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { validitySeconds } from './validity.ts';

const second = 1_000;

test.each([
  [90 * second, 89],
  // Whole seconds, and one for the request to arrive.
  [90 * second - 1, 88],
  [6 * second, 5],
  [6 * second - 1, undefined],
  [0, undefined],
  [-second, undefined],
  [36_001 * second, 36_000],
  [13 * 3_600 * second, 36_000],
  [Number.POSITIVE_INFINITY, 36_000],
])('%s milliseconds are a ValidityPeriod of %s', (ms, seconds) => {
  expect(validitySeconds(simMs(ms))).toBe(seconds);
});
