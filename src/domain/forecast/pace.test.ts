import { expect, test } from 'vitest';
import { simMs } from '../milliseconds.ts';
import { seededRandom } from '../random.ts';
import { AgentPlay } from './agents.ts';
import { quantile } from './draws.ts';
import { forecast } from './forecast.ts';
import type { ForecastInput } from './input.ts';
import { learn } from './shares.ts';

const at = Date.parse('2026-11-20T15:00:00Z');
const day = 86_400_000;

function inputOf(more: Partial<ForecastInput>): ForecastInput {
  return {
    ...{ seed: 'pace', runs: 12, at, campaignId: 1, kind: 'linkback', perMinute: 0 },
    ...{ agentCount: 500, callRatio: 3, abandonment: null },
    ...{
      pacing: 'ratio',
      ahead: false,
      staying: 0,
      recorded: [],
      carrier: { perMinute: null, atOnce: null },
    },
    windows: [{ start: simMs(at), end: simMs(at + 14 * day) }],
    classes: [{ zone: 'America/New_York', open: [at, at + 14 * day], due: 0, count: 30_000 }],
    history: { cells: [], persons: 0, ones: 0, nines: 0, stops: 0 },
    ...{ followUps: [], cap: null, daily: null, leastGapHours: 0, rules: [], otherNumbers: 0 },
    ...{ customerMs: 20_000, machineMs: 15_000, agentMs: 4_000, minuteCost: 0, segments: 1 },
    tick: 1_000,
    ...more,
  };
}

/** Every call played, as the agents' part plays them. */
function playedAll(input: ForecastInput) {
  const { draw } = learn(input);
  const all = input.classes[0]?.count ?? 0;
  const runs = Array.from({ length: input.runs }, (_, index) => {
    const random = seededRandom(`${input.seed}/${index}`);
    const shares = draw(random);
    const play = new AgentPlay(input, random, shares, Number.POSITIVE_INFINITY);
    const of = shares.at('America/New_York', 10);
    let now = at;
    let [left, ones, lost, persons] = [all, 0, 0, 0];
    for (; left > 0; now += 5_000) {
      const played = play.step(now, now + 5_000, left, of);
      left -= played.placed;
      ones += played.ones;
      lost += played.abandoned;
      persons += played.counts[0] ?? 0;
    }
    const rest = play.rest(now);
    return { ms: rest.lastEnd - at, ones: ones + rest.ones, lost: lost + rest.abandoned, persons };
  });
  const middle = (of: (one: (typeof runs)[number]) => number) =>
    quantile(
      runs.map(of).sort((a, b) => a - b),
      0.5,
    );
  return {
    ...{ ms: middle(({ ms }) => ms), ones: middle(({ ones }) => ones) },
    ...{ lost: middle(({ lost }) => lost), persons: middle(({ persons }) => persons) },
  };
}

test.each([
  ['500 agents with 3 calls each', { agentCount: 500, callRatio: 3 }],
  ['more agents than are played one by one', { agentCount: 3_000, callRatio: 2, runs: 4 }],
])('%s keep the pace that they have after the first burst', (_, more) => {
  const input = inputOf(more);
  const { spreads } = forecast(input);
  const { ms, ones } = playedAll(input);
  const said = (spreads.finish.p50 ?? 0) - at;
  expect(Math.abs(said / ms - 1)).toBeLessThan(0.04);
  expect(Math.abs((spreads.ones.p50 ?? 0) / ones - 1)).toBeLessThan(0.15);
});

test('the last talk is waited for', () => {
  // Little is left after what is played: the end is that of a talk.
  const [first] = inputOf({}).classes;
  const input = inputOf({ classes: first ? [{ ...first, count: 9_000 }] : [] });
  const said = (forecast(input).spreads.finish.p50 ?? 0) - at;
  expect(Math.abs(said / playedAll(input).ms - 1)).toBeLessThan(0.06);
});

test('losses go on at the share that was measured', () => {
  const input = inputOf({ agentCount: 20, callRatio: 6, runs: 20 });
  const { spreads } = forecast(input);
  const { lost, persons } = playedAll(input);
  const said = spreads.abandonment.p50 ?? 0;
  expect(Math.abs(said / (lost / persons) - 1)).toBeLessThan(0.3);
});
