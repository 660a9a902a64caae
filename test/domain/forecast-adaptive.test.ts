import { expect, test } from 'vitest';
import { forecast } from '../../src/domain/forecast/forecast.ts';
import type { ForecastInput } from '../../src/domain/forecast/input.ts';
import { guardedRoom } from '../../src/domain/governor/guarded-pacing.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { adaptiveDays } from '../simulation/adaptive-days.ts';
import { playDays } from '../simulation/linkback-days.ts';

const at = Date.parse('2026-11-20T15:00:00Z');

interface Wish {
  seed: number;
  agentCount: number;
  minutes: number;
  waitSeconds: 2 | 20;
}

/** A public of its own for each seed, of which the forecast knows 150 calls. */
function townOf(seed: number) {
  const person = 0.22 + 0.03 * ((seed % 3) - 1);
  return { person, machine: 0.45, pressesOne: 0.12 + 0.015 * ((seed % 4) - 1.5) };
}

function said({ seed, agentCount, minutes, waitSeconds }: Wish) {
  const { person, machine, pressesOne } = townOf(seed);
  const counts = [person, machine, 1 - person - machine - 0.09, 0.05, 0.04, 0];
  const known = 150;
  const input: ForecastInput = {
    ...{ seed: String(seed), runs: 40, at, campaignId: 1, kind: 'linkback', perMinute: 0 },
    ...{ agentCount, callRatio: 3, pacing: 'adaptive', recorded: [], ahead: waitSeconds === 2 },
    // Agents end two of five talks.
    staying: waitSeconds === 2 ? 0.6 : 0,
    carrier: { perMinute: null, atOnce: null },
    abandonment: { waitSeconds, hangUps: false, firstDay: null, days: [] },
    windows: [{ start: simMs(at), end: simMs(at + minutes * 60_000) }],
    classes: [{ zone: 'America/New_York', open: [at, at + 86_400_000], due: 0, count: 500_000 }],
    history: {
      cells: [{ zone: 'America/New_York', hour: 10, counts: counts.map((one) => one * known) }],
      persons: person * known,
      ones: person * known * pressesOne,
      ...{ nines: 0, stops: 0 },
    },
    ...{ followUps: [], cap: null, daily: null, leastGapHours: 0, rules: [], otherNumbers: 0 },
    ...{ customerMs: 12_000, machineMs: 0, agentMs: 4_000, minuteCost: 0, segments: 1 },
    tick: 1_000,
  };
  const { spreads } = forecast(input);
  return { attempts: spreads.attempts, abandonment: spreads.abandonment };
}

test.each([
  [20, 20, 30, [2]],
  // Agents are called ahead, and once the campaign is free, calls share them.
  [8, 2, 90, [3]],
] as const)(
  'calls of %d adaptive agents by %d s, and losses, lie within what was said',
  (agentCount, waitSeconds, minutes, seeds) => {
    const rule = { waitSeconds, hangUps: false };
    for (const seed of seeds) {
      const { calls, abandoned, persons } = playDays({
        ...{ seed, days: 1, minutes, agentCount, callRatio: 3, agentMessageMs: 4_000, rule },
        ...{ profile: townOf(seed), guard: guardedRoom, pace: () => adaptiveDays(rule) },
        ...{ ahead: waitSeconds === 2, keeps: true },
      });
      const { attempts, abandonment } = said({ seed, agentCount, minutes, waitSeconds });
      expect(calls).toBeGreaterThanOrEqual(attempts.p10 ?? 0);
      expect(calls).toBeLessThanOrEqual(attempts.p90 ?? 0);
      expect(abandoned / persons).toBeLessThanOrEqual(abandonment.p90 ?? 0);
    }
  },
);
