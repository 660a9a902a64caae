import { afterAll } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { loadSimulationClock } from '../../src/db/simulation-clock.ts';
import { testConsole } from '../harness/console.ts';

/** 11 AM Eastern, far from the real time. */
export const farDay = new Date('2031-05-04T15:00:00Z');

/** A console whose platform's clock began at `farDay`; it stops with the file. */
export async function consoleOfFarDay(db: Database) {
  const clock = await loadSimulationClock(db, { speed: 1, start: farDay });
  afterAll(() => clock.stop());
  return testConsole(db, { now: () => new Date(clock.now()) });
}
