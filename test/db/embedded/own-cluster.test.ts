/** What `start` may remove of a data folder, and what it leaves as it is. */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { findBinaries } from '../../../src/db/embedded/binaries.ts';
import { prepareClusterPaths } from '../../../src/db/embedded/cluster-paths.ts';
import { initialize } from '../../../src/db/embedded/initialize.ts';
import { assertReplaceable } from '../../../src/db/embedded/replace-cluster.ts';
import { findEmbedded, startEmbedded } from '../../../src/db/embedded/server.ts';
import { serverUser } from '../../../src/db/embedded/unprivileged-user.ts';
import { until } from '../../harness/until.ts';

const base = mkdtempSync(join(tmpdir(), 'carillon-own-cluster-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const throwaway = { durability: 'throwaway' } as const;
const mark = 'carillon-initialised';

/** A stopped data folder with a table in it. */
const made = join(base, 'made');
const first = await startEmbedded({ dataFolder: made, ...throwaway });
await ask(first, 'CREATE TABLE kept AS SELECT 7 AS n');
await first.stop();

async function ask(server: object, sql: string) {
  const client = new Client(server);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A copy of it, under its own name. */
function copyOf(name: string): string {
  const folder = join(base, name);
  cpSync(made, folder, { recursive: true, preserveTimestamps: true });
  chmodSync(join(folder, 'postgres'), 0o700);
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync(join(made, 'postgres'));
    execFileSync('chown', ['-R', `${uid}:${gid}`, join(folder, 'postgres')]);
  }
  return folder;
}

/** Name, size and time of everything in it. */
function pictureOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const { size, mtimeMs, mode, uid } = statSync(join(folder, name));
      return [name, size, mtimeMs, mode, uid].join(' ');
    });
}

async function refused(dataFolder: string): Promise<string> {
  const cluster = join(dataFolder, 'postgres');
  const before = [pictureOf(cluster), statSync(cluster).mode];
  const failure = await startEmbedded({ dataFolder, ...throwaway }).then(
    async (server) => {
      await server.stop();
      return new Error('it started');
    },
    (error: Error) => error,
  );
  expect([pictureOf(cluster), statSync(cluster).mode]).toEqual(before);
  return failure.message;
}

