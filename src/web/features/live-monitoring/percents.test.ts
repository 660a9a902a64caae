import fc from 'fast-check';
import { expect, test } from 'vitest';
import { percentOf, percentsOf } from './percents.ts';

test.each([
  [
    [18_102, 26_908, 10_198, 910],
    [32, 48, 18, 2],
  ],
  [
    [1, 1, 1],
    [33, 33, 33],
  ],
  [
    [125, 174, 96, 5],
    [31, 44, 24, 1],
  ],
  [
    [0, 0],
    [0, 0],
  ],
  [
    [1, 199],
    [1, 99],
  ],
  [
    [4, 0, 1, 1],
    [67, 0, 17, 17],
  ],
  [
    [999, 1],
    [100, 0],
  ],
  [
    [1, 1, 1, 1, 1, 1, 1],
    [14, 14, 14, 14, 14, 14, 14],
  ],
])('%j are %j percent', (parts, percents) => expect(percentsOf(parts)).toEqual(percents));

const counts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 });

test('a percent is at most half a percent from the exact share', () => {
  fc.assert(
    fc.property(counts, (parts) => {
      const sum = parts.reduce((total, part) => total + part, 0);
      return percentsOf(parts).every((percent, at) => {
        const exact = sum === 0 ? 0 : (100 * (parts[at] ?? 0)) / sum;
        return Math.abs(percent - exact) <= 0.5;
      });
    }),
  );
});

test('two percents of a whole add up to 100', () => {
  fc.assert(
    fc.property(fc.nat(1_000_000), fc.integer({ min: 1, max: 1_000_000 }), (one, other) => {
      const [first = 0, second = 0] = percentsOf([one, other]);
      return first + second === 100;
    }),
  );
});

test('a part of nothing is 0%, and a part of a whole is rounded', () => {
  expect([percentOf(0, 0), percentOf(2, 3), percentOf(1, 1_000)]).toEqual(['0%', '67%', '0%']);
});
