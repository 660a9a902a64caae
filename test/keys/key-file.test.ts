/** CARILLON_KEY_FILE: the keys come from a file that the operator makes, as from a secret store. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keyIdOf, parseRing } from '../../src/db/key-ring.ts';
import { commandsOn } from '../cli/command-run.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const root = mkdtempSync(join(tmpdir(), 'carillon-key-file-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const folder = join(root, 'data');
const file = join(root, 'secret');
mkdirSync(folder);
const run = commandsOn(db.url, { env: { CARILLON_DATA: folder, CARILLON_KEY_FILE: file } });
/** A command that needs the keys. */
const status = () => run('person', 'show', '2125550101');

const bytes = Buffer.alloc(32, 9);

test('a file that is missing, open to others, damaged, or beside another one is refused with a sentence', async () => {
  const refusal = async () => {
    const { code, err } = await status();
    expect(code).toBe(1);
    return err;
  };
  expect(await refusal()).toContain(
    `CARILLON_KEY_FILE names ${file}, which does not exist. For a new installation, make the first key with: (umask 077; openssl rand -hex 32 > ${file})`,
  );
  writeFileSync(file, `${bytes.toString('hex')}\n`, { mode: 0o600 });
  chmodSync(file, 0o644);
  expect(await refusal()).toContain(`Other users may read or change ${file} (mode 0644).`);
  chmodSync(file, 0o620);
  expect(await refusal()).toContain('(mode 0620)');
  chmodSync(file, 0o440);
  expect((await status()).code).toBe(0);
  chmodSync(file, 0o600);
  writeFileSync(file, 'not a key\n');
  expect(await refusal()).toContain(`${file} is damaged: it must hold 64 hexadecimal digits`);
  writeFileSync(file, `${bytes.toString('hex')}\n`);
  writeFileSync(join(folder, 'carillon.key'), `${bytes.toString('hex')}\n`);
  expect(await refusal()).toContain('Only one of them can hold the keys');
  rmSync(join(folder, 'carillon.key'));
  expect((await status()).code).toBe(0);
});

test('the keys are read from it, and the data folder gets none', async () => {
  const shown = JSON.parse((await run('key', 'status', '--json')).out);
  expect(shown).toMatchObject({
    ...{ file, isNamed: true, keys: [{ keyId: keyIdOf(bytes), state: 'sealing' }] },
  });
  expect(existsSync(join(folder, 'carillon.key'))).toBe(false);
});

test('a stop of all calls needs no key file', async () => {
  renameSync(file, `${file}.away`);
  expect((await run('stop', '--all')).code).toBe(0);
  expect((await run('stop', '--all', '--lift')).code).toBe(0);
  renameSync(`${file}.away`, file);
});

test('for a file that only a secret store writes, a rotation says how, and works through a new file', async () => {
  const mounted = `${file}.mounted`;
  renameSync(file, mounted);
  symlinkSync(mounted, file);
  const refused = await run('key', 'rotate');
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(
    `Carillon cannot write ${file}: it is a link, as secret stores make them. Run "carillon key rotate --to=FILE", put the content of that file into your secret store, and delete it.`,
  );
  const to = join(root, 'new.key');
  const { code, out } = await run('key', 'rotate', `--to=${to}`);
  expect({ code, out }).toEqual({
    code: 0,
    out: expect.stringContaining(`in the place of ${file}`),
  });
  expect((await run('key', 'rotate', `--to=${to}`)).err).toContain(`${to} exists.`);
  expect(readFileSync(mounted, 'utf8').trim()).toBe(bytes.toString('hex'));
  const ring = parseRing(readFileSync(to, 'utf8'));
  expect(ring.keys.map(({ id }) => id)).toEqual([expect.any(String), keyIdOf(bytes)]);
  renameSync(to, mounted);
  const shown = JSON.parse((await run('key', 'status', '--json')).out);
  expect(shown.keys.map(({ state }: { state: string }) => state)).toEqual(['waiting', 'sealing']);
});
