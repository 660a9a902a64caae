import { expect, test } from 'vitest';
import {
  easternWallTime,
  instantThatKeeps,
  instantToday,
  startOfEasternDay,
  utcTimeSpan,
} from './wall-time.ts';

const winter = new Date('2026-11-20T15:00:00Z');
const summer = new Date('2026-07-01T15:00:00Z');
/** Clocks go from 2:00 to 3:00 on this Eastern day, and from 2:00 back to 1:00 on the other. */
const spring = new Date('2026-03-08T15:00:00Z');
const autumn = new Date('2026-11-01T15:00:00Z');

test('9:00 stays 9:00 in winter and in summer', () => {
  expect(instantToday('09:00', winter)).toBe('2026-11-20T14:00:00Z');
  expect(instantToday('09:00', summer)).toBe('2026-07-01T13:00:00Z');
  expect(easternWallTime('2026-11-20T14:00:00Z')).toBe('09:00');
  expect(easternWallTime('2026-07-01T13:00:00.000Z')).toBe('09:00');
  expect(easternWallTime('2026-07-01T09:00:00-04:00')).toBe('09:00');
});

test('the day is the Eastern one, not that of UTC', () => {
  expect(instantToday('20:30:00', new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-21T01:30:00Z');
});

test('a time that the day skips is taken at the later instant', () => {
  expect(instantToday('02:30', spring)).toBe('2026-03-08T07:30:00Z');
});

test('a time that comes twice is taken the first time', () => {
  expect(instantToday('01:30', autumn)).toBe('2026-11-01T05:30:00Z');
});

test('a time that today skips survives being sent and read', () => {
  expect(easternWallTime(instantThatKeeps('02:30', spring))).toBe('02:30');
  expect(instantThatKeeps('09:00', spring)).toBe(instantToday('09:00', spring));
});

test('the derived spans are hours and minutes in UTC', () => {
  expect(utcTimeSpan(instantToday('17:05', winter))).toBe('22:05');
  expect(utcTimeSpan(instantToday('20:00', winter))).toBe('01:00');
});

test('the Eastern day begins at its midnight, on days of a change too', () => {
  expect(startOfEasternDay(winter).toISOString()).toBe('2026-11-20T05:00:00.000Z');
  expect(startOfEasternDay(spring).toISOString()).toBe('2026-03-08T05:00:00.000Z');
  expect(startOfEasternDay(autumn).toISOString()).toBe('2026-11-01T04:00:00.000Z');
  expect(startOfEasternDay(new Date('2026-11-21T03:00:00Z')).getUTCDate()).toBe(20);
});
