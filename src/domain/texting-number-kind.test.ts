import { expect, test } from 'vitest';
import {
  numberHint,
  paceWords,
  senderNumber,
  usualKindOf,
  usualSegmentsPerSecond,
} from './texting-number-kind.ts';

test('every toll-free code is known, and no other number is taken for one', () => {
  const codes = Array.from({ length: 800 }, (_, n) => String(n + 200));
  const free = codes.filter((code) => usualKindOf(`1${code}5550100`) === 'toll-free');
  expect(free).toEqual(['800', '833', '844', '855', '866', '877', '888']);
  expect(usualKindOf('13025550100')).toBe('long-code');
});

test('a long code sends 1 segment a second, a toll-free number 3, and the others send like a long code until the operator sets them', () => {
  expect(usualSegmentsPerSecond).toEqual({
    ...{ 'long-code': 1, 'toll-free': 3, '10dlc': 1, 'short-code': 1 },
  });
  expect([1, 3, 0.5].map(paceWords)).toEqual([
    ...['1 segment a second', '3 segments a second', '0.5 segments a second'],
  ]);
});

test.each([
  [60, 1, undefined],
  [61, 1, /1 segment a second: at most 60 texts/],
  [180, 3, undefined],
  [5_000, 75, /75 segments a second: at most 4,500 texts/],
  // As a float of four bytes.
  [6, Math.fround(0.1), undefined],
  [undefined, 1, undefined],
  [600, undefined, undefined],
])('%s texts a minute from a number with %s segments a second', (perMinute, perSecond, words) => {
  const number = perSecond === undefined ? {} : { segmentsPerSecond: perSecond };
  const hint = numberHint(perMinute, number);
  if (words) expect(hint).toMatch(words);
  else expect(hint).toBeUndefined();
});

test('a sender number has eleven digits and begins with 1', () => {
  expect(senderNumber({ phoneNumber: '13025550148' })).toBeDefined();
  for (const phoneNumber of ['3025550148', '23025550148', '130255501489', '1302555014x', '']) {
    expect(senderNumber({ phoneNumber })).toBeUndefined();
  }
});
