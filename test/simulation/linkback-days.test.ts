import { expect, test } from 'vitest';
import { abandonedShare } from '../../src/domain/governor/abandonment.ts';
import { guardedRoom } from '../../src/domain/governor/guarded-pacing.ts';
import { type DaysWish, playDays } from './linkback-days.ts';

/** A cut of bench/abandonment.ts: 32 days, so that two periods and windows over both are seen. */
const town: Omit<DaysWish, 'guard'> = {
  ...{ seed: 1, days: 32, minutes: 20, agentCount: 3, callRatio: 1.5 },
  profile: {
    ...{ person: 0.4, machine: 0.35, hangsUpEarly: 0.3, pressesOne: 0.3 },
    ...{ agentAnswers: 0.85, agentBusy: 0.05, talk: [20_000, 120_000] },
  },
};

const rules = [
  { waitSeconds: 2, hangUps: false },
  { waitSeconds: 2, hangUps: true },
  { waitSeconds: 20, hangUps: false },
] as const;

test('no 30 days have more than 3 % abandoned with the guard, by any reading, and every agent is let go', () => {
  for (const [seed, rule] of rules.entries()) {
    const given = { ...town, seed: seed + 1, rule, guard: guardedRoom };
    const { worst, persons, abandoned } = playDays(given);
    expect(persons).toBeGreaterThan(500);
    expect(abandoned).toBeGreaterThan(0);
    expect(worst).toBeLessThanOrEqual(0.03 + 1e-9);
  }
});

test('a large team that becomes free grows into its pace: at no moment are more than 3 % abandoned', () => {
  const large = {
    ...town,
    days: 1,
    minutes: 8,
    agentCount: 100,
    callRatio: 4,
    agentMessageMs: 3_000,
  };
  const profile = { ...town.profile, agentAnswers: 0.96, agentBusy: 0 };
  const atOnce: typeof guardedRoom = (state, asSet) =>
    guardedRoom({ ...state, lost: undefined, ventured: undefined }, asSet);
  for (const seed of [11, 12]) {
    const { worst, persons } = playDays({ ...large, profile, seed, guard: guardedRoom });
    expect(persons).toBeGreaterThan(400);
    expect(worst).toBeLessThanOrEqual(0.03 + 1e-9);
  }
  expect(playDays({ ...large, profile, seed: 12, guard: atOnce }).worst).toBeGreaterThan(0.03);
});

test('a build without the guard, and one that reads a point estimate, are caught', () => {
  expect(playDays(town).worst).toBeGreaterThan(0.05);
  const pointEstimate: typeof guardedRoom = (state, asSet) => {
    const days = state.reading?.days ?? [];
    const count = {
      persons: days.reduce((sum, { persons }) => sum + persons, 0),
      abandoned: days.reduce((sum, { abandoned }) => sum + abandoned, 0),
    };
    const reading = abandonedShare(count) <= 0.03 ? undefined : state.reading;
    return guardedRoom({ ...state, reading }, asSet);
  };
  expect(playDays({ ...town, guard: pointEstimate }).worst).toBeGreaterThan(0.03);
});
