import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dollars, minuteCostFromDollars } from './money.ts';

test.each([
  ['0', 0],
  ['0.02', 20_000],
  ['0.02345', 23_450],
  ['1000', 1_000_000_000],
])('%s dollars a minute are %i micro-dollars', (text, micro) => {
  expect(minuteCostFromDollars(text)).toBe(micro);
});

test.each(['', '0.023456', '-1', '1e3', '.5', '1000.00001', '0,02', 'free'])(
  '"%s" is no minute cost',
  (text) => {
    expect(minuteCostFromDollars(text)).toBeUndefined();
  },
);

test('what is shown reads back as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (tens) => {
      expect(minuteCostFromDollars(dollars(tens * 10))).toBe(tens * 10);
    }),
  );
});
