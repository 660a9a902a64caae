import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { simulatedRecording } from '../../src/carriers/simulated/recording.ts';
import type { Database } from '../../src/db/database.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { startRecorder } from '../../src/engine/recording/start.ts';

/** The recorder of an engine on the simulated carrier, as fast as the test wants. */
export interface TestRecorder {
  /** How many times as fast as real time its clock runs; 0 stands still. */
  speed: number;
}

/** Starts it for a test file and stops it after the last test. Call it at the top. */
export function testRecorder(db: Database, speed: number): TestRecorder {
  const pace = { speed };
  const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-recorder-'));
  const clock = virtualClock(simMs(Date.parse('2026-11-20T20:00:00Z')));
  const every = 20;
  const timer = setInterval(() => clock.advance(simMs(every * pace.speed)), every);
  const random = { next: () => 0, between: (low: number) => low };
  const carrier = simulatedRecording({ clock, dataFolder, randomOf: () => random });
  const recorder = startRecorder({
    db,
    clock: { now: clock.now, speed: 1 },
    log: pino({ level: 'silent' }),
    recordingCarriers: new Map([['simulated', carrier]]),
    // A clock that stands still must not look like an engine that died.
    leaseSeconds: 600,
  });
  afterAll(async () => {
    clearInterval(timer);
    await recorder.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  return pace;
}
