/** The real engine on the simulated carrier under a virtual clock. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { type CarrierProfile, usualProfile } from '../../src/carriers/simulated/profile.ts';
import { simulatedTextCarrier } from '../../src/carriers/simulated/text-carrier.ts';
import { type TextProfile, usualTextProfile } from '../../src/carriers/simulated/text-profile.ts';
import { asPlatform, type Database } from '../../src/db/database.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import { Engine } from '../../src/engine/engine.ts';
import { afternoon, vault } from './world.ts';

const folders: string[] = [];
// Not after all tests of a file: another file may take over this module.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-engine-'));
  folders.push(folder);
  return folder;
}

export interface TestEngine {
  /** From now on people behave in another way. */
  changePublic(change: { calls?: Partial<CarrierProfile>; texts?: Partial<TextProfile> }): void;
  engine: Engine;
  clock: VirtualClock;
  folder: string;
  /** Ticks while `ms` of virtual time pass. */
  run(ms: number, step?: number): Promise<void>;
  /** Ticks until the condition holds. */
  runUntil(done: () => Promise<boolean>, step?: number): Promise<void>;
}

export interface EngineWish {
  clock?: VirtualClock;
  folder?: string;
  profile?: Partial<CarrierProfile>;
  textProfile?: Partial<TextProfile>;
  deps?: Partial<EngineDeps>;
}

/**
 * The next test's engine is not to leave a campaign to this one, which is gone: for some
 * seconds of real time the database takes it for living.
 */
function forgetAfterTest(db: Database): void {
  try {
    onTestFinished(async () => {
      await asPlatform(db, (tx) => tx.run('DELETE FROM engine')).catch(() => {});
    });
  } catch {
    // Made outside of a test: it goes on over the tests of its file.
  }
}

/** The real engine on the simulated carrier under a virtual clock. */
export function makeEngine(db: Database, wish: EngineWish = {}): TestEngine {
  forgetAfterTest(db);
  const clock = wish.clock ?? virtualClock(afternoon);
  const folder = wish.folder ?? temporaryFolder();
  const profile = { ...usualProfile, ...wish.profile };
  const textProfile = { ...usualTextProfile, ...wish.textProfile };
  const carrier = simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf: (name) => seededRandom(`1/${name}`),
    profile,
  });
  const textCarrier = simulatedTextCarrier({
    clock,
    dataFolder: folder,
    randomOf: (name) => seededRandom(`1/${name}`),
    profile: textProfile,
  });
  const engine = new Engine({
    db,
    vault,
    clock: { now: clock.now, speed: 1 },
    log: pino({ level: process.env.ENGINE_TEST_LOG ?? 'silent' }),
    metrics: createMetrics(),
    carriers: new Map([['simulated', carrier]]),
    textCarriers: new Map([['simulated', textCarrier]]),
    // A tick of a test ends when its work has ended, however busy the machine is.
    patienceMs: realMs(20_000),
    ...wish.deps,
  });
  const runUntil = async (done: () => Promise<boolean>, step = 250) => {
    for (let tick = 0; tick < 200_000; tick += 1) {
      clock.advance(simMs(step));
      await engine.tick();
      if (await done()) return;
    }
    throw new Error('The condition never held.');
  };
  return {
    engine,
    clock,
    folder,
    changePublic(change) {
      Object.assign(profile, change.calls);
      Object.assign(textProfile, change.texts);
    },
    runUntil,
    async run(ms, step = 250) {
      for (let left = ms; left > 0; left -= step) {
        clock.advance(simMs(Math.min(step, left)));
        await engine.tick();
      }
    },
  };
}
