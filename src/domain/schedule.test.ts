import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { dueOccurrence, insideWindow, type Schedule } from './schedule.ts';

const at = (instant: string) => Date.parse(instant);
const always = Number.NEGATIVE_INFINITY;
const weekdays: Schedule = {
  startTime: '09:00:00',
  stopTime: '17:00:00',
  startAutomatically: true,
  stopAutomatically: true,
  startWeekdays: '1111100',
  stopWeekdays: '1111100',
};
const due = (schedule: Schedule, instant: string, since: number = always) => {
  const found = dueOccurrence(schedule, at(instant), since);
  return found && `${found.kind} ${found.easternDate} ${found.wallTime}`;
};

describe('a schedule', () => {
  test('starts and stops at its Eastern wall times, to the second', () => {
    // Friday 2026-11-20, Eastern Standard Time.
    expect(due(weekdays, '2026-11-20T13:59:59Z')).toBe('stop 2026-11-19 17:00:00');
    expect(due(weekdays, '2026-11-20T14:00:00Z')).toBe('start 2026-11-20 09:00:00');
    expect(due(weekdays, '2026-11-20T21:59:59Z')).toBe('start 2026-11-20 09:00:00');
    expect(due(weekdays, '2026-11-20T22:00:00Z')).toBe('stop 2026-11-20 17:00:00');
    // The week-end is not ticked.
    expect(due(weekdays, '2026-11-21T15:00:00Z')).toBe('stop 2026-11-20 17:00:00');
    // In July the same wall times are an hour earlier in UTC.
    expect(due(weekdays, '2026-07-01T13:00:00Z')).toBe('start 2026-07-01 09:00:00');
  });

  test('makes up for a missed start until its stop, and without a stop until the day ends', () => {
    const startOnly = { ...weekdays, stopAutomatically: false };
    expect(due(startOnly, '2026-11-21T04:59:00Z')).toBe('start 2026-11-20 09:00:00');
    expect(due(startOnly, '2026-11-21T05:01:00Z')).toBeUndefined();
    const overnight = {
      ...weekdays,
      startTime: '20:00:00',
      stopTime: '02:00:00',
      stopWeekdays: '0111110',
    };
    expect(due(overnight, '2026-11-20T06:30:00Z')).toBe('start 2026-11-19 20:00:00');
    expect(due(overnight, '2026-11-20T07:00:00Z')).toBe('stop 2026-11-20 02:00:00');
  });

  test('has a window of several days where its stop comes days later', () => {
    // From Monday 9:00 to Friday 17:00.
    const week = { ...weekdays, startWeekdays: '1000000', stopWeekdays: '0000100' };
    expect(due(week, '2026-11-18T08:00:00Z')).toBe('start 2026-11-16 09:00:00');
    expect(insideWindow(week, at('2026-11-20T21:59:00Z'))).toBe(true);
    expect(due(week, '2026-11-20T22:00:00Z')).toBe('stop 2026-11-20 17:00:00');
    expect(insideWindow(week, at('2026-11-22T12:00:00Z'))).toBe(false);
    // From Monday 9:00 to the next Monday 8:00.
    const round = { ...week, stopTime: '08:00:00', stopWeekdays: '1000000' };
    expect(insideWindow(round, at('2026-11-16T14:00:00Z'))).toBe(true);
    expect(insideWindow(round, at('2026-11-23T12:59:00Z'))).toBe(true);
    expect(insideWindow(round, at('2026-11-23T13:30:00Z'))).toBe(false);
  });

  test('asks for nothing that lies before it was made', () => {
    expect(due(weekdays, '2026-11-20T15:00:00Z', at('2026-11-20T14:30:00Z'))).toBeUndefined();
    expect(due(weekdays, '2026-11-20T15:00:00Z', at('2026-11-20T14:00:00Z'))).toBe(
      'start 2026-11-20 09:00:00',
    );
  });

  test('a time that a day skips fires at the later instant, one that comes twice at the first', () => {
    const night = {
      ...weekdays,
      startTime: '02:30:00',
      startWeekdays: '1111111',
      stopAutomatically: false,
    };
    const fires = (instant: string) => dueOccurrence(night, at(instant), always)?.at;
    expect(fires('2026-03-08T12:00:00Z')).toBe(at('2026-03-08T07:30:00Z'));
    const twice = { ...night, startTime: '01:30:00' };
    expect(dueOccurrence(twice, at('2026-11-01T12:00:00Z'), always)?.at).toBe(
      at('2026-11-01T05:30:00Z'),
    );
  });

  test('through a whole year every start and stop is asked for exactly once, at its minute', () => {
    const seen = new Map<string, number>();
    const expected = new Map<string, number>();
    const first = Temporal.PlainDate.from('2026-01-01');
    for (let date = first; date.year === 2026; date = date.add({ days: 1 })) {
      const instant = (time: string) =>
        date.toZonedDateTime({ timeZone: 'America/New_York', plainTime: time }).epochMilliseconds;
      const start = instant('09:00');
      const stop = instant('17:00');
      if (date.dayOfWeek <= 5) {
        expected.set(`start ${date}`, start).set(`stop ${date}`, stop);
      }
      for (const now of [instant('00:00'), start - 1, start, start + 1, stop - 1, stop, stop + 1]) {
        const one = dueOccurrence(weekdays, now, instant('00:00') - 86_400_000);
        const key = one && `${one.kind} ${one.easternDate}`;
        if (key && one.at > first.toZonedDateTime('America/New_York').epochMilliseconds) {
          if (!seen.has(key)) seen.set(key, now);
        }
      }
    }
    expect(expected.size).toBe(2 * 261);
    expect(seen).toEqual(expected);
  });

  test('is inside its window between a start and its stop', () => {
    expect(insideWindow(weekdays, at('2026-11-20T15:00:00Z'))).toBe(true);
    expect(insideWindow(weekdays, at('2026-11-20T22:00:00Z'))).toBe(false);
    expect(insideWindow(weekdays, at('2026-11-21T15:00:00Z'))).toBe(false);
    expect(
      insideWindow({ ...weekdays, startAutomatically: false }, at('2026-11-20T15:00:00Z')),
    ).toBe(false);
  });
});
