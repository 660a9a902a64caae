import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NumberSet } from './number-set.ts';

test('it knows exactly the numbers that were added, over its whole range and while it grows', () => {
  const number = fc.oneof(
    fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }),
    fc.integer({ min: 5_999_999_990, max: 6_000_000_010 }),
    fc.constantFrom(2_000_000_000, 9_999_999_999),
  );
  fc.assert(
    fc.property(fc.array(number, { maxLength: 300 }), (numbers) => {
      const set = new NumberSet();
      const known = new Set<number>();
      for (const one of numbers) {
        expect(set.add(one)).toBe(!known.has(one));
        known.add(one);
      }
    }),
    { numRuns: 100 },
  );
  const large = new NumberSet();
  for (let one = 0; one < 50_000; one++) expect(large.add(3_000_000_000 + one * 7919)).toBe(true);
  for (let one = 0; one < 50_000; one++) expect(large.add(3_000_000_000 + one * 7919)).toBe(false);
});
