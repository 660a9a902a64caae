import { expect, test } from 'vitest';
import { noTime, typedTimeOf } from './clock-time.ts';
import type { AutoDraft } from './draft.ts';
import { scheduleQuestion } from './schedule-question.ts';
import { noWeekdays } from './weekdays.ts';

const auto = (weekdays: string, wallTime: string): AutoDraft => ({
  weekdays,
  time: typedTimeOf(wallTime),
});
const none: AutoDraft = { weekdays: noWeekdays, time: noTime };
const nothing = { start: none, stop: none };
const work = '1111100';
const asked = (start: AutoDraft, stop: AutoDraft) => scheduleQuestion({ start, stop }, nothing);

test.each([
  ['nine to five', auto(work, '09:00'), auto(work, '17:00')],
  ['fourteen hours', auto(work, '08:00'), auto(work, '22:00')],
  ['a night from day to day', auto('1000000', '20:00'), auto('0100000', '06:00')],
  ['over Sunday into Monday', auto('0000001', '20:00'), auto('1000000', '06:00')],
  ['no automatic start', none, auto(work, '08:00')],
  ['a time without a day', { ...none, time: typedTimeOf('09:00') }, none],
])('%s is saved without a question', (_, start, stop) => {
  expect(asked(start, stop)).toBeUndefined();
});

test('a stop before the start on the same days is questioned with what it would mean', () => {
  expect(asked(auto('1000000', '09:00'), auto('1000000', '08:00'))).toBe(
    'The stop at 8:00 AM lies before the start at 9:00 AM. The campaign would run for 6 days and 23 hours, from Monday at 9:00 AM to Monday at 8:00 AM.',
  );
  expect(asked(auto(work, '09:00'), auto(work, '08:00'))).toBe(
    'The stop at 8:00 AM lies before the start at 9:00 AM. The campaign would run for 2 days and 23 hours, from Friday at 9:00 AM to Monday at 8:00 AM.',
  );
});

test('a run of more than 14 hours is questioned, over midnight and past a day without a stop too', () => {
  expect(asked(auto(work, '06:00'), auto(work, '20:01'))).toBe(
    'The campaign would run for 14 hours and 1 minute, from Monday at 6:00 AM to Monday at 8:01 PM.',
  );
  expect(asked(auto('1000000', '20:00'), auto('0100000', '20:00'))).toContain('run for 1 day,');
  expect(asked(auto(work, '09:00'), auto('1111000', '17:00'))).toContain(
    'from Friday at 9:00 AM to Monday at 5:00 PM',
  );
});

test('a start without a stop, and a stop at the very moment of the start, are questioned', () => {
  expect(asked(auto(work, '09:00'), none)).toContain('never stops by itself');
  expect(asked(auto(work, '09:00'), { ...none, time: typedTimeOf('17:00') })).toContain(
    'never stops by itself',
  );
  expect(asked(auto(work, '09:00'), auto(work, '09:00'))).toContain('never run');
});

test('times that were saved as they are do not ask again', () => {
  const odd = { start: auto(work, '09:00'), stop: none };
  expect(scheduleQuestion(odd, odd)).toBeUndefined();
  expect(scheduleQuestion(odd, nothing)).toBeDefined();
});
