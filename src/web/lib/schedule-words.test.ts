import { expect, test } from 'vitest';
import {
  type AutoTime,
  autoTimesOf,
  clockInWords,
  minutesUntil,
  nextInWords,
  scheduleInWords,
  weekdaysInWords,
} from './schedule-words.ts';

const never = '0000000';
const workdays = '1111100';
const at = (time: string | undefined, weekdays = workdays): AutoTime => ({ time, weekdays });

test.each([
  [never, ''],
  ['1111100', 'Mon–Fri'],
  ['1111111', 'Every day'],
  ['1100000', 'Mon, Tue'],
  ['1010011', 'Mon, Wed, Sat, Sun'],
  ['0000001', 'Sun'],
  ['1110011', 'Mon–Wed, Sat, Sun'],
])('weekdays %s read "%s"', (weekdays, words) => expect(weekdaysInWords(weekdays)).toBe(words));

test.each([
  ['09:00', '9 AM'],
  ['13:30', '1:30 PM'],
  ['12:00', 'noon'],
  ['12:05', '12:05 PM'],
  ['00:00', 'midnight'],
  ['00:30', '12:30 AM'],
])('%s reads "%s"', (time, words) => expect(clockInWords(time)).toBe(words));

test('a start and a later stop of the same days are one span', () => {
  expect(scheduleInWords({ start: at('09:00'), stop: at('20:00') })).toBe('Mon–Fri 9 AM – 8 PM');
});

test('other days, or a stop before the start, are said one by one', () => {
  const saturday = at('17:00', '1111110');
  expect(scheduleInWords({ start: at('09:00'), stop: saturday })).toBe(
    'starts Mon–Fri 9 AM, stops Mon–Sat 5 PM',
  );
  expect(scheduleInWords({ start: at('18:00'), stop: at('06:00') })).toBe(
    'starts Mon–Fri 6 PM, stops Mon–Fri 6 AM',
  );
});

test('only one of both is named, and times without a weekday read as none', () => {
  expect(scheduleInWords({ start: at('09:00'), stop: at('20:00', never) })).toBe(
    'starts Mon–Fri 9 AM',
  );
  expect(scheduleInWords({ start: at(undefined), stop: at('20:00') })).toBe('stops Mon–Fri 8 PM');
  expect(scheduleInWords({ start: at('09:00', never), stop: at('20:00', never) })).toBe('');
});

test('of an instant only its Eastern time of day counts, in summer and in winter', () => {
  const wire = {
    startTime: '2026-07-20T13:00:00Z',
    stopTime: '2026-01-20T01:00:00Z',
    startAutomatically: true,
    stopAutomatically: true,
    startWeekdays: workdays,
    stopWeekdays: workdays,
  };
  expect(scheduleInWords(autoTimesOf(wire))).toBe('Mon–Fri 9 AM – 8 PM');
  expect(scheduleInWords(autoTimesOf({ ...wire, startAutomatically: false }))).toBe(
    'stops Mon–Fri 8 PM',
  );
});

// 10:42 AM on a Friday in Eastern Time.
const friday = new Date('2026-11-20T15:42:00Z');

test.each([
  ['11:00', workdays, '11:00 AM', 18],
  ['10:42', workdays, 'Monday at 10:42 AM', 4320],
  ['09:00', workdays, 'Monday at 9:00 AM', 4218],
  ['09:00', '0000010', 'tomorrow at 9:00 AM', 1338],
  ['09:00', '0000100', 'next Friday at 9:00 AM', 9978],
  ['09:00', never, undefined, undefined],
])('the next %s on %s is %s', (time, weekdays, words, minutes) => {
  expect(nextInWords({ time, weekdays }, friday)).toBe(words);
  expect(minutesUntil({ time, weekdays }, friday)).toBe(minutes);
});
