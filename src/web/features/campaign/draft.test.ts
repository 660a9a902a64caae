import { expect, test } from 'vitest';
import { draftOf, lacksMessage, newDraft, withCallerIdType } from './draft.ts';
import { draftErrors } from './draft-errors.ts';
import { linkbackBody } from './save-body.ts';

const draft = {
  ...newDraft('broadcast'),
  name: 'Reminders',
  callsPerMinute: 60,
  callerIdNumber: '(302) 555-0148',
  callerIdTypeId: 2,
};
const linkback = {
  ...draft,
  ...{ type: 'linkback' as const, callsPerMinute: undefined },
  ...{ callRatio: 1.5, agentCount: 4, linkbackNumber: '(302) 555-0199' },
};
const sentences = (given: Partial<typeof draft>, names: string[] = []) =>
  draftErrors({ ...draft, ...given }, names).map(({ message }) => message);

test('a complete draft breaks no rule', () => expect(sentences({})).toEqual([]));

test('an empty draft names what is missing in the order of the form', () => {
  expect(draftErrors(newDraft('broadcast'), []).map(({ message }) => message)).toEqual([
    'Name is Required',
    'The calls per minute must be a number above 0.',
    'A phone number is required',
    'A caller id is required',
  ]);
});

test('a name that another campaign has is refused, whatever its case', () => {
  expect(sentences({}, [' reminders '])).toEqual(['Campaign name must be unique']);
});

test('ticked days need a time, and a time must be one', () => {
  const weekdays = '1000000';
  expect(sentences({ start: { weekdays, time: { text: ' ', half: 'AM' } } })).toEqual([
    'An auto start time is required for the chosen weekdays',
  ]);
  expect(sentences({ stop: { weekdays, time: { text: '25', half: 'AM' } } })).toEqual([
    'Enter a time such as 9:00, 6 PM or 18:00.',
  ]);
});

test('a type that is not Dynamic clears the bucket', () => {
  const dynamic = { ...withCallerIdType(draft, 3), rciBucketId: 7 };
  expect(withCallerIdType(dynamic, 3).rciBucketId).toBe(7);
  expect(withCallerIdType(dynamic, 1).rciBucketId).toBe(0);
});

test('one message of two is not enough to save without a question', () => {
  expect(lacksMessage({ ...draft, customerMessageId: 1 })).toBe(true);
  expect(lacksMessage({ ...draft, customerMessageId: 1, machineMessageId: 1 })).toBe(false);
});

test('an empty Linkback names its own fields in the order of the form', () => {
  expect(draftErrors(newDraft('linkback'), []).map(({ message }) => message)).toEqual([
    'Name is Required',
    'The call ratio must be a number above 0.',
    'The agent count must be a number above 0.',
    'A phone number is required',
    'A phone number is required',
    'A caller id is required',
  ]);
  expect(draftErrors(linkback, [])).toEqual([]);
});

test.each([
  [{ callRatio: 0 }, 'The call ratio must be a number above 0.'],
  [{ callRatio: 11 }, 'The call ratio can be at most 10.'],
  [{ agentCount: -1 }, 'The agent count must be a number above 0.'],
  [{ agentCount: 10_001 }, 'The agent count can be at most 10,000.'],
  [{ linkbackNumber: '(302) 555-01' }, 'A phone number must have 10 digits'],
])('a Linkback with %j is refused', (given, sentence) => {
  expect(draftErrors({ ...linkback, ...given }, []).map(({ message }) => message)).toEqual([
    sentence,
  ]);
});

test('a Linkback lacks a message while any of the three is unset', () => {
  const two = { ...linkback, customerMessageId: 1, machineMessageId: 1 };
  expect(lacksMessage(two)).toBe(true);
  expect(lacksMessage({ ...two, agentMessageId: 1 })).toBe(false);
});

test('what is stored comes back as it was typed', () => {
  const stored = { ...linkbackBody(linkback, new Date()), linkbackNumber: '13025550199' };
  const campaign = { ...stored, callerIdNumber: '13025550148' } as never;
  expect(draftOf(campaign)).toEqual(linkback);
});
