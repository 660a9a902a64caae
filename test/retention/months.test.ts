import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  asClient,
  asOwner,
  asPlatform,
  asReportSnapshot,
  type Database,
} from '../../src/db/database.ts';
import { ensureCallRecordMonth } from '../../src/db/queries/call-record-month.ts';
import { readDeleted } from '../../src/db/queries/retention.ts';
import { openPartitions } from '../../src/db/retention/partitions.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { commandsOn } from '../cli/command-run.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { keeps, makeOldList, now, rowsOf, standStill } from './world.ts';

/** A database with two clients, each with calls of January, February and June 2026. */
async function threeMonths() {
  const db = await freshDatabase();
  await standStill(db);
  const [one, other] = [await makeClient(db), await makeClient(db)];
  const listsOf = async (clientId: number) => ({
    january: await makeOldList(db, clientId, { age: 150 }),
    february: await makeOldList(db, clientId, { age: 120 }),
    june: await makeOldList(db, clientId, { age: 5 }),
  });
  return {
    db,
    one,
    other,
    mine: await listsOf(one.clientId),
    theirs: await listsOf(other.clientId),
  };
}

const monthsOf = (db: Database) =>
  asOwner(db, async (tx) => {
    const rows = await tx.rows<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relname ~ '^call_record_[0-9]{6}$' ORDER BY 1`,
    );
    return rows.map(({ name }) => name.slice('call_record_'.length));
  });

const recordsOf = async (db: Database, list: Parameters<typeof rowsOf>[1]) =>
  (await rowsOf(db, list)).records;

test('a month that everybody lets go of is dropped whole; later ones stay', async () => {
  const { db, one, mine, theirs } = await threeMonths();
  await keeps(db, undefined, { calls: 100, texts: 100 });
  const deleted = await runRetention(db);
  expect(deleted?.months).toEqual(['2026-01', '2026-02']);
  expect(await monthsOf(db)).toEqual(['202606']);
  expect(await recordsOf(db, mine.january)).toBe(0);
  expect(await recordsOf(db, theirs.june)).toBe(10);
  // Its attempts are no call records: they go with their list.
  expect((await rowsOf(db, mine.january)).attempts).toBe(10);
  const deletedUpTo = await asClient(db, one.clientId, (tx) => readDeleted(tx, one.clientId));
  expect(deletedUpTo.calls?.toISOString()).toBe('2026-03-01T00:00:00.000Z');
});

test('a month is kept whole while one of its days is', async () => {
  const { db } = await threeMonths();
  // 110 days before the middle of June is the 25th of February.
  await keeps(db, undefined, { calls: 110, texts: 110 });
  expect((await runRetention(db))?.months).toEqual(['2026-01']);
});

test("where clients differ, the rows of one go and the other's stay; the month goes with the last", async () => {
  const { db, one, other, mine, theirs } = await threeMonths();
  await keeps(db, undefined, { calls: null, texts: 100 });
  await keeps(db, one.clientId, { calls: 100 });
  expect((await runRetention(db))?.months).toEqual([]);
  expect(await recordsOf(db, mine.january)).toBe(0);
  expect(await recordsOf(db, mine.june)).toBe(10);
  expect(await recordsOf(db, theirs.january)).toBe(10);
  const deletedUpTo = (clientId: number) =>
    asClient(db, clientId, (tx) => readDeleted(tx, clientId));
  expect(Object.keys(await deletedUpTo(one.clientId))).toEqual(['calls']);
  expect(await deletedUpTo(other.clientId)).toEqual({});
  await keeps(db, other.clientId, { calls: 130 });
  expect((await runRetention(db))?.months).toEqual(['2026-01']);
  expect(await recordsOf(db, theirs.february)).toBe(10);
});

test('texts and calls of one month have times of their own', async () => {
  const db = await freshDatabase();
  await standStill(db);
  const { clientId } = await makeClient(db);
  const calls = await makeOldList(db, clientId, { age: 150 });
  const texts = await makeOldList(db, clientId, { age: 150, texting: true });
  await keeps(db, undefined, { calls: 100, texts: 200 });
  await runRetention(db);
  expect(await recordsOf(db, calls)).toBe(0);
  expect(await rowsOf(db, texts)).toMatchObject({ records: 10, texts: 10, attempts: 10 });
});

test('a dry run says what would go and changes nothing', async () => {
  const { db, one, mine } = await threeMonths();
  await keeps(db, undefined, { contacts: 100, calls: 100, texts: 100 });
  const before = await Promise.all(Object.values(mine).map((list) => rowsOf(db, list)));
  const dry = await runRetention(db, { dryRun: true });
  expect(dry?.months).toEqual(['2026-01', '2026-02']);
  expect(dry?.clients.find(({ code }) => code === one.code)).toMatchObject({
    lists: 2,
    contacts: 20,
    calls: 20,
    attempts: 0,
  });
  expect(await Promise.all(Object.values(mine).map((list) => rowsOf(db, list)))).toEqual(before);
  expect(await monthsOf(db)).toEqual(['202601', '202602', '202606']);
  const real = await runRetention(db);
  expect(real?.clients).toEqual(dry?.clients);
});

test('a month stays while a call that began in it has not ended', async () => {
  const db = await freshDatabase();
  await standStill(db);
  const { clientId } = await makeClient(db);
  await makeOldList(db, clientId, { age: 150, status: 3, inCall: true });
  await keeps(db, undefined, { calls: 100, texts: 100 });
  expect((await runRetention(db))?.months).toEqual([]);
});

test('reads and writes of other months wait for nothing while one is dropped', async () => {
  const { db, one } = await threeMonths();
  await keeps(db, undefined, { calls: 100, texts: 100 });
  // A report that has read call records and continues for a while: the drop waits for it.
  let run: ReturnType<typeof runRetention> | undefined;
  await asReportSnapshot(db, async (report) => {
    await report.rows('SELECT FROM call_record WHERE client_id = 1 LIMIT 1');
    run = runRetention(db);
    run.catch(() => {});
    await untilDetaching(db);
    await insertInJune(db, one.clientId);
    await asPlatform(db, async (tx) => {
      await tx.run("SET LOCAL lock_timeout = '500ms'");
      await ensureCallRecordMonth(tx, new Date('2026-09-01T00:00:00Z'));
    });
    await asClient(db, one.clientId, async (tx) => {
      await tx.run("SET LOCAL lock_timeout = '500ms'");
      await tx.rows('SELECT FROM call_record WHERE client_id = $1', [one.clientId]);
    });
    expect(await monthsOf(db)).toContain('202601');
  });
  expect((await run)?.months).toEqual(['2026-01', '2026-02']);
  expect(await monthsOf(db)).toEqual(['202606', '202609']);
});

test('a drop that waits too long for a reader is finished by the next run', async () => {
  const { db } = await threeMonths();
  await keeps(db, undefined, { calls: 130, texts: 130 });
  await asReportSnapshot(db, async (report) => {
    await report.rows('SELECT FROM call_record WHERE client_id = 1 LIMIT 1');
    expect((await runRetention(db, { waitMs: realMs(200) }))?.months).toEqual([]);
    // Half done: the table still exists, and new readers do not see it.
    expect(await monthsOf(db)).toContain('202601');
  });
  const half = ['call_record_202601'];
  expect(await runRetention(db, { dryRun: true })).toMatchObject({ finished: half, foreign: [] });
  expect(await monthsOf(db)).toContain('202601');
  expect(await runRetention(db)).toMatchObject({ finished: half, foreign: [] });
  expect(await monthsOf(db)).toEqual(['202602', '202606']);
});

test('a month that somebody else detached stays, is named by each run, and can be attached again', async () => {
  const { db, mine } = await threeMonths();
  const owned = (sql: string) => asOwner(db, (tx) => tx.run(sql));
  await owned('ALTER TABLE call_record DETACH PARTITION call_record_202602');
  const foreign = ['call_record_202602'];
  expect(await runRetention(db, { dryRun: true })).toMatchObject({ finished: [], foreign });
  // January goes by the rules, and February is left alone.
  await keeps(db, undefined, { calls: 130, texts: 130 });
  expect(await runRetention(db)).toMatchObject({ months: ['2026-01'], finished: [], foreign });
  expect(await monthsOf(db)).toEqual(['202602', '202606']);
  const folder = mkdtempSync(join(tmpdir(), 'carillon-months-'));
  const carillon = commandsOn(db.url, { env: { CARILLON_DATA: folder } });
  const { out } = await carillon('doctor');
  expect(out).toMatch(/note {3}Retention +Detached manually.*: call_record_202602\. .* drop it\./);
  // A restore makes no such table, so a backup must not hold it.
  const file = join(folder, 'all.backup');
  expect((await carillon('backup', file)).code).toBe(0);
  expect(await carillon('backup', '--check', file)).toMatchObject({ code: 0 });
  rmSync(folder, { recursive: true });
  await owned(`ALTER TABLE call_record ATTACH PARTITION call_record_202602
    FOR VALUES FROM ('2026-02-01 00:00:00+00') TO ('2026-03-01 00:00:00+00')`);
  expect(await recordsOf(db, mine.february)).toBe(10);
});

test("a month whose drop gave up before it began is nobody's to drop when it is detached by hand", async () => {
  const { db } = await threeMonths();
  await keeps(db, undefined, { calls: 130, texts: 130 });
  // As ANALYZE and VACUUM hold it.
  await asOwner(db, async (tx) => {
    await tx.run('LOCK TABLE call_record_202601 IN SHARE UPDATE EXCLUSIVE MODE');
    expect((await runRetention(db, { waitMs: realMs(200) }))?.months).toEqual([]);
  });
  expect(await notesOf(db)).toEqual([]);
  await byHand(db, 'call_record_202601');
});

test("a month that a killed run was about to drop is nobody's to drop when it is detached by hand", async () => {
  const { db } = await threeMonths();
  await noteBegun(db, 'call_record_202601');
  await byHand(db, 'call_record_202601');
  await asOwner(db, (tx) =>
    tx.run(`ALTER TABLE call_record ATTACH PARTITION call_record_202601
      FOR VALUES FROM ('2026-01-01 00:00:00+00') TO ('2026-02-01 00:00:00+00')`),
  );
  await runRetention(db);
  expect(await notesOf(db)).toEqual([]);
});

test('a backup holds no note of a drop that was under way', async () => {
  const { db } = await threeMonths();
  await noteBegun(db, 'call_record_202601');
  const folder = mkdtempSync(join(tmpdir(), 'carillon-months-'));
  const file = join(folder, 'all.backup');
  const target = await freshDatabase();
  const run = (url: string, ...args: string[]) =>
    commandsOn(url, { env: { CARILLON_DATA: folder } })(...args);
  expect(await run(db.url, 'backup', file)).toMatchObject({ code: 0 });
  expect(await run(db.url, 'backup', '--check', file)).toMatchObject({ code: 0 });
  const { code, err } = await run(target.url, 'restore', file, '--yes');
  expect([code, err]).toEqual([0, expect.anything()]);
  expect(await monthsOf(target)).toContain('202601');
  expect(await notesOf(target)).toEqual([]);
  rmSync(folder, { recursive: true });
});

/** A DBA takes a month out to keep it: no run may drop it. */
async function byHand(db: Database, name: string): Promise<void> {
  await asOwner(db, (tx) => tx.run(`ALTER TABLE call_record DETACH PARTITION ${name}`));
  expect(await runRetention(db, { dryRun: true })).toMatchObject({ finished: [], foreign: [name] });
  expect(await runRetention(db)).toMatchObject({ finished: [], foreign: [name] });
  expect(await monthsOf(db)).toContain(name.slice('call_record_'.length));
}

const noteBegun = (db: Database, name: string) =>
  asOwner(db, (tx) => tx.run('INSERT INTO retention_detaching (name) VALUES ($1)', [name]));

const notesOf = (db: Database) =>
  asOwner(db, (tx) => tx.rows('SELECT name FROM retention_detaching'));

test("two runs at once do not get into each other's way: the second does nothing", async () => {
  const { db } = await threeMonths();
  const first = await openPartitions(db);
  expect(await runRetention(db)).toBeUndefined();
  await first?.close();
  expect(await runRetention(db)).toBeDefined();
});

test("what the simulation's clock has not reached yet is not old, whatever the real time says", async () => {
  const db = await freshDatabase();
  await standStill(db);
  const { clientId } = await makeClient(db);
  // More than 30 days before the real time, and 5 before the engine's.
  const list = await makeOldList(db, clientId, { age: 5 });
  await keeps(db, undefined, { calls: 30, texts: 30, contacts: 30 });
  expect(Date.parse(now)).toBe(Date.parse('2026-06-15T12:00:00Z'));
  await runRetention(db);
  expect(await rowsOf(db, list)).toMatchObject({ records: 10, entries: 10 });
});

async function untilDetaching(db: Database): Promise<void> {
  for (;;) {
    const row = await asOwner(db, (tx) =>
      tx.row(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
           AND query LIKE '%DETACH PARTITION%CONCURRENTLY' AND wait_event_type = 'Lock'`,
      ),
    );
    if (row) return;
  }
}

function insertInJune(db: Database, clientId: number): Promise<number> {
  return asClient(db, clientId, async (tx) => {
    await tx.run("SET LOCAL lock_timeout = '500ms'");
    return tx.run(
      `INSERT INTO call_record (client_id, started_at, call_list_id, entry_id, campaign_id, duration,
         billed_duration, minute_cost, cost, result, call_type, phone, caller_id, caller_id_type,
         call_list_name, campaign_name)
       VALUES ($1, $2, 1, 999, 1, 0, 0, 0, 0, 'busy', 'Outbound', '13025550148', '', 0, 'L', 'C')`,
      [clientId, now],
    );
  });
}
