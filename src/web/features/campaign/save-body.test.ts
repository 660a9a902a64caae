import { expect, test } from 'vitest';
import { easternWallTime } from '#domain/wall-time.ts';
import { newDraft } from './draft.ts';
import { broadcastBody, linkbackBody } from './save-body.ts';

const draft = {
  ...newDraft('broadcast'),
  name: 'Reminders',
  callsPerMinute: 60,
  callerIdNumber: '(302) 555-0148',
  callerIdTypeId: 2,
};
const winter = new Date('2026-11-20T15:00:00Z');
const weekdays = '1111100';

function startOn(text: string, half: 'AM' | 'PM', now: Date) {
  const start = { weekdays, time: { text, half } };
  return broadcastBody({ ...draft, start }, now).startTime ?? '';
}

test('what is sent holds the wall time as an instant and the days as automatic', () => {
  const start = { weekdays, time: { text: '9:00', half: 'AM' as const } };
  expect(broadcastBody({ ...draft, start }, winter)).toMatchObject({
    callsPerMinute: 60,
    startTime: '2026-11-20T14:00:00Z',
    startWeekdays: weekdays,
    startAutomatically: true,
    stopTime: null,
    stopAutomatically: false,
  });
});

test('a Linkback sends its own fields and no pace', () => {
  const own = { callRatio: 1.5, agentCount: 4, linkbackNumber: '(302) 555-0199' };
  const body = linkbackBody({ ...draft, type: 'linkback', ...own, agentMessageId: 7 }, winter);
  expect(body).toMatchObject({ ...own, agentMessageId: 7 });
  expect(body).not.toHaveProperty('callsPerMinute');
});

test.each([
  ['the day before the clocks go forward', '2026-03-07T17:00:00Z', '2026-03-07T14:00:00Z'],
  ['the day they go forward', '2026-03-08T17:00:00Z', '2026-03-08T13:00:00Z'],
  ['the day after', '2026-03-09T17:00:00Z', '2026-03-09T13:00:00Z'],
  ['the day before the clocks go back', '2026-10-31T17:00:00Z', '2026-10-31T13:00:00Z'],
  ['the day they go back', '2026-11-01T17:00:00Z', '2026-11-01T14:00:00Z'],
  ['the day after', '2026-11-02T17:00:00Z', '2026-11-02T14:00:00Z'],
  [
    'late in the evening, when UTC has the next day',
    '2026-03-08T03:30:00Z',
    '2026-03-07T14:00:00Z',
  ],
])('9:00 AM typed on %s is sent as Eastern', (_day, now, instant) => {
  expect(startOn('9:00', 'AM', new Date(now))).toBe(instant);
});

test('every minute of the day comes back as typed, on days of change too', () => {
  const days = ['2026-03-08T17:00:00Z', '2026-11-01T17:00:00Z', '2026-07-01T17:00:00Z'];
  for (const now of days.map((day) => new Date(day))) {
    for (let minute = 0; minute < 1_440; minute += 15) {
      const hour = Math.floor(minute / 60);
      const two = (value: number) => String(value).padStart(2, '0');
      const typed = `${hour % 12 || 12}:${two(minute % 60)}`;
      const sent = startOn(typed, hour < 12 ? 'AM' : 'PM', now);
      expect(easternWallTime(sent), sent).toBe(`${two(hour)}:${two(minute % 60)}`);
    }
  }
});
