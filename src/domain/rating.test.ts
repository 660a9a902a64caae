import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answeredSeconds, billedDuration, callCost } from './rating.ts';

test('steps of 6 seconds, at least 30, nothing when not answered', () => {
  const examples: [number | null, number][] = [
    [null, 0],
    [0, 30],
    [1, 30],
    [30_000, 30],
    [30_001, 36],
    [36_000, 36],
    [36_001, 42],
    [59_999, 60],
  ];
  for (const [ms, billed] of examples) expect(billedDuration(ms)).toBe(billed);
});

test('what is billed covers the call, by less than a step beyond the minimum', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 7_200_000 }), (ms) => {
      const billed = billedDuration(ms);
      expect(billed % 6).toBe(0);
      expect(billed * 1000).toBeGreaterThanOrEqual(ms);
      if (billed > 30) expect(billed * 1000 - ms).toBeLessThan(6000);
    }),
  );
});

test('a cost is whole micro-dollars and exact for prices of five decimals', () => {
  expect(callCost(30, 20_000)).toBe(10_000);
  expect(callCost(36, 12_350)).toBe(7_410);
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1200 }),
      fc.integer({ min: 0, max: 500_000 }),
      (steps, price) => {
        expect(callCost(steps * 6, price * 10)).toBe(steps * price);
      },
    ),
  );
  expect(answeredSeconds(null)).toBe(0);
  expect(answeredSeconds(1_499)).toBe(1);
});
