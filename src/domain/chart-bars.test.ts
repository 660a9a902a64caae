import { expect, test } from 'vitest';
import { chartBars } from './chart-bars.ts';

const zone = 'America/New_York';
const span = (at: string, person: number) => ({
  start: new Date(at),
  ...{ person, machine: 0, notAnswered: 0, failed: 1 },
});

test('hours without records are bars without height', () => {
  const { step, bars } = chartBars(
    [span('2026-11-20T14:00:00Z', 3), span('2026-11-20T17:00:00Z', 2)],
    undefined,
    zone,
  );
  expect(step).toBe('hour');
  expect(bars.map(({ person }) => person)).toEqual([3, 0, 0, 2]);
});

test('above three days a bar is a day of the zone, also one of 25 hours', () => {
  const { step, bars } = chartBars(
    [
      span('2026-10-31T03:00:00Z', 1),
      span('2026-11-01T04:00:00Z', 2),
      span('2026-11-02T04:00:00Z', 4),
      span('2026-11-03T16:00:00Z', 8),
    ],
    undefined,
    zone,
  );
  expect(step).toBe('day');
  expect(bars.map(({ person }) => person)).toEqual([1, 0, 6, 0, 8]);
  const [, , long] = bars;
  expect(((long?.end.getTime() ?? 0) - (long?.start.getTime() ?? 0)) / 3_600_000).toBe(25);
});

test('nothing lost, nothing doubled, whatever the step', () => {
  const hours = Array.from({ length: 400 }, (_, at) =>
    span(new Date(Date.UTC(2026, 9, 20, at * 3)).toISOString(), at),
  );
  const sum = hours.reduce((total, { person }) => total + person, 0);
  const { bars } = chartBars(hours, undefined, zone);
  expect(bars.reduce((total, { person }) => total + person, 0)).toBe(sum);
});

test('no records, no bars', () => {
  expect(chartBars([], undefined, zone).bars).toEqual([]);
});
