import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { folderRights } from '../../../src/cli/doctor/folder-rights.ts';
import { processBirth } from '../../../src/db/embedded/process-identity.ts';
import { type EmbeddedServer, startEmbedded } from '../../../src/db/embedded/server.ts';
import { serverUser } from '../../../src/db/embedded/unprivileged-user.ts';

const base = mkdtempSync(join(tmpdir(), 'carillon-embedded-'));
const started: EmbeddedServer[] = [];
afterAll(async () => {
  for (const server of started) await server.stop();
  rmSync(base, { recursive: true, force: true });
});

async function start(dataFolder: string): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataFolder });
  started.push(server);
  return server;
}

async function query<Row>(server: EmbeddedServer, sql: string): Promise<Row[]> {
  const client = new Client(server);
  await client.connect();
  try {
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const host = fileURLToPath(new URL('./server-host.ts', import.meta.url));

/** A process of its own that starts the server and then works in it until it is killed. */
async function hostProcess(dataFolder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [host, dataFolder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text) => String(text).includes('working') && resolve());
    child.once('exit', () => reject(new Error('the host ended')));
  });
  return child;
}

test('it listens on a socket that only its user can reach, and on no port', async () => {
  const server = await start(join(base, 'private'));
  expect(statSync(server.host).mode & 0o777).toBe(0o700);
  expect(await query(server, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  expect(await query(server, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
  const [row] = await query<{ found: boolean }>(
    server,
    `SELECT 'MÜLLER' ILIKE '%müller%' AS found`,
  );
  expect(row?.found).toBe(true);
});

test('the data folder and everything in it belong to one user alone', async () => {
  const folder = join(base, 'one-user');
  await start(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(folderRights(folder)).toMatchObject({ state: 'fine' });
  writeFileSync(join(folder, 'numbers.csv'), '', { mode: 0o644 });
  expect(folderRights(folder)).toMatchObject({
    state: 'hint',
    text: expect.stringContaining('numbers.csv'),
  });
});

const user = serverUser();
test.runIf(user)('another process of the user it runs as gets no connection', async () => {
  const server = await start(join(base, 'no-peer'));
  process.seteuid?.(user?.uid ?? 0);
  try {
    for (const role of ['postgres', server.user]) {
      const refused = query({ ...server, user: role }, 'SELECT 1');
      await expect(refused).rejects.toThrow('Peer authentication failed');
    }
  } finally {
    process.seteuid?.(0);
  }
  expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});

test('stopped and started again, it has what it had', async () => {
  const folder = join(base, 'again');
  const first = await start(folder);
  await query(first, 'CREATE TABLE kept AS SELECT 7 AS n');
  await first.stop();
  expect(processBirth(first.pid)).toBeUndefined();
  const second = await start(folder);
  expect(second.attached).toBe(false);
  expect(await query(second, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});

test('after kill -9 of our process the server that outlived it is taken over', async () => {
  const folder = join(base, 'orphan');
  const child = await hostProcess(folder);
  child.kill('SIGKILL');
  const server = await start(folder);
  expect(server.attached).toBe(true);
  const [row] = await query<{ n: string }>(server, 'SELECT count(*) AS n FROM work');
  expect(Number(row?.n)).toBeGreaterThan(0);
});

test('after kill -9 of the postmaster too, what was committed is there', async () => {
  const folder = join(base, 'crash');
  const child = await hostProcess(folder);
  const before = await start(folder);
  const [seen] = await query<{ n: string }>(before, 'SELECT count(*) AS n FROM work');
  process.kill(before.pid, 'SIGKILL');
  child.kill('SIGKILL');
  const after = await start(folder);
  expect(after.attached).toBe(false);
  const [row] = await query<{ n: string }>(after, 'SELECT count(*) AS n FROM work');
  expect(Number(row?.n)).toBeGreaterThanOrEqual(Number(seen?.n));
});

test('while a process of the killed server still holds its memory, the start waits for it', async () => {
  const folder = join(base, 'held');
  const before = await start(folder);
  const client = new Client(before);
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const backend = rows[0]?.pid;
  if (!backend) throw new Error('no backend');
  process.kill(backend, 'SIGSTOP');
  process.kill(before.pid, 'SIGKILL');
  const log = join(folder, 'postgres.log');
  const starting = start(folder);
  try {
    // SQLSTATE lock_file_exists, whatever the words beside it.
    await expect.poll(() => readFileSync(log, 'utf8')).toContain(' F0001 FATAL: ');
  } finally {
    process.kill(backend, 'SIGKILL');
    process.kill(backend, 'SIGCONT');
  }
  expect((await starting).attached).toBe(false);
});

test('a data folder below a folder that others cannot enter works', async () => {
  const closed = join(base, 'closed');
  mkdirSync(closed, { mode: 0o700 });
  chmodSync(closed, 0o700);
  const server = await start(join(closed, 'data'));
  await query(server, 'CREATE TABLE kept AS SELECT 7 AS n');
  await server.stop();
  const again = await start(join(closed, 'data'));
  expect(await query(again, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
});
