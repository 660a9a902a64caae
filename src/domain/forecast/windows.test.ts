/** A campaign that goes on after its stop, against arithmetic: each start keeps the pace from its first call on. */
import { expect, test } from 'vitest';
import { simMs } from '../milliseconds.ts';
import { forecast } from './forecast.ts';
import { slots } from './ground.ts';
import { dayMs, type ForecastInput } from './input.ts';

const [minute, hour] = [60_000, 3_600_000];
/** 10:00 in New York. */
const ten = Date.parse('2026-11-20T15:00:00Z');
/** Stopped after two hours, on each of 14 days. */
const daily = Array.from({ length: 14 }, (_, day) => ({
  start: simMs(ten + day * dayMs),
  end: simMs(ten + day * dayMs + 2 * hour),
}));

interface Wish {
  kind: 'broadcast' | 'texting';
  perMinute: number;
  count: number;
}

function inputOf({ count, ...of }: Wish, more: Partial<ForecastInput> = {}): ForecastInput {
  return {
    ...{ seed: 'windows', runs: 40, at: ten, campaignId: 1, agentCount: 0, callRatio: 0 },
    ...{ pacing: 'ratio', ahead: false, staying: 0, recorded: [], abandonment: null },
    ...{ carrier: { perMinute: null, atOnce: null }, windows: daily },
    classes: [{ zone: 'America/New_York', open: [ten, ten + 14 * dayMs], due: 0, count }],
    history: { cells: [], persons: 0, ones: 0, nines: 0, stops: 0 },
    ...{ followUps: [], cap: null, daily: null, leastGapHours: 0, rules: [], otherNumbers: 0 },
    ...{ customerMs: 20_000, machineMs: 15_000, agentMs: 4_000, minuteCost: 0, segments: 1 },
    ...{ tick: 1_000, ...of, ...more },
  };
}

/** Minutes by which the forecast ends later than the last attempt begins. */
function lateBy(wish: Wish, more: Partial<ForecastInput> = {}): number {
  const inWindow = wish.perMinute * 120;
  const last = wish.count - 1;
  const begins =
    ten + Math.floor(last / inWindow) * dayMs + ((last % inWindow) / wish.perMinute) * minute;
  const { finish } = forecast(inputOf(wish, more)).spreads;
  return ((finish.p50 ?? 0) - begins) / minute;
}

test.each([
  { perMinute: 2, count: 300 },
  { perMinute: 60, count: 20_000 },
  { perMinute: 60, count: 40_000 },
  { perMinute: 200, count: 60_000 },
])(
  '$count calls or texts at $perMinute a minute are as many in each window as in the first',
  (of) => {
    for (const kind of ['broadcast', 'texting'] as const) {
      const late = lateBy({ ...of, kind });
      // From one interval early to the end of the last call.
      expect(late, kind).toBeGreaterThan(-0.6);
      expect(late, kind).toBeLessThan(1.5);
    }
  },
);

const most = (of: ForecastInput) => Math.max(...(forecast(of).zones[0]?.attempts ?? []));

test('no half hour of the picture has more attempts than the pace allows, after a stop neither', () => {
  const twice = [ten, ten + 3 * hour].map((start) => ({
    ...{ start: simMs(start), end: simMs(start + 2 * hour) },
  }));
  for (const perMinute of [2, 60, 200]) {
    const wish: Wish = { kind: 'broadcast', perMinute, count: perMinute * 200 };
    expect(lateBy(wish)).toBeLessThan(1.5);
    // The first call of a window is due at once.
    expect(most(inputOf(wish, { windows: twice }))).toBeLessThanOrEqual(perMinute * 30 + 1);
  }
});

test('a picture that begins between two half hours counts what lies in each', () => {
  const at = ten + 7 * minute;
  const open = [ten, ten + hour, ten + hour, ten + 14 * dayMs];
  const wish: Wish = { kind: 'texting', perMinute: 10, count: 5_000 };
  const input = inputOf(wish, {
    ...{ at, windows: [{ start: simMs(at), end: simMs(at + 14 * dayMs) }] },
    classes: [{ zone: 'America/New_York', open, due: 0, count: 5_000 }],
  });
  const { attempts } = forecast(input).zones[0] ?? { attempts: [] };
  expect(attempts).toHaveLength(slots);
  expect(Math.max(...attempts)).toBeLessThanOrEqual(301);
  expect(Math.min(...attempts.slice(0, 16))).toBeGreaterThan(297);
  expect(attempts.reduce((sum, one) => sum + one, 0)).toBeCloseTo(5_000, -1);
});
