/** Reports on a standby: as old as they say, of the own client alone, and on the database itself without it. */
import { pino } from 'pino';
import { afterAll, expect, test, vi } from 'vitest';
import type { CallRecord } from '../../src/contract/call-record.ts';
import { asClient, closeDatabase, openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { beginArchive, newestArchives } from '../../src/db/queries/report-archive.ts';
import { openReportsDatabase } from '../../src/db/reports-database.ts';
import { reportExport } from '../../src/jobs/report-export.ts';
import { fliteSpeaker } from '../../src/speech/flite/flite.ts';
import { testApi } from '../harness/api.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeClient } from '../harness/clients.ts';
import { until } from '../harness/until.ts';
import { commandsOn } from './command-run.ts';
import { foreignWorld } from './foreign-world.ts';

vi.setConfig({ testTimeout: 120_000 });
const world = await foreignWorld();
const { server } = world;
const url = await world.installation('app1', 'CREATEROLE');
await migrate({ connectionString: url });
const standby = world.keep(await server.standby());
const standbyUrl = standby.url('app1', 'app1');
const db = openDatabase({ connectionString: url });
let passed = 0;
const said: (string | undefined)[] = [];
const reports = openReportsDatabase(db, {
  ...{ url: standbyUrl, part: 'test reports', connections: 3 },
  now: () => performance.now() + passed,
  onChange: (sentence) => said.push(sentence),
});
afterAll(async () => {
  await reports.close();
  await closeDatabase(db);
});
const api = await testApi(db, { reports });
const { vault } = api.deps;
const [client, other] = [await makeClient(db), await makeClient(db)];
const manager = await api.signIn(client);
const { clientId } = client;

interface Page {
  total: number;
  rows: CallRecord[];
  behindSeconds: number | null;
}

async function page(caller = manager): Promise<Page> {
  const response = await caller.post('/api/reports/cdr', {});
  expect(response.status, response.text).toBe(200);
  return response.json();
}

const add = (lastName: string, of = clientId) => addCallRecords(db, of, vault, [{ lastName }]);
const count = async () => (await manager.post('/api/reports/cdrcount', {})).text;

/** Whether the standby has all that the database has. */
async function caughtUp(): Promise<void> {
  await until(async () => {
    await reports.check();
    const [at] = (await server.dba(['SELECT pg_current_wal_flush_lsn() AS lsn'])) as {
      lsn: string;
    }[];
    const [there] = (await standby.dba([
      `SELECT pg_last_wal_replay_lsn() >= '${at?.lsn}' AS is`,
    ])) as {
      is: boolean;
    }[];
    return there?.is && reports.trouble() === undefined ? true : undefined;
  });
}

async function exportedRecords(): Promise<number> {
  const given = {
    managerId: client.manager.managerId,
    filters: {},
    utcOffset: 0,
    includeFullSsn: false,
  };
  const reportArchiveId = await asClient(db, clientId, (tx) =>
    beginArchive(tx, clientId, given, vault),
  );
  const log = pino({ level: 'silent' });
  const { signal } = new AbortController();
  const context = { db, reports, vault, log, speaker: fliteSpeaker(), lastTry: false, signal };
  await reportExport(context, { clientId, reportArchiveId });
  const [archive] = await asClient(db, clientId, (tx) => newestArchives(tx, clientId, 1, vault));
  expect(archive?.reportStatusName).toBe('READY');
  return archive?.numberOfRecords ?? -1;
}

test('pages, counts and exports are read on the standby, and say how old they are', async () => {
  await add('First');
  await add('Strange', other.clientId);
  await caughtUp();
  expect(await page()).toMatchObject({ total: 1, behindSeconds: expect.any(Number) });
  await standby.dba(['SELECT pg_wal_replay_pause()']);
  await add('Second');
  passed += 20_000;
  const { total, rows, behindSeconds } = await page();
  expect([total, rows.map((row) => row.lastName)]).toEqual([1, ['First']]);
  expect(behindSeconds).toBeGreaterThanOrEqual(20);
  expect([await count(), await exportedRecords()]).toEqual(['1', 1]);
  await standby.dba(['SELECT pg_wal_replay_resume()']);
  await caughtUp();
  expect([await count(), await exportedRecords()]).toEqual(['2', 2]);
});

test('an export is not read on a standby that still has somebody who was erased', async () => {
  await standby.dba(['SELECT pg_wal_replay_pause()']);
  const phone = '12125550188';
  await addCallRecords(db, clientId, vault, [{ lastName: 'Erased', phone }]);
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO erasure (client_id, erasure_key, number_hash, hashed, counts)
       VALUES ($1, gen_random_uuid(), 'hash', true, '{}')`,
      [clientId],
    ),
  );
  expect([await count(), await exportedRecords()]).toEqual(['2', 3]);
  await standby.dba(['SELECT pg_wal_replay_resume()']);
  await caughtUp();
  expect([await count(), await exportedRecords()]).toEqual(['3', 3]);
  await asClient(db, clientId, (tx) =>
    tx.run('DELETE FROM call_record WHERE client_id = $1 AND phone = $2', [clientId, phone]),
  );
  await caughtUp();
});

test('the standby shows each client only its own records', async () => {
  const { rows } = await page(await api.signIn(other));
  expect(rows.map((row) => row.lastName)).toEqual(['Strange']);
  const { value } = await reports.read((there) =>
    asClient(there, other.clientId, (tx) => tx.rows('SELECT DISTINCT client_id FROM call_record')),
  );
  expect(value).toEqual([{ client_id: other.clientId }]);
});

test('nothing is written on the standby', async () => {
  const write = reports.read((there) =>
    asClient(there, clientId, (tx) =>
      tx.run('DELETE FROM call_record WHERE client_id = $1', [clientId]),
    ),
  );
  await expect(write).rejects.toThrow('read-only transaction');
});

test('one that is more than a minute behind is not read until it has caught up', async () => {
  await standby.dba(['SELECT pg_wal_replay_pause()']);
  await add('Third');
  passed += 61_000;
  await reports.check();
  expect(reports.trouble()).toBe('behind');
  expect(await page()).toMatchObject({ total: 3, behindSeconds: null });
  await standby.dba(['SELECT pg_wal_replay_resume()']);
  await caughtUp();
  expect((await page()).behindSeconds).not.toBeNull();
});

test('without it reports are read on the database itself, and the doctor says so', async () => {
  const doctor = async (standbyAt = standbyUrl) => {
    const env = { CARILLON_DATA: world.folder, CARILLON_REPORTS_URL: standbyAt };
    const { out } = await commandsOn(url, { env })('doctor');
    return out.split('\n').find((line) => line.includes('Reports')) ?? '';
  };
  expect(await doctor()).toMatch(/^ok .*read on a standby, \d+\.\d seconds behind/);
  await standby.stop('immediate');
  expect(await page()).toMatchObject({ total: 3, behindSeconds: null });
  expect(reports.trouble()).toBe('unreachable');
  expect(await doctor()).toMatch(
    /^note .*cannot be reached. Reports are read on the database itself/,
  );
  expect(await exportedRecords()).toBe(3);
  await standby.restart();
  await caughtUp();
  expect((await page()).behindSeconds).not.toBeNull();
  expect(await doctor(url)).toMatch(/^note .*is no standby/);
});

test('one that was promoted is no longer read: it may show what never happened', async () => {
  await standby.dba(['SELECT pg_promote()']);
  await reports.check();
  expect(reports.trouble()).toBe('not_a_standby');
  await add('Fourth');
  expect(await page()).toMatchObject({ total: 4, behindSeconds: null });
  expect(said.at(-1)).toContain('is no standby');
});
