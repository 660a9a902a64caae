import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOf, percentsOf, percentsWithin, percentWords } from './percents.ts';

test.each([
  [
    [18_102, 26_908, 10_198, 910],
    ['32%', '48%', '18%', '2%'],
  ],
  [
    [1, 1, 1],
    ['34%', '33%', '33%'],
  ],
  [
    [125, 174, 96, 5],
    ['31%', '44%', '24%', '1%'],
  ],
  [
    [0, 0],
    ['0%', '0%'],
  ],
  [
    [1, 199],
    ['1%', '99%'],
  ],
  // Found on 2026-11: 597 of 600 called, and "100%" beside "3 remaining, 0%".
  [
    [597, 3],
    ['99%', '1%'],
  ],
  [
    [4, 0, 1, 1],
    ['66%', '0%', '17%', '17%'],
  ],
  [
    [999, 1],
    ['>99%', '<1%'],
  ],
  [
    [1, 1, 499, 499],
    ['<1%', '<1%', '50%', '50%'],
  ],
])('%j are %j', (parts, words) => expect(percentWords(parts)).toEqual(words));

const counts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 8 });
const sumOf = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

test('the percents of a whole add up to 100', () => {
  fc.assert(
    fc.property(counts, (parts) => {
      expect(sumOf(percentsOf(parts))).toBe(sumOf(parts) > 0 ? 100 : 0);
    }),
  );
});

test('a percent is less than one from the exact share', () => {
  fc.assert(
    fc.property(counts, (parts) => {
      const sum = sumOf(parts);
      for (const [at, percent] of percentsOf(parts).entries()) {
        const exact = sum === 0 ? 0 : (100 * (parts[at] ?? 0)) / sum;
        expect(Math.abs(percent - exact)).toBeLessThan(1);
      }
    }),
  );
});

test('0% is said of nothing only, and 100% only where nothing else is', () => {
  fc.assert(
    fc.property(counts, (parts) => {
      const sum = sumOf(parts);
      for (const [at, words] of percentWords(parts).entries()) {
        const part = parts[at] ?? 0;
        expect(words === '0%').toBe(part === 0);
        expect(words === '100%').toBe(part > 0 && part === sum);
        // The two that are not exact are true.
        if (words === '<1%') expect(part / sum).toBeLessThan(0.01);
        if (words === '>99%') expect(part / sum).toBeGreaterThan(0.99);
      }
    }),
  );
});

test('parts of a part add up to the percent that stands for all of them', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), counts, (called, rest) => {
      const whole = called + sumOf(rest);
      const [, points = 0] = percentsOf([called, sumOf(rest)]);
      expect(sumOf(percentsWithin(rest, whole, points))).toBe(points);
    }),
  );
});

test('a part of nothing is 0%, and a part of a whole is rounded', () => {
  expect([percentOf(0, 0), percentOf(2, 3), percentOf(1, 1_000), percentOf(7, 7)]).toEqual([
    ...['0%', '67%', '<1%', '100%'],
  ]);
});
