import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketChoice } from './caller-id-choice.ts';

const unused = (...phones: string[]) => phones.map((phone) => ({ phone, uses: 0 }));
const [dallas, houston, newYork, brooklyn] = [
  '12145550101',
  '17135550101',
  '12125550101',
  '17185550101',
];

test('a number of the same area code comes first, then one of the same state, then any', () => {
  const bucket = bucketChoice(unused(dallas, newYork));
  expect(bucket.choose('12125550199')).toBe(newYork);
  expect(bucket.choose('12145550199')).toBe(dallas);
  // 512 is Austin, 718 Brooklyn: their states' numbers.
  expect(bucket.choose('15125550199')).toBe(dallas);
  expect(bucket.choose('17185550199')).toBe(newYork);
});

test('where neither area code nor state is in the bucket, the least used of all is shown', () => {
  const bucket = bucketChoice([
    { phone: dallas, uses: 5 },
    { phone: newYork, uses: 3 },
  ]);
  const chosen = Array.from({ length: 6 }, () => bucket.choose('12065550199'));
  expect(chosen).toEqual([newYork, newYork, dallas, newYork, dallas, newYork]);
  expect(bucket.choose('18005550199')).toBe(dallas);
});

test('an area code that serves two provinces finds the numbers of both', () => {
  const bucket = bucketChoice(unused(dallas, '19025550101'));
  expect(bucket.choose('17825550199')).toBe('19025550101');
});

test('a newer area code finds the numbers of its state', () => {
  for (const [called, ofState] of [
    // Tennessee, Louisiana, Texas, Florida, Saskatchewan; Georgia's is only announced.
    ['17295550199', '16155550101'],
    ['14575550199', '15045550101'],
    ['16215550199', '12145550101'],
    ['16895550199', '13055550101'],
    ['14745550199', '13065550101'],
    ['15655550199', '14045550101'],
  ] as const) {
    expect(bucketChoice(unused(newYork, ofState)).choose(called), called).toBe(ofState);
  }
});

test('a number that was used much elsewhere is avoided among those of one area code', () => {
  const second = '12145550102';
  const bucket = bucketChoice([
    { phone: dallas, uses: 10 },
    { phone: second, uses: 8 },
  ]);
  const chosen = Array.from({ length: 5 }, () => bucket.choose('12145550199'));
  expect(chosen).toEqual([second, second, dallas, second, dallas]);
});

test('calls anywhere use the numbers they may show evenly', () => {
  const mine = [dallas, '12145550102', '12145550103', houston, newYork, brooklyn];
  fc.assert(
    fc.property(fc.array(fc.constantFrom('214', '713', '512', '212', '347', '206')), (codes) => {
      const bucket = bucketChoice(unused(...mine));
      const shown = codes.map((code) => ({ code, phone: bucket.choose(`1${code}5550199`) }));
      const uses = (code: string, phone: string) =>
        shown.filter((one) => one.code === code && one.phone === phone).length;
      for (const { code, phone } of shown) {
        if (code === '214') expect(phone?.slice(1, 4)).toBe('214');
        if (code === '512') expect([dallas, houston, mine[1], mine[2]]).toContain(phone);
        if (code === '347') expect([newYork, brooklyn]).toContain(phone);
      }
      if (new Set(codes).size === 1 && codes[0] === '214') {
        const counts = mine.slice(0, 3).map((phone) => uses('214', phone));
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }
      if (new Set(codes).size === 1 && codes[0] === '206') {
        const counts = mine.map((phone) => uses('206', phone));
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
      }
    }),
  );
});

test('a call that was not placed does not count; an empty bucket has no number', () => {
  const bucket = bucketChoice(unused(dallas, houston));
  expect(bucket.choose('15125550199')).toBe(dallas);
  bucket.giveBack(dallas);
  expect(bucket.choose('15125550199')).toBe(dallas);
  expect(bucketChoice([]).choose('15125550199')).toBeUndefined();
});
