import { expect, test } from 'vitest';
import { simMs } from '../milliseconds.ts';
import { type RecordedCourse, stagesOfRecord } from './stages-of-record.ts';

const talked: RecordedCourse = {
  ...{ startedAt: simMs(1_000), answeredAt: simMs(9_000), finishedAt: simMs(90_000) },
  ...{ result: 'person', askedAfter: 14_000, connectedAfter: 20_000, agentLeftAfter: null },
};

test('a stored call teaches how long it rang, when its person asked, and how long an agent was engaged', () => {
  expect(stagesOfRecord(talked)).toEqual([
    { stage: 'ringing', age: 8_000, awaited: true },
    { stage: 'listening', age: 6_000, awaited: true },
    { stage: 'engaged', age: 75_000, awaited: true, leftByCustomer: true },
  ]);
  expect(stagesOfRecord({ ...talked, agentLeftAfter: 88_900 })).toContainEqual({
    ...{ stage: 'engaged', age: 75_000, awaited: true, leftByCustomer: false },
  });
  expect(stagesOfRecord({ ...talked, askedAfter: null, connectedAfter: null })).toEqual([
    { stage: 'ringing', age: 8_000, awaited: true },
    { stage: 'listening', age: 81_000, awaited: false },
  ]);
});

test('a machine and a call that nobody answers ring, and an unknown end teaches nothing', () => {
  expect(stagesOfRecord({ ...talked, result: 'machine' })).toHaveLength(1);
  const silent = { ...talked, answeredAt: null, result: 'no_answer' };
  expect(stagesOfRecord(silent)).toEqual([{ stage: 'ringing', age: 89_000, awaited: false }]);
  expect(stagesOfRecord({ ...silent, result: 'unknown' })).toEqual([]);
  expect(stagesOfRecord({ ...talked, result: 'unknown' })).toEqual([]);
});
