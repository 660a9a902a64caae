import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { writeAnchor } from '../../src/db/queries/simulation.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { commandsOn } from './command-run.ts';
import { type CarillonProcess, carillon, freePort } from './started-carillon.ts';

const db = await freshDatabase({ max: 5 });
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-status-'));
const command = commandsOn(db.url, { env: { CARILLON_DATA: dataFolder } });
const running: CarillonProcess[] = [];
afterAll(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGKILL');
    await ended;
  }
  rmSync(dataFolder, { recursive: true, force: true });
});

async function start(...args: string[]): Promise<CarillonProcess> {
  const port = await freePort();
  const metrics = await freePort();
  const more = { DATABASE_URL: db.url, CARILLON_METRICS: `127.0.0.1:${metrics}` };
  const begun = carillon({ dataFolder, port, more }, ['start', '--no-demo', ...args]);
  running.push(begun);
  await begun.started;
  return begun;
}

async function status() {
  const { out, code, err } = await command('status', '--json');
  expect(err).toBe('');
  return { ...JSON.parse(out), code };
}

const codes = ({ problems }: { problems: { code: string }[] }) => problems.map(({ code }) => code);

test('before anything exists, the first problem is that Carillon is not running', async () => {
  const folder = join(dataFolder, 'not-there');
  const nowhere = (...args: string[]) =>
    carillon({ dataFolder: folder, port: 4400 }, ['status', ...args]);
  const shown = nowhere();
  expect(await shown.ended).toBe(1);
  expect(shown.out().split('\n').slice(0, 2)).toEqual([
    '1 problem:',
    '  1. Carillon is not running. Start it: "carillon start".',
  ]);
  expect(shown.err()).toBe('');
  const json = nowhere('--json');
  expect(await json.ended).toBe(1);
  expect(JSON.parse(json.out())).toMatchObject({
    ...{ status: 'wrong', running: false, database: 'none', engines: null, campaigns: null },
    problems: [{ code: 'not_running' }],
  });
});

test("with a database of one's own it reads it while nothing runs", async () => {
  const found = await status();
  expect(found).toMatchObject({ code: 1, status: 'wrong', database: 'ok', processes: [] });
  expect(codes(found)).toEqual(['not_running']);
  expect(found.carriers).toMatchObject([{ name: 'simulated', clients: [] }]);
});

test('without problems it says so on one screen, and nothing else', async () => {
  const { child, ended } = await start();
  const found = await status();
  expect(found).toMatchObject({
    ...{
      code: 0,
      status: 'ok',
      problems: [],
      running: true,
      database: 'ok',
      hold: null,
      stops: [],
      limits: [],
      scrubServices: [],
    },
    notes: [{ code: 'no_backup' }],
    processes: [
      {
        ...{ host: expect.any(String), pid: child.pid, roles: ['api', 'engine', 'jobs'] },
        ...{ health: 'ok', clockOffsetMs: expect.any(Number), clockOff: null },
        ...{ since: expect.stringMatching(/^\d{4}-.*Z$/), version: found.version },
      },
    ],
    engines: [{ state: 'running', leases: 0, carriers: ['simulated'] }],
    campaigns: { started: [], waiting: 0, unheld: [], overdue: [] },
    queues: {
      ...{ textsWaiting: 0, repliesWaiting: 0, receiptsOutstanding: 0, jobsFailed: 0 },
      ...{ jobsWaiting: expect.any(Number), jobsOldestSeconds: expect.any(Number) },
    },
    disk: { freeBytes: expect.any(Number), databaseBytes: expect.any(Number), fullInDays: null },
    ...{ lastBackup: null, timeZones: { ageDays: expect.any(Number) } },
    checkedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  });
  const { out, code } = await command('status');
  expect(code).toBe(0);
  const lines = out.split('\n');
  expect(lines[0]).toBe('No problems.');
  expect(lines.length).toBeLessThanOrEqual(25);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  child.kill('SIGINT');
  await ended;
});

