import { expect, test } from 'vitest';
import { bodyOf, draftErrors, lacksMessage, newDraft, withCallerIdType } from './draft.ts';

const draft = {
  ...newDraft,
  name: 'Reminders',
  callsPerMinute: 60,
  callerIdNumber: '(302) 555-0148',
  callerIdTypeId: 2,
};
const winter = new Date('2026-11-20T15:00:00Z');
const sentences = (given: Partial<typeof draft>, names: string[] = []) =>
  draftErrors({ ...draft, ...given }, names).map(({ message }) => message);

test('a complete draft breaks no rule', () => expect(sentences({})).toEqual([]));

test('an empty draft names what is missing in the order of the form', () => {
  expect(draftErrors(newDraft, []).map(({ message }) => message)).toEqual([
    'Name is Required',
    'The calls per minute must be a number above 0',
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
    'Enter a time from 1:00 to 12:59.',
  ]);
});

test('a type that is not Dynamic clears the bucket', () => {
  const dynamic = { ...withCallerIdType(draft, 3), rciBucketId: 7 };
  expect(withCallerIdType(dynamic, 3).rciBucketId).toBe(7);
  expect(withCallerIdType(dynamic, 1).rciBucketId).toBe(0);
});

test('what is sent holds the wall time as an instant and the days as automatic', () => {
  const start = { weekdays: '1111100', time: { text: '9:00', half: 'AM' as const } };
  expect(bodyOf({ ...draft, start }, winter)).toMatchObject({
    startTime: '2026-11-20T14:00:00Z',
    startWeekdays: '1111100',
    startAutomatically: true,
    stopTime: null,
    stopAutomatically: false,
  });
});

test('one message of two is not enough to save without a question', () => {
  expect(lacksMessage({ ...draft, customerMessageId: 1 })).toBe(true);
  expect(lacksMessage({ ...draft, customerMessageId: 1, machineMessageId: 1 })).toBe(false);
});
