import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { publishBackup } from '../../src/cli/start/backup-figures.ts';
import { publishReadiness } from '../../src/cli/start/readiness-figures.ts';
import { troubleKinds } from '../../src/contract/reason.ts';
import { asPlatform } from '../../src/db/database.ts';
import { JournalError } from '../../src/db/journal.ts';
import { beginHold } from '../../src/db/queries/hold.ts';
import { beginStop } from '../../src/db/queries/operator-stop.ts';
import { TroubleWatch } from '../../src/db/trouble.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import type { TroubleKind } from '../../src/domain/trouble-words.ts';
import { watchFigures } from '../../src/jobs/figures.ts';
import { commandsOn } from '../cli/command-run.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { evaluate, readSamples } from './firing.ts';
import { firingOn, stateAlerts } from './state-alerts.ts';

const db = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'carillon-alerts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const log = pino({ level: 'silent' });

/** As PostgreSQL, its driver and the journal say it. */
const errors: Record<TroubleKind, Error> = {
  unreachable: Object.assign(new Error('gone'), { code: 'ECONNREFUSED', syscall: 'connect' }),
  read_only: Object.assign(new Error('read-only'), { code: '25006' }),
  full: Object.assign(new Error('no room'), { code: '53100' }),
  overloaded: Object.assign(new Error('no connection'), { code: '53300' }),
  journal: new JournalError('no room'),
};

test.each(troubleKinds)(
  'trouble of the kind "%s" fires its alert, and no second one for the same',
  async (kind) => {
    const metrics = createMetrics();
    const trouble = new TroubleWatch({ log });
    publishReadiness(metrics, () => 'ok', trouble);
    const fired = () => firingOn(metrics.render());
    const others = ['CarillonBackupOld'];
    expect(fired()).toEqual(others);
    if (kind === 'journal') trouble.journalFailed(errors[kind]);
    else await trouble.probe(() => Promise.reject(errors[kind]));
    const own = kind === 'journal' ? 'CarillonJournalTrouble' : 'CarillonDatabaseTrouble';
    expect(fired().sort()).toEqual([...others, own].sort());
    // One series for each, so that the alert names the kind.
    const shown = readSamples(metrics.render()).filter(({ name }) => name === 'carillon_trouble');
    expect(shown.filter(({ value }) => value === 1).map(({ labels }) => labels)).toEqual([
      { kind },
    ]);
  },
);

test('a process that does not come up is not ready; one that ends in order is no alert', () => {
  const firedIn = (stage: 'starting' | 'stopping') => {
    const metrics = createMetrics();
    publishReadiness(metrics, () => stage, new TroubleWatch({ log }));
    expect(readSamples(metrics.render())).toContainEqual({
      ...{ name: 'carillon_ready', labels: {}, value: 0 },
    });
    return firingOn(metrics.render());
  };
  expect(firedIn('starting')).toContain('CarillonNotReady');
  expect(firedIn('stopping')).not.toContain('CarillonNotReady');
});

test('a hold fires its alert, and so does a stop of each reach', async () => {
  const metrics = createMetrics();
  const figures = watchFigures({ db, log, metrics }, 50);
  const fires = (alert: string) =>
    until(async () => firingOn(metrics.render()).includes(alert) || undefined);
  const reaches = () =>
    readSamples(metrics.render())
      .filter(({ name, value }) => name === 'carillon_operator_stops' && value > 0)
      .map(({ labels }) => labels.scope);
  try {
    await until(async () => metrics.render().includes('carillon_hold 0') || undefined);
    expect(firingOn(metrics.render())).toEqual(['CarillonBackupOld']);
    const { clientId, code } = await makeClient(db);
    const stops = [
      { scope: 'all' },
      { scope: 'client', client: code },
      { scope: 'carrier', carrier: 'simulated' },
    ] as const;
    for (const reach of stops) {
      const id = reach.scope === 'client' ? clientId : null;
      await asPlatform(db, (tx) => beginStop(tx, reach, id, { reason: '', stoppedBy: 'ann' }));
    }
    await fires('CarillonStopped');
    await until(async () => reaches().length === 3 || undefined);
    expect(firingOn(metrics.render())).not.toContain('CarillonHeld');
    await asPlatform(db, (tx) => beginHold(tx, 'operator'));
    await fires('CarillonHeld');
  } finally {
    await figures.stop();
  }
});

test('no backup fires its alert, one of now does not, and one of eight days ago does', async () => {
  const metrics = createMetrics();
  publishBackup(metrics, folder);
  const samples = () => readSamples(metrics.render());
  const old = stateAlerts().find(({ alert }) => alert === 'CarillonBackupOld')?.expr ?? '';
  expect(evaluate(old, samples())).toHaveLength(1);
  const carillon = commandsOn(db.url, { env: { CARILLON_DATA: folder } });
  expect((await carillon('backup', join(folder, 'a.backup'))).code).toBe(0);
  expect(samples()).toMatchObject([{ name: 'carillon_last_backup_age_seconds' }]);
  expect(evaluate(old, samples())).toEqual([]);
  const later = samples().map((one) => ({ ...one, value: one.value + 8 * 86_400 }));
  expect(evaluate(old, later)).toHaveLength(1);
});

test('an expression with anything that is not known here is not believed to be tried', () => {
  expect(() => evaluate('rate(carillon_ready[5m]) == 1', [])).toThrow('is not known here');
  expect(evaluate('carillon_ready == 0', [])).toEqual([]);
  const rules = readFileSync(
    new URL('../../deploy/prometheus/carillon-rules.yml', import.meta.url),
  );
  for (const { alert } of stateAlerts()) expect(String(rules)).toContain(`alert: ${alert}\n`);
});
