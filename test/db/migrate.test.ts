import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import {
  type Migration,
  migrate,
  pendingMigrations,
  readMigrations,
} from '../../src/db/migrate.ts';
import { freshDatabase } from '../harness/database.ts';

const first: Migration = { name: '0001-a', sql: 'CREATE TABLE a ()', checksum: '1' };
const second: Migration = { name: '0002-b', sql: 'CREATE TABLE b ()', checksum: '2' };

/** A database without any migration. */
async function emptyDatabase() {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.end();
  return owner;
}
const empty = [await emptyDatabase(), await emptyDatabase(), await emptyDatabase()] as const;
const done = (await freshDatabase()).owner;

test('each migration is applied once, in order, also when several processes try at once', async () => {
  expect(await pendingMigrations(empty[0], [first, second])).toEqual(['0001-a', '0002-b']);
  const runs = await Promise.all([1, 2, 3, 4].map(() => migrate(empty[0], [first, second])));
  expect(runs.filter((applied) => applied.length > 0)).toEqual([['0001-a', '0002-b']]);
  expect(await pendingMigrations(empty[0], [first, second])).toEqual([]);
});

test('an applied migration that was changed stops the start', async () => {
  await migrate(empty[1], [first]);
  await expect(migrate(empty[1], [{ ...first, checksum: 'other' }, second])).rejects.toThrow(
    'The migration 0001-a was changed after this database applied it.',
  );
  expect(await pendingMigrations(empty[1], [first, second])).toEqual(['0002-b']);
});

test('a migration that fails leaves nothing of itself, and those before it stay', async () => {
  const broken = { ...second, sql: 'CREATE TABLE b (); CREATE TABLE b ()' };
  await expect(migrate(empty[2], [first, broken])).rejects.toThrow('Migration 0002-b failed:');
  expect(await migrate(empty[2], [first, second])).toEqual(['0002-b']);
});

test('a database made by a newer version is refused', async () => {
  await expect(migrate(done, readMigrations().slice(0, 1))).rejects.toThrow(
    'which this version of Carillon does not know',
  );
});

test('two migrations of one number are refused, a number that was not used is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-migrations-'));
  try {
    writeFileSync(join(folder, '0001-a.sql'), 'SELECT 1');
    writeFileSync(join(folder, '0003-c.sql'), 'SELECT 3');
    expect(readMigrations(folder).map(({ name }) => name)).toEqual(['0001-a', '0003-c']);
    writeFileSync(join(folder, '0003-d.sql'), 'SELECT 4');
    expect(() => readMigrations(folder)).toThrow('have one number');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the migrations of this version apply to an empty database', async () => {
  expect(await pendingMigrations(done)).toEqual([]);
});
