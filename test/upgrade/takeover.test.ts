/** Databases and backups of before the baseline of migrations (decision 053). */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { readSchema } from '../../scripts/schema/read-schema.ts';
import { checkBackup } from '../../src/db/backup/check-backup.ts';
import { BackupReader } from '../../src/db/backup/file-reader.ts';
import { fileSink } from '../../src/db/backup/file-writer.ts';
import { loadBackup } from '../../src/db/backup/load-backup.ts';
import { takeBackup } from '../../src/db/backup/take-backup.ts';
import { formerMigrations } from '../../src/db/former-migrations.ts';
import { migrate, pendingMigrations, readMigrations } from '../../src/db/migrate.ts';
import { rewordedMigrations } from '../../src/db/reworded-migrations.ts';
import { recordTakeover } from '../../src/db/takeover.ts';
import { databaseFacts, seededRows } from './database-facts.ts';
import { type EmptyDatabase, emptyDatabase } from './empty-database.ts';
import { fixtureFile, partsOf, readFixture } from './fixture.ts';
import { restoreFixture } from './restore.ts';
import { lostRows } from './survival.ts';

const parts = readFixture(fixtureFile('before-baseline'));
const former = partsOf(parts, 'migration').flatMap(({ name, sql, checksum }) =>
  checksum === undefined ? [] : [{ name, sql, checksum }],
);
const today = readMigrations().map(({ name, checksum }) => ({ name, checksum }));
/** What came after the baseline. */
const later = today.flatMap(({ name }) => (name >= '0054' ? [name] : []));
const schema = readFileSync(new URL('../../src/db/schema.sql', import.meta.url), 'utf8');
/** A backup carries jobs that wait, not the queue's tables, and no numbers of a server's transactions. */
const carried = parts.filter(
  (part) => part.kind !== 'rows' || !/^graphile_worker\.|^do_not_call$/.test(part.table),
);
const folder = mkdtempSync(join(tmpdir(), 'carillon-takeover-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const databases = {
  former: await emptyDatabase(),
  fresh: await emptyDatabase(),
  broken: await emptyDatabase(),
  part: await emptyDatabase(),
  changed: await emptyDatabase(),
  backedUp: await emptyDatabase(),
  target: await emptyDatabase(),
  reworded: await emptyDatabase(),
};

async function on({ owner }: EmptyDatabase, work: (client: Client) => Promise<unknown>) {
  const client = new Client(owner);
  await client.connect();
  const returned = await work(client);
  await client.end();
  return returned;
}

const writtenDown = (database: EmptyDatabase) =>
  on(database, async (client) => {
    const { rows } = await client.query('SELECT name, checksum FROM migration ORDER BY name');
    return rows;
  });

/** What a start of the last commit with the former migrations applies. */
function asTheLastFormerCommit(database: EmptyDatabase) {
  return on(database, async (client) => {
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migration');
    const known = new Set(rows.map(({ name }) => name));
    for (const { name, sql, checksum } of former.filter((one) => !known.has(one.name))) {
      await client.query(sql);
      await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [
        name,
        checksum,
      ]);
    }
  });
}

async function backUp(database: EmptyDatabase, name: string): Promise<string> {
  const file = join(folder, name);
  await takeBackup(database.owner, await fileSink(file), { carillon: '0.0.9' });
  return file;
}

test('the list of the former migrations is that of the last commit with them', () => {
  expect(former.map(({ name, checksum }) => [name, checksum])).toEqual(
    Object.entries(formerMigrations),
  );
});

test('a database of before the baseline, taken over by two processes at once, is like a new one', async () => {
  await migrate(databases.former.owner, former);
  await migrate(databases.fresh.owner);
  expect(await pendingMigrations(databases.former.owner)).toEqual(later);
  const runs = await Promise.all([1, 2].map(() => migrate(databases.former.owner)));
  expect(runs.flat()).toEqual(later);
  expect(await pendingMigrations(databases.former.owner)).toEqual([]);
  expect(await writtenDown(databases.former)).toEqual(today);
  expect(await readSchema(databases.former.owner)).toBe(schema);
  expect(await readSchema(databases.fresh.owner)).toBe(schema);
  expect(await databaseFacts(databases.former.superuser)).toEqual(
    await databaseFacts(databases.fresh.superuser),
  );
  expect(await seededRows(databases.former.superuser)).toEqual(
    await seededRows(databases.fresh.superuser),
  );
  // The version before finds what it does not know.
  await expect(migrate(databases.former.owner, former)).rejects.toThrow('newer version');
});

