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
    [34, 33, 33],
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
    [999, 1],
    [100, 0],
  ],
  [
    [1, 1, 1, 1, 1, 1, 1],
    [15, 15, 14, 14, 14, 14, 14],
  ],
])('%j are %j percent', (parts, percents) => expect(percentsOf(parts)).toEqual(percents));

test('percents add up to 100 and lie less than one from the exact share', () => {
  const counts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(counts, (parts) => {
      const sum = parts.reduce((total, part) => total + part, 0);
      const percents = percentsOf(parts);
      const total = percents.reduce((one, other) => one + other, 0);
      const near = percents.every((percent, at) => {
        const exact = sum === 0 ? 0 : (100 * (parts[at] ?? 0)) / sum;
        return Math.abs(percent - exact) < 1;
      });
      return near && total === (sum === 0 ? 0 : 100);
    }),
  );
});

test('a part of nothing is 0%, and a part of a whole is rounded', () => {
  expect([percentOf(0, 0), percentOf(2, 3), percentOf(1, 1_000)]).toEqual(['0%', '67%', '0%']);
});
