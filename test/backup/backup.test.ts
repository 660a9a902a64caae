/** A backup makes another database the same, whatever is in it. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { BackupReader } from '../../src/db/backup/file-reader.ts';
import { readMigrations } from '../../src/db/migrate.ts';
import { noteRestored } from '../../src/db/queries/installation.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { everythingIn, withoutLog } from './everything.ts';
import { backupTo, emptyDatabase, fillWithAll, on, restoreFrom, temporaryFolder } from './world.ts';

const db = await freshDatabase();
const folder = temporaryFolder();
const file = join(folder, 'all.backup');
const { clientId, largeList } = await fillWithAll(db);
const before = await everythingIn(db.owner);
const taken = await backupTo(file, db.owner);

test('a restored database is the same: rows, sequences, jobs, partitions, indexes, schema', async () => {
  const target = await emptyDatabase();
  await restoreFrom(file, target.owner);
  expect(await everythingIn(target.owner)).toEqual(before);
  expect(before.partitions.join('\n')).toContain(`list_entry_${largeList} | list_entry`);
  expect(before.partitions.join('\n')).toContain('call_record_202701_7 | call_record_202701');
  expect(before.rows.find((line) => line.startsWith('list_entry:'))).toMatch(/: 3250, /);
  // What allowed a call, and the sounds that it may have played.
  const kept = await on(
    { ...target.owner, options: '-c carillon.backup=on' },
    `SELECT encode(a.allowed, 'hex') AS allowed, (SELECT count(*) FROM rendering_use u
       JOIN voice_message_rendering r USING (client_id, voice_message_id, version)
       WHERE u.call_list_id = a.call_list_id) AS renderings FROM attempt a`,
  );
  expect(kept).toEqual([{ allowed: '010200ff', renderings: '2' }]);
});

test('a restored database can be backed up again, and goes on from the same numbers', async () => {
  const target = await emptyDatabase();
  await restoreFrom(file, target.owner);
  const again = await backupTo(join(folder, 'again.backup'), target.owner);
  expect(again.footer.parts).toEqual(taken.footer.parts);
  const [row] = await on(target.owner, `SELECT nextval('large_call_list_id') AS id`);
  expect(Number(row?.id)).toBe(largeList + 1);
});

test('what is there is replaced, and what was restored is noted', async () => {
  const target = await freshDatabase();
  await fillWithAll(target);
  const finish = (tx: Parameters<typeof noteRestored>[0]) =>
    noteRestored(tx, { takenAt: taken.manifest.takenAt, file });
  await restoreFrom(file, target.owner, { finish });
  // The restore itself is an entry of the audit log.
  expect(withoutLog(await everythingIn(target.owner))).toEqual(withoutLog(before));
  const [entry] = await on(
    target.owner,
    "SELECT operation FROM audit_entry WHERE client_id = 0 AND operation = 'restore'",
  );
  expect(entry).toEqual({ operation: 'restore' });
  const [row] = await on(target.owner, 'SELECT restored_at, restored_from FROM installation');
  expect(row?.restored_from).toEqual(new Date(taken.manifest.takenAt));
  expect(row?.restored_at).not.toBeNull();
});

test('a restore that meets a reader in a deadlock is done all the same', async () => {
  const target = await freshDatabase();
  const reader = new Client(target.owner);
  await reader.connect();
  try {
    await reader.query('BEGIN');
    // The tables are dropped by name: the last one first, and the first one when the restore waits.
    await reader.query('LOCK TABLE witness IN ACCESS SHARE MODE');
    const restored = restoreFrom(file, target.owner);
    const waits = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
      AND application_name = 'carillon restore' AND wait_event_type = 'Lock'`;
    await until(async () => (await on(target.owner, waits)).length > 0 || undefined);
    await reader.query('LOCK TABLE account_field IN ACCESS SHARE MODE').catch(() => {});
    await reader.query('ROLLBACK');
    await restored;
    expect(await everythingIn(target.owner)).toEqual(before);
  } finally {
    await reader.end();
  }
});

test('row level security binds the owner as before, on partitions too', async () => {
  const target = await emptyDatabase();
  await restoreFrom(file, target.owner);
  for (const table of ['list_entry', `list_entry_${largeList}`, 'attempt', 'manager']) {
    expect(await on(target.owner, `SELECT * FROM ${table}`)).toEqual([]);
  }
});

test("stops that were asked for carry no number of another server's transactions", async () => {
  const target = await emptyDatabase();
  await restoreFrom(file, target.owner);
  const rows = await on(
    { ...target.owner, options: '-c carillon.backup=on' },
    `SELECT asked_in, whole_account FROM do_not_call WHERE client_id = ${clientId} ORDER BY phone`,
  );
  expect(rows).toEqual([
    { asked_in: null, whole_account: true },
    { asked_in: null, whole_account: false },
  ]);
});

test('an older backup is restored to its own schema and then brought up to date', async () => {
  const later = {
    name: '9000-later',
    sql: `ALTER TABLE client ADD shout text; UPDATE client SET shout = upper(name);
          CREATE INDEX call_list_name ON call_list (name)`,
    checksum: 'of later',
  };
  const target = await emptyDatabase();
  await restoreFrom(file, target.owner, { migrations: [...readMigrations(), later] });
  const rows = await on(
    { ...target.owner, options: '-c carillon.backup=on' },
    'SELECT bool_and(shout = upper(name)) AS all, count(*) AS n FROM client',
  );
  expect(rows).toEqual([{ all: true, n: '2' }]);
  const [row] = await on(target.owner, `SELECT checksum FROM migration WHERE name = '9000-later'`);
  expect(row?.checksum).toBe('of later');
});

test('a backup of a newer version is refused in one sentence, and so is one of another line', async () => {
  const target = await emptyDatabase();
  const older = readMigrations().slice(0, -1);
  const newest = readMigrations().at(-1)?.name;
  await expect(restoreFrom(file, target.owner, { migrations: older })).rejects.toThrow(
    `was made by Carillon 1.2.3 and has the migration ${newest}, which this version does not have`,
  );
  const changed = readMigrations().map((one) => ({ ...one, checksum: `${one.checksum}x` }));
  await expect(restoreFrom(file, target.owner, { migrations: changed })).rejects.toThrow(
    /whose migration 0001-roles differs from the one in this version/,
  );
  expect(
    await on(
      target.owner,
      `SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace`,
    ),
  ).toEqual([]);
});

test('the file is for its owner alone, has its name only when whole, and says what it is at its beginning', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes('partial'))).toEqual([]);
  expect(statSync(file).size).toBe(taken.bytes);
  const reader = BackupReader.ofFile(file);
  const manifest = await reader.manifest();
  reader.close();
  expect(manifest).toMatchObject({ carillon: '1.2.3', generation: 1, keyFingerprint: null });
  expect(manifest.key).toBeUndefined();
  expect(manifest.migrations).toEqual(
    readMigrations().map(({ name, checksum }) => ({ name, checksum })),
  );
});

test('a role that cannot see all rows makes no backup', async () => {
  const target = await freshDatabase();
  await on(target.owner, 'DROP POLICY backup ON attempt');
  const failed = join(folder, 'failed.backup');
  await expect(backupTo(failed, target.owner)).rejects.toThrow(
    /cannot read all rows of 1 tables, such as attempt/,
  );
  expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
});
