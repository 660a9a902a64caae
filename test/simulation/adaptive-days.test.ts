import { expect, test } from 'vitest';
import { guardedRoom } from '../../src/domain/governor/guarded-pacing.ts';
import { adaptiveDays } from './adaptive-days.ts';
import { type DaysWish, playDays, strictRule } from './linkback-days.ts';
import { vicidialMethods, vicidialPace } from './vicidial-pace.ts';

const rule = { waitSeconds: 20, hangUps: false } as const;
/** A cut of bench/adaptive-pacing.ts. */
const town: DaysWish = {
  rule,
  ...{ seed: 3, days: 1, minutes: 120, agentCount: 20, callRatio: 1.5, agentMessageMs: 3_000 },
  profile: {
    person: 0.4,
    machine: 0.35,
    hangsUpEarly: 0.3,
    pressesOne: 0.3,
    talk: [20_000, 120_000],
  },
};

test('with adaptive pacing agents talk more than with a fixed ratio, and at most 3 % are abandoned', () => {
  const fixed = playDays({ ...town, guard: guardedRoom });
  const adaptive = playDays({ ...town, guard: guardedRoom, pace: () => adaptiveDays(rule) });
  expect(adaptive.talked).toBeGreaterThan(fixed.talked + 0.05);
  expect(adaptive.worst).toBeLessThanOrEqual(0.03 + 1e-9);
});

test('agents who do not pick up make the guard careful, whatever the pacing', () => {
  const profile = { ...town.profile, agentAnswers: 0.7 };
  const days = {
    ...town,
    minutes: 40,
    profile,
    guard: guardedRoom,
    pace: () => adaptiveDays(rule),
  };
  expect(playDays(days).worst).toBeLessThanOrEqual(0.03 + 1e-9);
});

test("within the law's 2 seconds agents who are called ahead talk more than with a customer for each, and never over 3 %", () => {
  const strict = { ...town, minutes: 60, rule: strictRule, guard: guardedRoom };
  const each = playDays({ ...strict, pace: () => adaptiveDays() });
  const ahead = playDays({ ...strict, pace: () => adaptiveDays(), ahead: true });
  expect(ahead.talked).toBeGreaterThan(each.talked + 0.2);
  expect(ahead.worst).toBeLessThanOrEqual(0.03 + 1e-9);
  // Who stays on the line after a talk need not be called again.
  const kept = playDays({ ...strict, pace: () => adaptiveDays(), ahead: true, keeps: true });
  expect(kept.talked).toBeGreaterThan(ahead.talked + 0.02);
  expect(kept.worst).toBeLessThanOrEqual(0.03 + 1e-9);
});

test("the reference raises VICIdial's dial level while agents wait, to its highest and no further", () => {
  const calls = vicidialMethods.map(
    (method) => playDays({ ...town, minutes: 20, pace: () => vicidialPace(method, 20) }).calls,
  );
  const one = playDays({ ...town, minutes: 20, callRatio: 1 }).calls;
  for (const count of calls) expect(count).toBeGreaterThan(1.2 * one);
});
