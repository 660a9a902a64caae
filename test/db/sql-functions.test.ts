/** Functions in files of their own, and how a change of one comes into databases that are there. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readSchema } from '../../scripts/schema/read-schema.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { freshDatabase } from '../harness/database.ts';
import { emptyDatabase } from '../upgrade/empty-database.ts';

const ours = (folder: string) => fileURLToPath(new URL(`../../src/db/${folder}/`, import.meta.url));
const texts = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map((file) => ({
      file,
      text: readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n'),
    }));
const pinOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

test('every function is named by a migration, and the last one names the text of today', () => {
  const last = new Map<string, { pin: string; migration: string }>();
  for (const { file: migration, text } of texts(ours('migrations'))) {
    for (const [, files = ''] of text.matchAll(/^-- Functions: (.*)$/gm)) {
      for (const [, name = '', pin = ''] of files.matchAll(/([a-z0-9-]+) ([0-9a-f]{8})/g)) {
        last.set(`${name}.sql`, { pin, migration });
      }
    }
  }
  const wrong = texts(ours('functions')).flatMap(({ file, text }) => {
    const named = last.get(file);
    const pin = pinOf(text);
    if (named?.pin === pin) return [];
    const was = named ? `${named.migration} was for ${named.pin}` : 'no migration names it';
    return `${file} is ${pin} now, and ${was}. Name it in a new migration: -- Functions: ${file.slice(0, -4)} ${pin}`;
  });
  expect(wrong).toEqual([]);
});

test('a migrated database has what the files of functions say', async () => {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  const { rows: before } = await client.query('SELECT count(*)::int AS n FROM pg_proc');
  for (const { text } of texts(ours('functions'))) await client.query(text);
  const { rows: after } = await client.query('SELECT count(*)::int AS n FROM pg_proc');
  await client.end();
  expect(after).toEqual(before);
  const written = readFileSync(new URL('../../src/db/schema.sql', import.meta.url), 'utf8');
  expect(await readSchema(owner)).toBe(written);
  // Neither has it one that stands in no file.
  const files = texts(ours('functions')).map(({ text }) => text);
  const made = files.join('').match(/^CREATE OR REPLACE FUNCTION /gm);
  expect(written.match(/^CREATE OR REPLACE FUNCTION /gm)).toHaveLength(made?.length ?? 0);
});

const folder = mkdtempSync(join(tmpdir(), 'carillon-functions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const migrations = join(folder, 'migrations');
const functions = join(folder, 'functions');
for (const made of [migrations, functions]) mkdirSync(made);
const read = () => readMigrations(migrations, functions);

/** The function of a trigger, so that it cannot be dropped and made again. */
const rising = (by: number) => `CREATE OR REPLACE FUNCTION rise() RETURNS trigger
  LANGUAGE plpgsql AS $$ BEGIN NEW.n := NEW.n + ${by}; RETURN NEW; END $$;\n`;

test('a changed function comes into a database by the migration that names it, under what uses it', async () => {
  const { owner } = await emptyDatabase();
  writeFileSync(join(functions, 'rise.sql'), rising(1));
  writeFileSync(
    join(migrations, '0001-a.sql'),
    `CREATE TABLE a (n integer);
-- Functions: rise ${pinOf(rising(1))}
CREATE TRIGGER a_rises BEFORE INSERT ON a FOR EACH ROW EXECUTE FUNCTION rise();\n`,
  );
  expect(await migrate(owner, read())).toEqual(['0001-a']);
  const client = new Client(owner);
  await client.connect();
  const added = async () =>
    (await client.query('INSERT INTO a VALUES (0) RETURNING n')).rows[0]?.n as number;
  expect(await added()).toBe(1);

  writeFileSync(join(functions, 'rise.sql'), rising(100));
  // A new text alone changes nothing that was applied.
  expect(await migrate(owner, read())).toEqual([]);
  expect(await added()).toBe(1);
  writeFileSync(join(migrations, '0002-b.sql'), `-- Functions: rise ${pinOf(rising(100))}\n`);
  const runs = await Promise.all([1, 2, 3].map(() => migrate(owner, read())));
  expect(runs.flat()).toEqual(['0002-b']);
  expect(await added()).toBe(100);
  await client.end();

  const fresh = await emptyDatabase();
  expect(await migrate(fresh.owner, read())).toEqual(['0001-a', '0002-b']);
  expect(await readSchema(fresh.owner)).toBe(await readSchema(owner));
});

test('a line that names no file, or cannot be read, is refused', () => {
  const file = join(migrations, '0003-c.sql');
  writeFileSync(file, '-- Functions: fall 12345678\n');
  expect(read).toThrow('0003-c names the functions fall, which have no file.');
  for (const named of ['rise', 'rise 1234', '../rise 12345678', '']) {
    writeFileSync(file, `-- Functions: ${named}\n`);
    expect(read, named).toThrow('0003-c names functions as "');
  }
});
