/** `carillon backup` and `carillon restore` on the embedded server, with real processes. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLastBackup } from '../../src/db/backup/last-backup.ts';
import { parseRing } from '../../src/db/key-ring.ts';
import type { CarillonProcess } from '../cli/started-carillon.ts';
import { site } from './site.ts';

const { root, dataFolder, port, begin, command, clients, killedWhen } = site();
const file = join(root, 'first.backup');
let started: CarillonProcess | undefined;

test('there is nothing to back up before the first start, and it makes nothing', async () => {
  const empty = join(root, 'empty');
  const { code, err } = await command(['backup', join(root, 'none.backup')], empty);
  expect(code).toBe(1);
  expect(err).toContain(`There is no database in ${empty} yet.`);
  expect(existsSync(join(empty, 'postgres'))).toBe(false);
});

test('a backup while Carillon runs, with its result alone on standard output, and remembered', async () => {
  started = begin(['start', '--roles=jobs']);
  await started.started;
  await command(['client', 'add', 'before', 'Before']);
  const { code, out, err } = await command(['backup', file]);
  expect({ code, lines: out.trim().split('\n').length }).toEqual({ code: 0, lines: 1 });
  expect(out).toMatch(/^Wrote .*first\.backup: [\d,]+ rows as of \d{4}-.*Z, \d+ kB\.\n$/);
  expect(err).toContain('The backup does not contain carillon.key.');
  expect(
    readFileSync(file).includes(readFileSync(join(dataFolder, 'carillon.key'), 'utf8').trim()),
  ).toBe(false);
  expect(readLastBackup(dataFolder)).toMatchObject({
    file,
    bytes: statSync(file).size,
    withKey: false,
  });
  expect(readLastBackup(dataFolder)?.counts.client).toBeGreaterThanOrEqual(1);
});

test('the backup is checked while Carillon runs, and doctor knows when it was made', async () => {
  expect((await command(['backup', '--check', file])).out).toContain('is intact:');
  expect((await command(['backup', '--check'])).out).toContain(`${file} is intact:`);
  expect((await command(['doctor'])).out).toMatch(/ok {5}Backup/);
});

test('a restore is refused while Carillon runs', async () => {
  await command(['client', 'add', 'after', 'After']);
  const { code, err } = await command(['restore', '--yes', file]);
  expect(code).toBe(1);
  expect(err).toContain(`Carillon is already running with the data folder ${dataFolder}`);
  started?.child.kill('SIGINT');
  await started?.ended;
});

test('without a person and without --yes nothing is replaced', async () => {
  const { code, err } = await command(['restore', file]);
  expect(code).toBe(1);
  expect(err).toContain('Use --yes to confirm.');
  expect(await clients()).toContain('after');
});

test('a damaged file leaves the database as it is', async () => {
  const cut = join(root, 'cut.backup');
  writeFileSync(cut, readFileSync(file).subarray(0, statSync(file).size - 100));
  expect((await command(['restore', '--yes', cut])).err).toContain('is incomplete: it ends in');
  expect((await command(['backup', '--check', cut])).err).toContain('is incomplete: it ends in');
  expect(await clients()).toContain('after');
});

test('with another key in the data folder nothing is restored', async () => {
  const other = join(root, 'other-key');
  mkdirSync(other, { mode: 0o711 });
  writeFileSync(join(other, 'carillon.key'), `${'0'.repeat(64)}\n`, { mode: 0o600 });
  const wrong = await command(['restore', file], other);
  expect({ code: wrong.code, cluster: existsSync(join(other, 'postgres')) }).toEqual({
    code: 1,
    cluster: false,
  });
  expect(wrong.err).toContain('does not match this backup');
  expect((await command(['restore', join(root, 'missing.backup')])).err).toContain(
    'cannot be read',
  );
});

test.each([
  { when: 'its cluster is being made', sign: '' },
  { when: 'the rows are in', sign: 'building indexes' },
  { when: 'all is written', sign: 'Writing everything to disk' },
])('a restore that is killed when $when leaves the old database', async ({ sign }) => {
  const made = join(dataFolder, 'restoring', 'postgres', 'global');
  await killedWhen(['restore', '--yes', file], ({ err }) =>
    sign ? err().includes(sign) : existsSync(made),
  );
  expect(await clients()).toContain('after');
  expect(existsSync(join(dataFolder, 'restoring'))).toBe(false);
});

test('a restore installs the backup, keeps the former data, and starts', async () => {
  const { code, out, err } = await command(['restore', '--yes', file]);
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^Restored: [\d,]+ rows as of \d{4}-.*Z\.\n$/);
  expect(err).toMatch(
    /The previous database is kept in .*postgres\.before-restore-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ/,
  );
  const listed = await clients();
  expect(listed).toContain('before');
  expect(listed).not.toContain('after');
  const started = begin(['start', '--roles=jobs']);
  await started.started;
  started.child.kill('SIGINT');
  expect(await started.ended).toBe(0);
});

test('a folder without the key is restored, the output says what to copy, and it starts with that', async () => {
  const moved = join(root, 'moved');
  const { code, err } = await command(['restore', file], moved);
  expect(code).toBe(0);
  expect(err).toMatch(
    /Before the first start, copy the carillon\.key .* to .*moved\/carillon\.key/,
  );
  expect((await command(['start', '--roles=jobs'], moved)).err).toContain(
    'is missing. The personal data',
  );
  copyFileSync(join(dataFolder, 'carillon.key'), join(moved, 'carillon.key'));
  const started = begin(['start', '--roles=jobs'], moved);
  await started.started;
  started.child.kill('SIGINT');
  await started.ended;
});

test('with the key in it, a backup is all that another machine needs', async () => {
  const all = join(root, 'all.backup');
  expect((await command(['backup', '--with-key', all])).err).toContain(
    'The backup contains carillon.key',
  );
  const other = join(root, 'with-key');
  expect((await command(['restore', all], other)).code).toBe(0);
  const keysOf = (folder: string) => parseRing(readFileSync(join(folder, 'carillon.key'), 'utf8'));
  expect(keysOf(other)).toEqual(keysOf(dataFolder));
  expect(statSync(join(other, 'carillon.key')).mode & 0o777).toBe(0o600);
});

/** A command with its standard input and output as bytes. */
function piped(args: string[], folder: string, input: Buffer = Buffer.alloc(0)) {
  const main = join(import.meta.dirname, '../../src/main.ts');
  const env = { PATH: '/usr/bin:/bin', CARILLON_DATA: folder, CARILLON_PORT: String(port()) };
  return new Promise<{ code: number; stdout: Buffer; stderr: string }>((resolve) => {
    const options = { env, encoding: 'buffer', maxBuffer: 2 ** 28 } as const;
    const child = execFile(process.execPath, [main, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, stdout, stderr: String(stderr) }),
    );
    child.stdin?.on('error', () => {}).end(input);
  });
}

let pipe: Buffer = Buffer.alloc(0);

test('a backup goes into a pipe, with nothing else', async () => {
  const { code, stdout, stderr } = await piped(['backup', '-'], dataFolder);
  pipe = stdout;
  expect({ code, said: stderr.includes('Wrote the backup:') }).toEqual({ code: 0, said: true });
});

test('one that ends too early in a pipe is refused', async () => {
  const other = join(root, 'cut-pipe');
  const cut = await piped(['restore', '-'], other, pipe.subarray(0, pipe.length - 7));
  expect(cut.stderr).toContain('The backup of standard input is incomplete');
  expect(existsSync(join(other, 'postgres', 'PG_VERSION'))).toBe(false);
});

test('one comes back through a pipe', async () => {
  const other = join(root, 'piped');
  expect((await piped(['restore', '-'], other, pipe)).code).toBe(0);
  expect(await clients(other)).toContain('before');
});
