import { expect, test } from 'vitest';
import { realMs, simMs } from './milliseconds.ts';
import { simulatedAt, simulationBegin } from './simulation-clock.ts';

const at = (instant: string) => Date.parse(instant);

test('a given start is where the clock begins, whatever the hour', () => {
  const start = simMs(at('2026-03-08T06:30:00Z'));
  expect(simulationBegin(realMs(at('2026-11-20T03:00:00Z')), start)).toEqual({
    at: start,
    notice: null,
  });
});

test('without one it begins now from 14:00 to 18:00 Eastern, else at 14:00 of that Eastern day', () => {
  for (const inside of ['2026-11-20T19:00:00Z', '2026-11-20T22:59:59Z', '2026-07-01T18:00:00Z']) {
    expect(simulationBegin(realMs(at(inside)), undefined)).toEqual({
      at: at(inside),
      notice: null,
    });
  }
  for (const [outside, begin] of [
    ['2026-11-20T23:00:00Z', '2026-11-20T19:00:00Z'],
    ['2026-11-21T04:59:00Z', '2026-11-20T19:00:00Z'],
    ['2026-11-21T05:01:00Z', '2026-11-21T19:00:00Z'],
    ['2026-07-01T12:00:00Z', '2026-07-01T18:00:00Z'],
  ] as const) {
    const { at: began, notice } = simulationBegin(realMs(at(outside)), undefined);
    expect(began).toBe(at(begin));
    expect(notice).toContain('14:00 Eastern');
  }
});

test('it runs faster than real time by the speed', () => {
  const anchor = { realAnchor: realMs(1_000), simulatedAnchor: simMs(50_000), speed: 60 };
  expect(simulatedAt(anchor, realMs(2_000))).toBe(110_000);
});
