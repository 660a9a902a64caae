import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { directOf } from '../../src/db/connection.ts';
import {
  type Migration,
  migrate,
  pendingMigrations,
  readMigrations,
} from '../../src/db/migrate.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

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
const heldUp = await emptyDatabase();

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
    'which this version of Carillon does not have',
  );
});

test('two migrations of one number are refused, a number that was not used is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-migrations-'));
  try {
    writeFileSync(join(folder, '0001-a.sql'), 'SELECT 1');
    writeFileSync(join(folder, '0003-c.sql'), 'SELECT 3');
    expect(readMigrations(folder).map(({ name }) => name)).toEqual(['0001-a', '0003-c']);
    writeFileSync(join(folder, '0003-d.sql'), 'SELECT 4');
    expect(() => readMigrations(folder)).toThrow('have the same number');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the migrations of this version apply to an empty database', async () => {
  expect(await pendingMigrations(done)).toEqual([]);
});

test("who waits for another process's migrations says for whom, gives up in time, and goes on when it has ended", async () => {
  const holder = new Client(directOf(heldUp, 'elsewhere'));
  await holder.connect();
  // A session's lock, as the versions before this one took it.
  await holder.query(`SELECT pg_advisory_lock(hashtext('carillon migrations'))`);
  const { rows } = await holder.query('SELECT pg_backend_pid() AS pid');
  const failure = await migrate(heldUp, [first], { patienceMs: 200 }).catch((error) => error);
  expect(failure.name).toBe('LockHeld');
  expect(failure.message).toContain(`server process ${rows[0].pid} (carillon elsewhere `);
  expect(failure.message).toContain(`SELECT pg_terminate_backend(${rows[0].pid})`);
  const notices: string[] = [];
  const waiting = migrate(heldUp, [first], { notify: (sentence) => notices.push(sentence) });
  await until(() => (notices.length > 0 ? true : undefined));
  expect(notices[0]).toContain('another process is applying migrations to this database');
  await holder.end();
  expect(await waiting).toEqual(['0001-a']);
  expect(notices).toHaveLength(1);
});

test("the lock of migrations is a transaction's: no session keeps it when the process is gone", async () => {
  const watcher = new Client(heldUp);
  await watcher.connect();
  const slow = { ...second, name: '0003-slow', sql: 'CREATE TABLE slow (); SELECT pg_sleep(0.5)' };
  const running = migrate(heldUp, [first, slow]);
  const [lock] = await until(async () => {
    const { rows } = await watcher.query(
      `SELECT a.state, a.xact_start IS NOT NULL AS transaction FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND a.datname = current_database()`,
    );
    // Between two of its statements.
    return rows[0]?.state === 'active' ? undefined : rows.length > 0 ? rows : undefined;
  });
  expect(lock).toEqual({ state: 'idle in transaction', transaction: true });
  await running;
  await watcher.end();
});
