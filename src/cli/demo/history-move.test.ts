import { expect, test } from 'vitest';
import { moveHistory } from './history-move.ts';

const dayMs = 86_400_000;
const lastDay = Date.parse('2025-07-16') / dayMs;
const endMinute = 13 * 60 + 56;
const movedTo = (now: string, real = now) =>
  moveHistory({
    ...{ lastDay, endMinute },
    anchor: { simulated: Date.parse(now), real: Date.parse(real) },
  });

const localTime = (ms: number, timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    ms,
  );

test.each(['2026-11-05T19:00:00Z', '2026-03-20T19:00:00Z', '2026-08-01T18:00:00Z'])(
  'each day of the history keeps its time of day in Eastern Time, before %s',
  (now) => {
    const moved = movedTo(now);
    for (let day = lastDay - 29; day <= lastDay; day += 1) {
      for (const hour of [13, 16, 23]) {
        const at = day * dayMs + hour * 3_600_000;
        const there = localTime(moved.sim(at), 'America/New_York');
        expect(there.slice(11)).toBe(localTime(at, 'America/New_York').slice(11));
        expect(there.slice(0, 10)).toBe(
          new Date(moved.day(day) * dayMs).toISOString().slice(0, 10),
        );
      }
    }
  },
);

test('a call at 8:00 in Hawaii stays inside calling hours where the clocks have changed', () => {
  const eight = Date.parse('2025-07-01T18:00:00Z');
  expect(localTime(eight, 'Pacific/Honolulu')).toBe('2025-07-01 08:00:00');
  expect(localTime(movedTo('2026-12-10T20:00:00Z').sim(eight), 'Pacific/Honolulu')).toMatch(
    / 09:00:00$/,
  );
  expect(localTime(movedTo('2026-08-10T20:00:00Z').sim(eight), 'Pacific/Honolulu')).toMatch(
    / 08:00:00$/,
  );
});

test('it ends today once the clock has passed its end, and yesterday before that', () => {
  const end = Date.parse('2025-07-16T17:55:00Z');
  const endsOn = (now: string) => localTime(movedTo(now).sim(end), 'America/New_York');
  expect(endsOn('2026-11-20T19:00:00Z')).toBe('2026-11-20 13:55:00');
  expect(endsOn('2026-11-20T14:00:00Z')).toBe('2026-11-19 13:55:00');
});

test('stamps of the machine are as long before its clock as they look on the platform', () => {
  const moved = movedTo('2026-11-20T19:00:00Z', '2026-11-20T09:00:00Z');
  const at = Date.parse('2025-07-10T17:00:00Z');
  expect(moved.sim(at) - moved.real(at)).toBe(10 * 3_600_000);
});
