import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { asOwner, asPlatform } from '../../src/db/database.ts';
import { readSimulation } from '../../src/db/queries/simulation-state.ts';
import { loadSimulationClock, showRealTime } from '../../src/db/simulation-clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
afterEach(() => asOwner(db, (tx) => tx.run('TRUNCATE simulation')));

const hour = 3_600_000;
/** Milliseconds that two readings may lie apart on a busy machine. */
const close = 5_000;
const offReal = (clock: { now(): number }) => Math.abs(clock.now() - Date.now());
const simulated = (at: number, speed = 1) => ({ speed, start: new Date(at) });
const used = { speed: 1, start: undefined, realCarrier: 'used' } as const;
const becomeReal = () => asPlatform(db, (tx) => showRealTime(db, tx));

test('with a real carrier in use a start shows the real time, also after a pause in which a simulated clock would stand still', async () => {
  const before = await loadSimulationClock(db, simulated(Date.now() - 8 * hour));
  await before.stop();
  const real = await loadSimulationClock(db, used);
  expect(offReal(real)).toBeLessThan(close);
  await real.stop();
  await asOwner(db, (tx) =>
    tx.run(`UPDATE simulation SET real_anchor = real_anchor - interval '2 hours',
      simulated_anchor = simulated_anchor - interval '2 hours',
      last_simulated = last_simulated - interval '2 hours'`),
  );
  const again = await loadSimulationClock(db, used);
  expect(offReal(again)).toBeLessThan(close);
  expect(again).toMatchObject({ speed: 1, notice: null });
  await again.stop();
});

test('a client that is put on a real carrier makes the clocks of running processes real ones', async () => {
  const running = await loadSimulationClock(db, simulated(Date.now() - 8 * hour));
  expect(offReal(running)).toBeGreaterThan(7 * hour);
  await becomeReal();
  await until(() => offReal(running) < close || undefined);
  expect(await asPlatform(db, readSimulation)).toEqual({ speed: 1, notice: null });
  await running.stop();
});

test('a clock that is ahead of the real time is not turned back: the carrier is refused', async () => {
  const running = await loadSimulationClock(db, simulated(Date.now() + 3 * hour));
  const words = /The simulation's clock has already reached .*, which is in the future/;
  await expect(becomeReal()).rejects.toThrow(words);
  await running.stop();
  await expect(loadSimulationClock(db, used)).rejects.toThrow(words);
});

test('a clock that another process runs faster than real time is refused', async () => {
  const running = await loadSimulationClock(db, simulated(Date.now() - 8 * hour, 60));
  const words = /runs 60 times as fast as real time/;
  await expect(becomeReal()).rejects.toThrow(words);
  await expect(loadSimulationClock(db, used)).rejects.toThrow(words);
  await running.stop();
  // Nobody runs it any more: its speed was that process's.
  await becomeReal();
});

test('a real clock goes on while the database is down', async () => {
  const real = await loadSimulationClock(db, used);
  await asOwner(db, async (tx) => {
    // Nobody can store how far the clock may run.
    await tx.run('LOCK TABLE simulation IN ACCESS EXCLUSIVE MODE');
    await sleep(2_500);
    expect(offReal(real)).toBeLessThan(1_000);
  });
  await real.stop();
});

test('with a carrier that nobody uses yet the clock of an empty database begins at the real time', async () => {
  const clock = await loadSimulationClock(db, { ...used, realCarrier: 'connected' });
  expect(offReal(clock)).toBeLessThan(close);
  expect(clock.notice).toBeNull();
  await clock.stop();
});
