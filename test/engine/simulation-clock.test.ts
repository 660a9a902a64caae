import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { freshDatabase } from '../harness/database.ts';

const start = new Date('2026-03-08T06:59:00Z');

describe("the simulation's clock", async () => {
  const db = await freshDatabase();
  const killed = await freshDatabase();

  test('begins at the given start on an empty database, and a restart goes on from where it stood', async () => {
    const first = await loadSimulationClock(db, { speed: 100, start });
    expect(first.now() - start.getTime()).toBeLessThan(100 * 1_000);
    await sleep(300);
    const before = first.now();
    expect(before - start.getTime()).toBeGreaterThan(100 * 250);
    await first.stop();
    const stood = first.now();
    await sleep(300);
    // Another start and speed: only the speed counts, and the time in between did not pass.
    const second = await loadSimulationClock(db, { speed: 2, start: new Date(0) });
    expect(second.speed).toBe(2);
    expect(second.now()).toBeGreaterThanOrEqual(before);
    expect(second.now() - stood).toBeLessThan(500);
    await second.stop();
  });

  test('a process that joins others has their time and speed', async () => {
    const first = await loadSimulationClock(db, { speed: 50, start: undefined });
    const second = await loadSimulationClock(db, { speed: 1, start: undefined });
    expect(second.speed).toBe(50);
    expect(Math.abs(second.now() - first.now())).toBeLessThan(2_000);
    await first.stop();
    // Still running in the second: a third one joins it.
    const third = await loadSimulationClock(db, { speed: 1, start: undefined });
    expect(third.speed).toBe(50);
    await Promise.all([second.stop(), third.stop()]);
  });

  test('never goes back, not even after kill -9', async () => {
    const file = fileURLToPath(new URL('./clock-child.ts', import.meta.url));
    let last = 0;
    for (let round = 0; round < 4; round += 1) {
      const child = spawn(process.execPath, [file, killed.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
      await once(child.stdout, 'data');
      await sleep(150 + round * 250);
      child.kill('SIGKILL');
      await once(child, 'close');
      const instants = output.split('\n').slice(0, -1).map(Number);
      expect(instants.length).toBeGreaterThan(3);
      for (const instant of instants) {
        expect(instant).toBeGreaterThanOrEqual(last);
        last = instant;
      }
      // Nobody saw an instant that is not covered by the stored one.
      const row = await asPlatform(killed, (tx) =>
        tx.row<{ last_simulated: Date }>('SELECT last_simulated FROM simulation'),
      );
      expect(row?.last_simulated.getTime()).toBeGreaterThanOrEqual(last);
    }
  });
});
