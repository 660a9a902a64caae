/** What talks with agents add to the cost of a Linkback, in each of the ways in which it is played. */
import { expect, test } from 'vitest';
import { dayOf } from '../governor/abandonment-days.ts';
import { simMs } from '../milliseconds.ts';
import { forecast } from './forecast.ts';
import type { ForecastInput } from './input.ts';

const at = Date.parse('2026-11-20T15:00:00Z');
const day = 86_400_000;
/** A cent a second. */
const minuteCost = 600_000;
/** Well known, so that two forecasts differ by what is measured. */
const cells = [{ zone: 'America/New_York', hour: 10, counts: [40_000, 0, 60_000, 0, 0, 0] }];
const known = { cells, persons: 100_000, ones: 30_000, nines: 0, stops: 0 };

function input(count: number, more: Partial<ForecastInput> = {}): ForecastInput {
  return {
    ...{ seed: 'talks', runs: 100, at, campaignId: 1, kind: 'linkback', perMinute: 600 },
    ...{ agentCount: 20, callRatio: 1, abandonment: null },
    ...{ pacing: 'ratio', ahead: false, staying: 0, recorded: [] },
    carrier: { perMinute: null, atOnce: null },
    windows: [{ start: simMs(at), end: simMs(at + 14 * day) }],
    classes: [{ zone: 'America/New_York', open: [at, at + 14 * day], due: 0, count }],
    history: known,
    ...{ followUps: [], cap: null, daily: null, leastGapHours: 0, rules: [], otherNumbers: 0 },
    ...{ customerMs: 20_000, machineMs: 15_000, agentMs: 4_000, minuteCost, segments: 1 },
    tick: 50,
    ...more,
  };
}

/** Seconds billed for each who asked, beyond those of a Broadcast: its message and the pause are billed alike. */
function talkOf(count: number, more: Partial<ForecastInput>): number {
  const linkback = forecast(input(count, more)).spreads;
  const broadcast = forecast(input(count, { kind: 'broadcast' })).spreads;
  const dollars = ((linkback.cost.p50 ?? 0) - (broadcast.cost.p50 ?? 0)) / 1e6;
  return (100 * dollars) / (linkback.ones.p50 ?? 0);
}

const rule = { waitSeconds: 20, hangUps: false, firstDay: null, days: [] } as const;
const strict = { ...rule, waitSeconds: 2 } as const;
const ahead = { pacing: 'adaptive', abandonment: strict, ahead: true } as const;
const spent = {
  ...rule,
  firstDay: dayOf(simMs(at)),
  days: [[dayOf(simMs(at)), 2_000, 300]],
} as const;

// A talk of 160 seconds on average, and of the call before it and the agent's message what is not in the first 30;
// up to a tenth of those who ask talk to nobody.
test.each([
  ['played call by call', 1_200, {}, 135, 157],
  ['as the rest of a long list', 20_000, {}, 135, 157],
  ['with agents who are called first', 1_200, { abandonment: spent }, 130, 150],
  ['in adaptive steps', 12_000, { pacing: 'adaptive', abandonment: rule }, 130, 157],
  ['with agents who are called ahead', 12_000, ahead, 122, 147],
] as const)('talks are in the cost, %s', (_, count, more, least, most) => {
  const seconds = talkOf(count, more);
  expect(seconds).toBeGreaterThan(least);
  expect(seconds).toBeLessThan(most);
});

test("the client's cost limit of a day counts talks", () => {
  const used = { attempts: 0, cost: 0, until: at + 14 * 3_600_000 };
  const limit = (cost: number) => ({
    daily: { ...{ attempts: null, cost, used, reserve: 0 }, others: [] },
  });
  const days = (more: Partial<ForecastInput>) =>
    ((forecast(input(1_200, more)).spreads.finish.p50 ?? Number.POSITIVE_INFINITY) - at) / day;
  const silent = forecast(input(1_200, { kind: 'broadcast' })).spreads.cost.p50 ?? 0;
  // Talks cost more than all the rest.
  expect(days(limit(3 * silent))).toBeLessThan(0.5);
  expect(days(limit(1.6 * silent))).toBeGreaterThan(0.55);
});

test('nobody pays for talks that nobody asks for', () => {
  const history = { ...known, ones: 0 };
  const { cost } = forecast(input(1_200, { history })).spreads;
  const broadcast = forecast(input(1_200, { history, kind: 'broadcast' })).spreads.cost;
  expect((cost.p50 ?? 0) / (broadcast.p50 ?? 1)).toBeGreaterThan(0.95);
  expect((cost.p50 ?? 0) / (broadcast.p50 ?? 1)).toBeLessThan(1.05);
});
