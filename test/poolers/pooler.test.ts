/** Carillon through PgBouncer in transaction mode; `npm run test:poolers`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { examineServer, reachServer } from '../../src/cli/server/reach.ts';
import { asClient, closeDatabase, openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { commandsOn } from '../cli/command-run.ts';
import { carillon, freePort } from '../cli/started-carillon.ts';
import { makeCampaign, makeList, readCallLog } from '../engine/world.ts';
import { caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { connectHub } from '../harness/hub.ts';
import { ownServer, password } from '../harness/own-server.ts';
import { until } from '../harness/until.ts';
import { begun, dataFolder, pgBouncer, server, start } from './pooler-world.ts';

for (const roundRobin of [false, true]) {
  test(`a pooler in transaction mode without a direct address is refused, one in session mode is not (round robin ${roundRobin})`, async ({
    skip,
  }) => {
    const pooler = await pgBouncer(skip, { roundRobin });
    const session = await pgBouncer(skip, { roundRobin, mode: 'session' });
    if (!pooler || !session) return;
    const url = pooler.url('app', 'app');
    // Sessions that others left there, as in a pooler that has been used.
    const db = openDatabase({ connectionString: url, max: 6 });
    await Promise.all([1, 2, 3, 4, 5, 6].map(() => db.pool.query('SELECT pg_sleep(0.2)')));
    await closeDatabase(db);
    const need = 'DATABASE_URL points to a pooler in transaction mode';
    await expect(reachServer({ databaseUrl: url, directUrl: undefined })).rejects.toThrow(need);
    const { code, err } = await commandsOn(url)('client', 'list');
    expect([code, err]).toEqual([1, expect.stringContaining(need)]);
    expect((await commandsOn(url)('doctor')).out).toContain(need);
    await reachServer({ databaseUrl: session.url('app', 'app'), directUrl: undefined });
  });
}

test('a pooler without a second connection, without any, or without transactions is refused in a sentence', async ({
  skip,
}) => {
  const patienceMs = 5_000;
  for (const mode of ['session', 'transaction'] as const) {
    const pooler = await pgBouncer(skip, { mode, size: 1 });
    if (!pooler) return;
    const databaseUrl = pooler.url('app', 'app');
    const reach = () => examineServer({ databaseUrl, directUrl: undefined }, { patienceMs });
    await expect(reach()).rejects.toThrow('one connection but no second one');
    const other = new Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query('BEGIN');
    await expect(reach()).rejects.toThrow('does not respond to a first statement');
    await other.end();
  }
  const pooler = await pgBouncer(skip, { mode: 'statement' });
  if (!pooler) return;
  const { code, err } = await commandsOn(pooler.url('app', 'app'))('client', 'list');
  expect([code, err]).toEqual([1, expect.stringContaining('a pooler in statement mode')]);
});

test('a pooler whose own limit of waiting is short is refused in the same sentences, and is reported while it lets us wait', async ({
  skip,
}) => {
  for (const mode of ['session', 'transaction'] as const) {
    const pooler = await pgBouncer(skip, { mode, size: 1, wait: 1 });
    if (!pooler) return;
    const databaseUrl = pooler.url('app', 'app');
    const said: string[] = [];
    const note = (sentence: string) => said.push(sentence);
    const reach = () =>
      examineServer({ databaseUrl, directUrl: undefined }, { note, noteAfterMs: 1 });
    await expect(reach()).rejects.toThrow('one connection but no second one');
    const other = new Client({ connectionString: databaseUrl });
    await other.connect();
    await other.query('BEGIN');
    await expect(reach()).rejects.toThrow('does not respond to a first statement');
    await other.end();
    // Once for each read.
    expect(said).toEqual(
      [1, 2].map(() => expect.stringContaining('Still waiting for DATABASE_URL.')),
    );
  }
});

test('a pooler whose connections others take in turns is never called one without transactions', async ({
  skip,
}) => {
  const pooler = await pgBouncer(skip, { size: 2, wait: 1 });
  if (!pooler) return;
  const databaseUrl = pooler.url('app', 'app');
  let go = true;
  const others = Array.from({ length: 6 }, async () => {
    while (go) {
      const client = new Client({ connectionString: databaseUrl });
      client.on('error', () => {});
      try {
        await client.connect();
        for (; go; ) {
          await client.query('BEGIN');
          await client.query('SELECT pg_sleep(0.3)');
          await client.query('COMMIT');
        }
      } catch {
        // The pooler let this one wait for too long, too.
      }
      await client.end().catch(() => {});
    }
  });
  for (let looks = 0; looks < 8; looks += 1) {
    const found = await examineServer({ databaseUrl, directUrl: server.url('app', 'app') }).then(
      ({ between }) => between,
      (error: Error) => error.message,
    );
    expect(found).toMatch(/^transaction$|no second one:|does not respond to a first statement/);
  }
  go = false;
  await Promise.all(others);
});

test('a pooler that has lost its server is reported as that', async ({ skip }) => {
  const lost = await ownServer();
  try {
    await lost.dba([
      `CREATE ROLE app LOGIN PASSWORD '${password}'`,
      'CREATE DATABASE app OWNER app TEMPLATE template0',
    ]);
    const pooler = await pgBouncer(skip, { server: lost });
    if (!pooler) return;
    const reach = () =>
      reachServer({ databaseUrl: pooler.url('app', 'app'), directUrl: undefined });
    await lost.stop();
    await expect(reach()).rejects.toThrow(
      /A pooler there may have lost its server|Is the server running/,
    );
  } finally {
    await lost.remove();
  }
});

test('a direct address must lead to the same database, as the same role, and past the pooler', async ({
  skip,
}) => {
  const pooler = await pgBouncer(skip);
  if (!pooler) return;
  const databaseUrl = pooler.url('app', 'app');
  const reach = (directUrl: string) => reachServer({ databaseUrl, directUrl });
  await expect(reach(server.url('app', 'other'))).rejects.toThrow('point to two databases');
  await expect(reach(server.url('second', 'app'))).rejects.toThrow('Both must be the same role');
  await expect(reach(databaseUrl)).rejects.toThrow('It must be the address of the server itself');
  await expect(reach('postgresql://app@127.0.0.1:1/app')).rejects.toThrow(
    'is DATABASE_DIRECT_URL right?',
  );
  await reach(server.url('app', 'app'));
});

test('through PgBouncer in transaction mode: start, campaign, hub, kill -9, and start again', async ({
  skip,
}) => {
  const pooler = await pgBouncer(skip);
  if (!pooler) return;
  await migrate({ connectionString: server.url('app', 'app') });
  const db = openDatabase({ connectionString: server.url('app', 'app'), max: 4 });
  // The key that the list's personal data is sealed with.
  writeFileSync(join(dataFolder, 'carillon.key'), `${'01'.repeat(32)}\n`, { mode: 0o600 });
  const client = await makeClient(db);
  const campaign = await makeCampaign(db, { clientId: client.clientId, callsPerMinute: 300 });
  await makeList(db, campaign, { entries: 20_000 });

  const first = await start(pooler);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const placed = async () => {
    const row = await asClient(db, client.clientId, (tx) =>
      tx.row<{ n: number }>('SELECT count(*)::int AS n FROM attempt WHERE client_id = $1', [
        client.clientId,
      ]),
    );
    return row?.n ?? 0;
  };
  const placedMoreThan = (count: number) =>
    until(async () => ((await placed()) > count ? true : undefined), 120);
  await placedMoreThan(50);

  // The stages of a recording call come by LISTEN.
  const url = /Address {4}(\S+)/.exec(first.out())?.[1] ?? '';
  const { username, password: word } = client.manager;
  const session = await caller(url).post('/api/security/login', {
    ...{ code: client.code, username, password: word },
  });
  const { bearerToken } = session.json<{ bearerToken: string }>();
  const { received } = await connectHub({ url, token: bearerToken });
  const body = { messageStepType: 1, value: 'Greeting', phoneNumber: '(302) 555-0148' };
  expect((await caller(url, bearerToken).post('/api/message/call/', body)).status).toBe(200);
  await until(() => (received.length >= 2 ? true : undefined), 60);

  // A session of the pooler has the name of its last user.
  const seen = new Set<string>();
  await until(async () => {
    const names = (await server.dba([
      `SELECT DISTINCT split_part(application_name, ' ', 2) AS part FROM pg_stat_activity
       WHERE usename = 'app' AND application_name LIKE 'carillon %:${first.child.pid}'`,
    ])) as { part: string }[];
    for (const { part } of names) seen.add(part);
    return (
      ['api', 'clock', 'engine', 'jobs', 'listen'].every((part) => seen.has(part)) || undefined
    );
  }, 60);
  expect(await sessionLocksInPooler()).toEqual([]);

  first.child.kill('SIGKILL');
  await first.ended;
  const second = await start(pooler);
  const beside = await start(pooler, ['--roles=jobs']);
  await placedMoreThan(await placed());
  beside.child.kill('SIGTERM');
  expect(await beside.ended).toBe(0);
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  const called = readCallLog(dataFolder).map(({ to }) => to);
  expect(called.length - new Set(called).size).toBe(0);
  await closeDatabase(db);
});

test('a pooler in session mode is named at a start and by doctor, with the connections that it must have', async ({
  skip,
}) => {
  const pooler = await pgBouncer(skip, { mode: 'session', size: 80 });
  if (!pooler) return;
  const url = pooler.url('app', 'other');
  const ownFolder = join(dataFolder, 'other');
  const inSessionMode = (most: number) =>
    expect.stringContaining(
      `pooler in session mode: each connection of Carillon occupies one of the server's, and this process opens up to ${most}.`,
    );
  const jobs = carillon(
    { dataFolder: ownFolder, port: await freePort(), more: { DATABASE_URL: url } },
    ['start', '--no-demo', '--roles=jobs'],
  );
  begun.push(jobs);
  await jobs.started;
  expect(jobs.err()).toEqual(inSessionMode(19));
  const { out } = await commandsOn(url, { env: { CARILLON_DATA: ownFolder } })('doctor');
  expect(out).toEqual(inSessionMode(63));
});

/** A lock that a pooled session holds stays when the process that took it is gone. */
async function sessionLocksInPooler() {
  return server.dba([
    `SELECT a.application_name, l.objid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
     WHERE l.locktype = 'advisory' AND a.state = 'idle'
       AND split_part(a.application_name, ' ', 2) NOT IN ('clock', 'jobs')`,
  ]);
}
