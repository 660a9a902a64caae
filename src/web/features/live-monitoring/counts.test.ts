import { expect, test } from 'vitest';
import { countsOf, transfersOf } from './counts.ts';

const voice = {
  campaignId: 1,
  clientId: 1,
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
const broadcast = { ...voice, campaignType: 1 as const };

test('called is the sum of the results, and remaining the total less called', () => {
  const { total, called, remaining, parts } = countsOf(broadcast);
  expect([total, called, remaining]).toEqual([1000, 400, 600]);
  expect(parts.map(({ value }) => value)).toEqual([125, 174, 96, 5]);
});

test('the percents of the results are rounded and add up to 100', () => {
  expect(countsOf(broadcast).parts.map(({ percent }) => percent)).toEqual([
    ...['31%', '44%', '24%', '1%'],
  ]);
  const six = {
    ...broadcast,
    countPerson: 4,
    countMachine: 0,
    countTotalNoAnswer: 1,
    countTotalFailed: 1,
  };
  expect(countsOf(six).parts.map(({ percent }) => percent)).toEqual(['66%', '0%', '17%', '17%']);
});

test('of texts, sent is delivered and failed', () => {
  const texts = {
    textTotal: 50,
    textDelivered: 30,
    textFailed: 4,
    textRemaining: 16,
    dncCount: 0,
    countInProgress: 0,
  };
  const counts = countsOf({ campaignId: 1, clientId: 1, campaignType: 3, ...texts });
  expect([counts.called, counts.remaining]).toEqual([34, 16]);
  expect(counts.parts.map(({ label, percent }) => `${label} ${percent}`)).toEqual([
    'Delivered 88%',
    'Failed 12%',
  ]);
});

test('transferred and not transferred make up those a person answered', () => {
  const agents = { countTransfer: 20, countAbandoned: 3, avgDurationTransfer: 9 };
  const stats = { ...voice, campaignType: 2 as const, ...agents };
  expect(transfersOf(stats).map(({ value, percent }) => [value, percent])).toEqual([
    [20, '16%'],
    [105, '84%'],
  ]);
  expect(countsOf(stats).called).toBe(400);
});

test('an unknown type is an error, not a row of zeros', () => {
  const unknown = { ...broadcast, campaignType: 9 } as never;
  expect(() => countsOf(unknown)).toThrow('Unknown campaign type encountered');
});