test('roles that no process has, failed jobs and campaigns without an engine are problems', async () => {
  const { child, ended } = await start('--roles=api,jobs');
  await asOwner(db, async (tx) => {
    await tx.run(
      `SELECT graphile_worker.add_job('nothing', run_at => 'tomorrow', max_attempts => 7)`,
    );
    await tx.run(
      `UPDATE graphile_worker._private_jobs SET attempts = max_attempts WHERE max_attempts = 7`,
    );
  });
  const found = await status();
  expect(found.code).toBe(1);
  expect(codes(found)).toEqual(expect.arrayContaining(['no_engine', 'jobs_failed']));
  const { out } = await command('status');
  expect(out).toMatch(/^\d problems:\n {2}1\. No process has the role engine, so nobody is/);
  child.kill('SIGINT');
  await ended;
});

test('a campaign that should have started by itself and did not is named', async () => {
  const { clientId } = await makeClient(db, { code: 'late' });
  const campaign = await makeCampaign(db, { clientId });
  await makeList(db, campaign, { entries: 3 });
  await asPlatform(db, async (tx) => {
    const anchor = { realAnchor: realMs(Date.now()), simulatedAnchor: afternoon, speed: 1 };
    await writeAnchor(tx, anchor, null);
  });
  const schedule = (start: string) =>
    asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE campaign SET start_automatically = true, start_time = $2, start_weekdays = '1111111',
           schedule_since = $3 WHERE client_id = $1`,
        [clientId, start, new Date(afternoon - 86_400_000)],
      ),
    );
  // 15:00 Eastern by the engines' clock.
  await schedule('14:30:00');
  const { problems, campaigns } = await status();
  expect(campaigns.overdue).toMatchObject([
    { client: 'late', status: 'Stopped', dueAt: '2026-11-20T19:30:00.000Z' },
  ]);
  const { sentence } = problems.find(({ code }: { code: string }) => code === 'start_overdue');
  expect(sentence).toMatch(/of "late" should have started at Nov 20, 2:30 PM ET, but did not\./);
  const nextStart = async () =>
    JSON.parse((await command('campaign', 'list', 'late', '--json')).out)[0].nextStart;
  expect(await nextStart()).toBe('2026-11-21T19:30:00.000Z');
  const brake = (on: boolean) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE campaign SET trunk_stopped = $2 WHERE client_id = $1', [clientId, on]),
    );
  await brake(true);
  expect(await nextStart()).toBe(null);
  await brake(false);
  await schedule('14:59:30');
  expect((await status()).campaigns.overdue).toEqual([]);
});

test('a database that is unreachable, or silent, is one sentence; the rest is still reported', async () => {
  const silent = createServer((socket) => socket.resume().on('error', () => {}));
  await new Promise<void>((resolve) => {
    silent.listen(0, '127.0.0.1', resolve);
  });
  const { port } = silent.address() as { port: number };
  const closed = await freePort();
  for (const there of [closed, port]) {
    const away = commandsOn(`postgresql://someone@127.0.0.1:${there}/carillon`, {
      env: { CARILLON_DATA: dataFolder },
    });
    const { code, out, err } = await away('status', '--json');
    expect(code).toBe(1);
    expect(err).toBe('');
    const found = JSON.parse(out);
    expect(found).toMatchObject({
      database: 'unreachable',
      disk: { freeBytes: expect.any(Number) },
    });
    expect(codes(found)).toContain('database_unreachable');
    expect(out).not.toMatch(/\bat .*\.ts:\d+/);
  }
  await new Promise((resolve) => silent.close(resolve));
});

test('a locked table does not make it exceed its time limit', async () => {
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const holder = asOwner(db, async (tx) => {
    await tx.run('LOCK TABLE campaign IN ACCESS EXCLUSIVE MODE');
    locked.resolve();
    await free.promise;
  });
  await locked.promise;
  const found = await status();
  expect(found).toMatchObject({ code: 1, campaigns: null });
  expect(codes(found)).toContain('database_unreachable');
  free.resolve();
  await holder;
});
