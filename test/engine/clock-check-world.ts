/** Clock checks on machines that are off the real time. */
import pino from 'pino';
import { ClockCheck, type ClockCheckDeps } from '../../src/db/clock-check.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { freshDatabase } from '../harness/database.ts';

export const second = 1_000;
export const hour = 3_600_000;

export async function clockCheckWorld() {
  const db = await freshDatabase();

  /** What a check is given on a machine that is so far off the real time; with what it logs. */
  function machineOff(offset: { by: number }) {
    const logged: string[] = [];
    const metrics = createMetrics();
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
    const realTime = () => Date.now() + offset.by;
    return { deps: { db, log, metrics, realTime }, metrics, logged };
  }

  const checkOff = (by: number, more: Partial<ClockCheckDeps> = {}) =>
    new ClockCheck({ ...machineOff({ by }).deps, ...more });

  return { db, machineOff, checkOff };
}