test('a database with the former words of the baseline is taken over, and then is like a new one', async () => {
  await migrate(
    databases.reworded.owner,
    readMigrations().filter(({ name }) => name < '0078'),
  );
  // As 0024 made it before it was reworded.
  await on(databases.reworded, async (client) => {
    await client.query('ALTER FUNCTION notify_phone_recording() RENAME TO tell_phone_recording');
    for (const [name, checksum] of Object.entries(rewordedMigrations)) {
      await client.query('UPDATE migration SET checksum = $2 WHERE name = $1', [name, checksum]);
    }
  });
  const rest = later.filter((name) => name >= '0078');
  expect(await pendingMigrations(databases.reworded.owner)).toEqual(rest);
  expect(await migrate(databases.reworded.owner)).toEqual(rest);
  expect(await writtenDown(databases.reworded)).toEqual(today);
  expect(await readSchema(databases.reworded.owner)).toBe(schema);
  // Every other text is still refused.
  await on(databases.reworded, (client) =>
    client.query(`UPDATE migration SET checksum = 'x' WHERE name = '0024-phone-recordings'`),
  );
  await expect(migrate(databases.reworded.owner)).rejects.toThrow('was changed after');
});

test('a takeover that is broken off leaves everything as it was', async () => {
  await migrate(databases.broken.owner, former);
  await on(databases.broken, async (client) => {
    await client.query('BEGIN');
    await recordTakeover(client, readMigrations());
  });
  expect(await writtenDown(databases.broken)).toHaveLength(former.length);
  expect(await migrate(databases.broken.owner)).toEqual(later);
  expect(await writtenDown(databases.broken)).toEqual(today);
});

test('a database with a part of the former migrations is refused as it is, and so is its backup', async () => {
  const old = former.slice(0, -3);
  await migrate(databases.part.owner, old);
  const sentence =
    'The database was created before version 0.1.0 and lacks the migration 0051-witness-signs. Start Carillon at commit 05e8729 on it once, then this version.';
  await expect(migrate(databases.part.owner)).rejects.toThrow(sentence);
  await expect(pendingMigrations(databases.part.owner)).rejects.toThrow(sentence);
  expect(await writtenDown(databases.part)).toHaveLength(old.length);
  const file = await backUp(databases.part, 'part.backup');
  const reader = BackupReader.ofFile(file);
  await expect(loadBackup(databases.changed.owner, reader)).rejects.toThrow(
    `The backup ${file} was made by Carillon 0.0.9 and lacks the migration 0051-witness-signs. Restore it with Carillon at commit 05e8729, start that once, and take a new backup.`,
  );
  reader.close();
  await asTheLastFormerCommit(databases.part);
  expect(await migrate(databases.part.owner)).toEqual(later);
});

test('a database with another text of a former migration is refused', async () => {
  await migrate(databases.changed.owner, former);
  await on(databases.changed, (client) =>
    client.query(`UPDATE migration SET checksum = 'x' WHERE name = '0044-backup'`),
  );
  await expect(migrate(databases.changed.owner)).rejects.toThrow(
    'has a different text of the migration 0044-backup',
  );
});

test('a backup of before the baseline is checked and restored, and is of this version then', async () => {
  await restoreFixture(databases.backedUp.owner, databases.backedUp.superuser, parts);
  const file = await backUp(databases.backedUp, 'former.backup');
  const reader = BackupReader.ofFile(file);
  await loadBackup(databases.target.owner, reader);
  reader.close();
  expect(await writtenDown(databases.target)).toEqual(today);
  expect(await migrate(databases.target.owner)).toEqual([]);
  expect(await readSchema(databases.target.owner)).toBe(schema);
  expect(await lostRows(databases.target.superuser, carried)).toEqual([]);
  const again = BackupReader.ofFile(file);
  await checkBackup(databases.backedUp.superuser, again, () => {});
  again.close();
});
