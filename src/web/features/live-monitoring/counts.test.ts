import { expect, test } from 'vitest';
import { formatPercent } from '../../lib/format.ts';
import { countsOf, shareOf } from './counts.ts';

const broadcast = {
  campaignId: 1,
  clientId: 1,
  campaignType: 1 as const,
  countTotal: 1000,
  countTotalCalled: 400,
  countPerson: 125,
  countMachine: 174,
  countTotalNoAnswer: 96,
  countTotalFailed: 5,
  avgDuration: 21,
  dncCount: 10,
  countInProgress: 0,
};

test('called is the sum of the results, and remaining the total less called', () => {
  const { total, called, remaining, parts } = countsOf(broadcast);
  expect([total, called, remaining]).toEqual([1000, 400, 600]);
  expect(parts.map(({ value }) => value)).toEqual([125, 174, 96, 5]);
});

test('of texts, sent is delivered and failed', () => {
  const texts = { textTotal: 50, textDelivered: 30, textFailed: 4, textRemaining: 16 };
  const counts = countsOf({ campaignId: 1, clientId: 1, campaignType: 3, ...texts });
  expect([counts.called, counts.remaining]).toEqual([34, 16]);
});

test('percents are rounded, and 0% where there is nothing to share', () => {
  expect(formatPercent(shareOf(125, 400))).toBe('31%');
  expect(formatPercent(shareOf(174, 400))).toBe('44%');
  expect(formatPercent(shareOf(5, 1000))).toBe('1%');
  expect(formatPercent(shareOf(4, 1000))).toBe('0%');
  expect(formatPercent(shareOf(0, 0))).toBe('0%');
});
