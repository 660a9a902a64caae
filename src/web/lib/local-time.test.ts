import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import {
  formatArchiveTime,
  formatLocalDateTime,
  formatMarkedTime,
  formatRecordTime,
  localDay,
  localInstant,
  offsetName,
} from './local-time.ts';
import { chooseZone, zoneMark, zoneName } from './zone.ts';

const stored = new Map<string, string>();
beforeAll(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});
afterEach(() => chooseZone('eastern'));

const late = '2026-11-21T03:41:07Z';

test('times are Eastern, whatever the zone of the machine, until the person switches', () => {
  expect(formatRecordTime(late)).toBe('2026-11-20 10:41:07 PM');
  expect(formatArchiveTime(late)).toBe('2026-11-20 22:41:07');
  expect(formatLocalDateTime(late, new Date('2026-12-01'))).toBe('Nov 20, 10:41 PM');
  expect(formatMarkedTime(late)).toBe('10:41 PM ET');
  expect(formatMarkedTime(late, 'seconds')).toBe('10:41:07 PM ET');
  expect(localDay(new Date(late))).toBe('2026-11-20');
  expect([zoneMark(new Date(late)), zoneName(new Date(late))]).toEqual(['ET', 'Eastern Time']);
  expect(offsetName(new Date(late))).toBe('UTC-05:00');
});

test("after the switch they are the browser's, and it is remembered", () => {
  chooseZone('browser');
  const date = new Date(late);
  expect(stored.get('timeZone')).toBe('browser');
  expect(formatRecordTime(late)).toMatch(new RegExp(`^${date.getFullYear()}-`));
  const hour = date.getHours() % 12 || 12;
  expect(formatRecordTime(late)).toContain(` ${String(hour).padStart(2, '0')}:41:07 `);
  expect(zoneMark(date)).not.toBe('ET');
  const day = localDay(date);
  const time = [date.getHours(), date.getMinutes(), date.getSeconds()]
    .map((value) => String(value).padStart(2, '0'))
    .join(':');
  expect(localInstant(day, time)).toBe(date.getTime());
});

test('a day and time are an instant of the zone, also where clocks are changed', () => {
  const at = (day: string, time: string) => new Date(localInstant(day, time) ?? 0).toISOString();
  expect(at('2026-11-20', '10:41:07')).toBe('2026-11-20T15:41:07.000Z');
  expect(at('2026-07-01', '00:00:00')).toBe('2026-07-01T04:00:00.000Z');
  // Twice in the night of November 1: the first. Not at all in that of March 8: an hour later.
  expect(at('2026-11-01', '01:30:00')).toBe('2026-11-01T05:30:00.000Z');
  expect(at('2026-03-08', '02:30:00')).toBe('2026-03-08T07:30:00.000Z');
  expect(localInstant('2026-13-01', '10:00:00')).toBeUndefined();
  expect(localInstant('', '10:00:00')).toBeUndefined();
});

test('an invalid or absent date is blank', () => {
  for (const nothing of ['not a date', '', null, undefined]) {
    expect([formatRecordTime(nothing), formatArchiveTime(nothing)]).toEqual(['', '']);
    expect([formatLocalDateTime(nothing), formatMarkedTime(nothing)]).toEqual(['', '']);
  }
});
