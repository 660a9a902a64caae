import { expect, test } from 'vitest';
import { callerIdType } from './campaign.ts';
import { broadcastInput, linkbackInput } from './voice-campaign.ts';

const shared = { name: 'Reminders', callerIdNumber: '(302) 555-0148', callerIdTypeId: 2 };
const broadcast = { ...shared, callsPerMinute: 60 };
const linkback = { ...shared, callRatio: 1.5, agentCount: 4, linkbackNumber: '3025550199' };
type Schema = typeof broadcastInput | typeof linkbackInput;
const complaints = (schema: Schema, input: object) =>
  schema.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]);

test('campaigns that keep the rules have no errors', () => {
  expect(complaints(broadcastInput, broadcast)).toBeUndefined();
  expect(complaints(linkbackInput, linkback)).toBeUndefined();
});

test('numbers of calls and agents are whole, a ratio need not be', () => {
  expect(complaints(broadcastInput, { ...broadcast, callsPerMinute: 1.5 })).toEqual([
    ['callsPerMinute', 'The calls per minute must be a whole number.'],
  ]);
  expect(complaints(linkbackInput, { ...linkback, agentCount: 1.5, callRatio: 0.25 })).toEqual([
    ['agentCount', 'The agent count must be a whole number.'],
  ]);
});

test.each([
  ['unreadable in a form', Number.NaN],
  ['of a program', '1,5'],
  ['of a program that writes what a form cannot read', null],
])('a number %s is refused with one sentence', (_, number) => {
  const digits = 'The calls per minute must be a whole number in digits, such as 60.';
  expect(complaints(broadcastInput, { ...broadcast, callsPerMinute: number })?.[0]).toEqual([
    'callsPerMinute',
    digits,
  ]);
  expect(complaints(linkbackInput, { ...linkback, callRatio: number })?.[0]).toEqual([
    'callRatio',
    'The call ratio must be a number in digits, such as 1.5.',
  ]);
});

test.each([
  ['302555014', 'A phone number must have 10 digits'],
  ['23025550148', 'A phone number must have 10 digits'],
])('"%s" is no caller ID number', (callerIdNumber, sentence) => {
  expect(complaints(broadcastInput, { ...broadcast, callerIdNumber })).toEqual([
    ['callerIdNumber', sentence],
  ]);
});

test('rules over several fields are checked beside the others', () => {
  const dynamic = { callerIdTypeId: callerIdType.dynamic, rciBucketId: 0 };
  const days = { startWeekdays: '1000000', stopWeekdays: '0000001', stopTime: null };
  expect(complaints(linkbackInput, { ...linkback, ...dynamic, ...days, name: ' ' })).toEqual([
    ['name', 'Name is Required'],
    ['rciBucketId', 'A bucket must be used for Dynamic Caller ID'],
    ['startTime', 'An auto start time is required for the chosen weekdays'],
    ['stopTime', 'An auto stop time is required for the chosen weekdays'],
  ]);
});

test('a rule is not checked on fields that are unreadable themselves', () => {
  const wrong = { ...broadcast, startWeekdays: 5 };
  expect(complaints(broadcastInput, wrong)?.map(([path]) => path)).toEqual(['startWeekdays']);
  expect(broadcastInput.safeParse(null).success).toBe(false);
});
