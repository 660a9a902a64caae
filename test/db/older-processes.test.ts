import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { migrateBesideOlder, waitForOlder } from '../../src/cli/start/older-processes.ts';
import { startPresence } from '../../src/cli/start/presence.ts';
import { asPlatform } from '../../src/db/database.ts';
import { type Migration, pendingMigrations, readMigrations } from '../../src/db/migrate.ts';
import { besideOlderVersion, findDisturbance } from '../../src/db/older-processes.ts';
import { dropProcess, writeProcess } from '../../src/db/queries/process.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

const mark = '-- Beside a running older version:';
const next = (name: string, word: string): Migration => {
  return { name, sql: `${mark} ${word}\nSELECT 1`, checksum: name };
};
const safe = [...readMigrations(), next('9998-safe', 'safe')];
const disturbing = [...safe, next('9999-disturbs', 'disturbs')];
const old = {
  ...{ processId: randomUUID(), host: 'east', pid: 4711 },
  ...{ version: '0.9.0', roles: ['api', 'engine'] },
};

test('every migration after the baseline says whether older versions may run beside it', () => {
  const silent = readMigrations().filter(
    (one) => one.name >= '0054' && besideOlderVersion(one) === undefined,
  );
  expect(silent.map(({ name }) => name)).toEqual([]);
});

test('a migration that disturbs waits for who still runs, names them, and then refuses', async () => {
  expect(await findDisturbance(db.owner, disturbing)).toBeUndefined();
  await asPlatform(db, (tx) => writeProcess(tx, old, 60));
  expect(await findDisturbance(db.owner, safe)).toBeUndefined();
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  const wish = { note, migrations: disturbing };
  await expect(waitForOlder(db.owner, { ...wish, patienceMs: 0 })).rejects.toThrow(
    'The migration 9999-disturbs would disturb processes that still run on this database: api, engine of version 0.9.0 on east (process 4711). Stop them first.',
  );
  expect(notes).toEqual([]);
  const waits = waitForOlder(db.owner, wish);
  await expect.poll(() => notes).toEqual([expect.stringContaining('version 0.9.0 on east')]);
  await asPlatform(db, (tx) => dropProcess(tx, old.processId));
  await waits;
});

test("an older process that starts while the migrations' lock is waited for is not disturbed", async () => {
  const name = '9999-disturbs';
  const keeper = new Client(db.owner);
  await keeper.connect();
  await keeper.query(`SELECT pg_advisory_lock(hashtext('carillon migrations'))`);
  const notes: string[] = [];
  const note = (line: string) => void notes.push(line);
  const begun = migrateBesideOlder(db.owner, { note, migrations: disturbing, patienceMs: 0 });
  begun.catch(() => {});
  // It has checked, found nobody, and waits.
  await expect
    .poll(() => notes, { timeout: 20_000 })
    .toEqual([expect.stringContaining('another process is applying migrations')]);
  await asPlatform(db, (tx) => writeProcess(tx, old, 60));
  await keeper.end();
  await expect(begun).rejects.toThrow('api, engine of version 0.9.0 on east (process 4711)');
  expect(await pendingMigrations(db.owner, disturbing)).toContain(name);
  await asPlatform(db, (tx) => dropProcess(tx, old.processId));
});

test('an engine of a version that did not report itself counts, and one that died does not', async () => {
  const seen = (ago: string) =>
    asPlatform(db, (tx) =>
      tx.run(
        `INSERT INTO carrier_state (carrier_id, engine_id, connected, since, seen_at)
         SELECT carrier_id, 'old', true, clock_timestamp(), clock_timestamp() - $1::interval
         FROM carrier LIMIT 1
         ON CONFLICT (carrier_id, engine_id) DO UPDATE SET seen_at = excluded.seen_at`,
        [ago],
      ),
    );
  await seen('1 second');
  expect(await findDisturbance(db.owner, disturbing)).toEqual({
    migrations: ['9999-disturbs'],
    processes: ['an engine of a version that does not report its name'],
  });
  await seen('1 minute');
  expect(await findDisturbance(db.owner, disturbing)).toBeUndefined();
});

test('a process reports itself until it stops', async () => {
  const me = { host: 'west', version: '1.0.0', roles: ['jobs'] };
  const presence = await startPresence(db, me);
  const found = await findDisturbance(db.owner, disturbing);
  expect(found?.processes).toEqual([`jobs of version 1.0.0 on west (process ${process.pid})`]);
  await presence.stop();
  expect(await findDisturbance(db.owner, disturbing)).toBeUndefined();
});