test('a cluster without the mark is refused and left as it is; with the mark it is used again', async () => {
  const folder = copyOf('unmarked');
  rmSync(join(folder, 'postgres', mark));
  expect(await refused(folder)).toMatch(
    /has a PostgreSQL database that Carillon did not create, or a copy/,
  );
  writeFileSync(join(folder, 'postgres', mark), '');
  const server = await startEmbedded({ dataFolder: folder, ...throwaway });
  expect(await ask(server, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  await server.stop();
});

test("files of somebody else's are refused and left as they are", async () => {
  const folder = join(base, 'files');
  mkdirSync(join(folder, 'postgres'), { recursive: true, mode: 0o755 });
  writeFileSync(join(folder, 'postgres', 'letter.txt'), 'Dear');
  expect(await refused(folder)).toContain('has files that Carillon did not create');
});

test("a running server of somebody else's is neither taken over nor changed", async () => {
  const folder = copyOf('running');
  const server = await startEmbedded({ dataFolder: folder, ...throwaway });
  renameSync(join(folder, 'postgres', mark), join(folder, 'moved-mark'));
  try {
    await expect(startEmbedded({ dataFolder: folder, ...throwaway })).rejects.toThrow(
      'Carillon did not create',
    );
    expect(await findEmbedded(folder)).toBeUndefined();
    expect(await ask(server, 'SELECT n FROM kept')).toEqual([{ n: 7 }]);
  } finally {
    await server.stop();
  }
});

/** The PostgreSQL of this installation with another initdb, a script that the server's user can find. */
function withInitdb(name: string, script: string) {
  const binaries = findBinaries(serverUser());
  const initdb = join(base, name);
  writeFileSync(initdb, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  chmodSync(base, 0o755);
  return { ...binaries, initdb };
}

/** A first start of which initdb dies half way. */
async function interrupted(name: string): Promise<string> {
  const folder = join(base, name);
  const major = '18';
  const lame = withInitdb(
    `lame-${name}`,
    `mkdir -p global && echo ${major} > PG_VERSION && echo x > global/pg_control; kill -9 $$`,
  );
  const user = serverUser();
  await expect(initialize(lame, prepareClusterPaths(folder, user), user)).rejects.toThrow(
    'could not be created',
  );
  return folder;
}

test('where a first start was killed in a mount, the next one says to empty it, and that is enough', ({
  skip,
}) => {
  const tried = spawnSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', base]);
  if (tried.status !== 0) skip('No mounts can be made here; run it as root.');
  const initdb = join(base, 'killed-in-mount');
  writeFileSync(initdb, '#!/bin/sh\nmkdir global && echo 18 > PG_VERSION; kill -9 $$\n', {
    mode: 0o755,
  });
  chmodSync(base, 0o755);
  const script = join(import.meta.dirname, 'in-mount-host.ts');
  const args = ['-m', process.execPath, script, join(base, 'mounted'), initdb];
  expect(JSON.parse(execFileSync('unshare', args, { encoding: 'utf8' }))).toEqual({
    killed: expect.stringContaining('could not be created'),
    again: expect.stringMatching(/^A first start was killed .* Empty this folder and start again/),
    emptied: 'started',
    marked: expect.stringMatching(
      /was stopped again\. The folder has no Carillon database\. .* empty the folder/,
    ),
    left: ['postgres', 'postgres.log'],
  });
});

test('what a killed first start of an earlier version left is named as that; the mark is not offered', async () => {
  const folder = await interrupted('left-before');
  const cluster = join(folder, 'postgres');
  mkdirSync(join(cluster, 'base', '1'), { recursive: true });
  for (const part of ['', join('base', '1')])
    writeFileSync(join(cluster, part, 'PG_VERSION'), '18\n');
  expect(await refused(folder)).toMatch(
    /a first start may have been killed there.* Empty this folder/,
  );
  writeFileSync(join(folder, 'postgres-begun'), '');
  expect(await refused(folder)).toMatch(/^A first start was killed .* Empty this folder/);
});

test('a server that runs and lets nobody in ends the start with a sentence, and is stopped', async () => {
  const folder = copyOf('no-entry');
  const server = await startEmbedded({ dataFolder: folder, ...throwaway });
  const { host, port } = server;
  await ask({ host, port, user: 'postgres', database: 'template1' }, 'DROP DATABASE postgres');
  const start = () => startEmbedded({ dataFolder: folder, ...throwaway });
  const said =
    /could not connect: database "postgres" does not exist\. PostgreSQL was stopped again\. The database is incomplete/;
  // It was left running by a killed process, and then started anew.
  for (const _ of ['attached', 'launched']) {
    await expect(start()).rejects.toThrow(said);
    expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false);
  }
});

test('a link or a file where the cluster should be is named as such, and nothing is changed', async () => {
  const folder = join(base, 'no-folder');
  const cluster = join(folder, 'postgres');
  mkdirSync(folder);
  const start = () => startEmbedded({ dataFolder: folder, ...throwaway });
  for (const target of [join(base, 'nowhere'), join(made, 'postgres')]) {
    symlinkSync(target, cluster);
    await expect(start()).rejects.toThrow(
      `${cluster} is a link to ${target}, but must be a folder`,
    );
    expect(() => assertReplaceable(folder)).toThrow('is a link to');
    rmSync(cluster);
  }
  writeFileSync(cluster, 'Dear');
  await expect(start()).rejects.toThrow(`${cluster} is a file, but must be a folder`);
  expect(() => assertReplaceable(folder)).toThrow('is a file');
  expect(readFileSync(cluster, 'utf8')).toBe('Dear');
});

test('after an unfinished initdb the next start makes the database, and removes what killed starts left', async () => {
  const folder = await interrupted('unfinished');
  const left = join(folder, 'postgres.making-0123456789ab');
  mkdirSync(join(left, 'global'), { recursive: true });
  writeFileSync(join(left, 'PG_VERSION'), '18\n');
  const server = await startEmbedded({ dataFolder: folder, ...throwaway });
  expect(await ask(server, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
  await server.stop();
  expect(readdirSync(folder).filter((name) => name.startsWith('postgres'))).toEqual([
    'postgres',
    'postgres.log',
  ]);
});

test('a cluster copied into the very folder of an interrupted first start is refused and kept', async () => {
  const folder = await interrupted('copied-into');
  const cluster = join(folder, 'postgres');
  mkdirSync(cluster, { recursive: true });
  for (const name of readdirSync(cluster)) {
    rmSync(join(cluster, name), { recursive: true, force: true });
  }
  cpSync(join(made, 'postgres'), cluster, { recursive: true, preserveTimestamps: true });
  rmSync(join(cluster, mark));
  expect(await refused(folder)).toContain('Carillon did not create');
});

test('files that appear in the folder while the database is made are kept, and the start is refused', async () => {
  const folder = join(base, 'meanwhile');
  const cluster = join(folder, 'postgres');
  const user = serverUser();
  const paths = prepareClusterPaths(folder, user);
  const slow = withInitdb(
    'slow-initdb',
    'touch ../begun; while [ ! -e ../go-on ]; do sleep 0.1; done',
  );
  if (user) chmodSync(folder, 0o777);
  const made = initialize(slow, paths, user);
  made.catch(() => {});
  await until(() => existsSync(join(folder, 'begun')) || undefined);
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, 'letter.txt'), 'Dear');
  writeFileSync(join(folder, 'go-on'), '');
  await expect(made).rejects.toThrow('Files appeared in');
  expect(readdirSync(cluster)).toEqual(['letter.txt']);
  expect(readdirSync(folder).sort()).toEqual(['begun', 'go-on', 'postgres']);
});

test('what initdb and its server complain of is said in one sentence', async () => {
  const full = withInitdb(
    'full-initdb',
    `echo 'running bootstrap script ... 2026-11-23 UTC [7] FATAL:  could not extend file "base/1/2691"' >&2
echo '2026-11-23 UTC [7] HINT:  Check free disk space.' >&2
echo 'initdb: removing contents of data directory' >&2; exit 1`,
  );
  const user = serverUser();
  const paths = prepareClusterPaths(join(base, 'full'), user);
  const failure = await initialize(full, paths, user).catch((error: Error) => error);
  expect((failure as Error).message).toMatch(
    /^The database could not be created in .*: could not extend file "base\/1\/2691"\. Check free disk space\.$/,
  );
});

test('a database with the mark and without PG_VERSION is named as such', async () => {
  const folder = copyOf('no-version');
  rmSync(join(folder, 'postgres', 'PG_VERSION'));
  expect(await refused(folder)).toMatch(/is not a complete database: .*PG_VERSION is missing/);
});

test('a cluster of another PostgreSQL is refused, with the way that its data takes', async () => {
  const folder = copyOf('older');
  const file = join(folder, 'postgres', 'PG_VERSION');
  const ours = readFileSync(file, 'utf8').trim();
  writeFileSync(file, '16\n');
  const sentence = await refused(folder);
  expect(sentence).toContain(
    `was created by PostgreSQL 16, but this Carillon comes with PostgreSQL ${ours}`,
  );
  expect(sentence).toMatch(/"carillon backup FILE".*"carillon restore FILE"/);
});
