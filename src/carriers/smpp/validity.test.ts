import { expect, test } from 'vitest';
import { simMs } from '#domain/milliseconds.ts';
import { relativeValidity } from './validity.ts';

const second = 1_000;
const hour = 3_600 * second;

test.each([
  [90 * second, '000000000130000R'],
  [90 * second - 1, '000000000129000R'],
  [hour, '000000010000000R'],
  [13 * hour - second, '000000125959000R'],
  [24 * hour, '000001000000000R'],
  // 0 means the carrier's own period, which may be days.
  [0, '000000000001000R'],
  [-5 * second, '000000000001000R'],
  [Number.POSITIVE_INFINITY, '000028000000000R'],
])('%s milliseconds are %s', (ms, written) => {
  expect(relativeValidity(simMs(ms))).toBe(written);
  expect(written).toHaveLength(16);
});
