import { expect, test } from 'vitest';
import {
  asClient,
  asOwner,
  asPlatform,
  asReportSnapshot,
  type Database,
} from '../../src/db/database.ts';
import { beginToEmpty } from '../../src/db/queries/ended-list.ts';
import { beginHold } from '../../src/db/queries/hold.ts';
import { readDeleted } from '../../src/db/queries/retention.ts';
import { OnHold } from '../../src/db/retention/batches.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import { commandsOn } from '../cli/command-run.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { daysAgo, keeps, makeOldList, rowsOf, standStill } from './world.ts';

/** A database with two clients, each with lists and calls of January, February and March 2026. */
async function threeMonths() {
  const db = await freshDatabase();
  await standStill(db);
  const { clientId } = await makeClient(db);
  const other = (await makeClient(db)).clientId;
  const of = async (client: number) => ({
    january: await makeOldList(db, client, { age: 150 }),
    february: await makeOldList(db, client, { age: 120 }),
    march: await makeOldList(db, client, { age: 90 }),
  });
  return { db, clientId, mine: await of(clientId), theirs: await of(other) };
}

const left = async (
  db: Database,
  lists: Parameters<typeof rowsOf>[1][],
  what: 'records' | 'entries',
) => (await Promise.all(lists.map((list) => rowsOf(db, list)))).map((rows) => rows[what]);

/** Somebody waits in this way: for a DETACH, a row, or the lock of the times. */
const untilWaits = (db: Database, that: string) =>
  until(() =>
    asOwner(db, (tx) =>
      tx.row(
        `SELECT 1 FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock' AND ${that}`,
      ),
    ),
  );
const detaching = `query LIKE '%DETACH PARTITION%CONCURRENTLY'`;
const setting = `wait_event = 'advisory'`;
const inRow = `wait_event IN ('transactionid', 'tuple')`;

test('once a longer time has been answered, no other month is dropped by the old one', async () => {
  const { db, clientId, mine, theirs } = await threeMonths();
  await keeps(db, undefined, { calls: 60, texts: 60 });
  let run: ReturnType<typeof runRetention> | undefined;
  let set: Promise<void> | undefined;
  await asReportSnapshot(db, async (report) => {
    await report.rows('SELECT FROM call_record WHERE client_id = 1 LIMIT 1');
    run = runRetention(db);
    run.catch(() => {});
    await untilWaits(db, detaching);
    set = keeps(db, clientId, { calls: null });
    // The month that goes already is awaited.
    await Promise.race([set, untilWaits(db, setting)]);
  });
  await set;
  expect((await run)?.months).toEqual(['2026-01']);
  expect(await left(db, Object.values(mine), 'records')).toEqual([0, 10, 10]);
  // The other client still lets its calls go: row by row, in this run or the next.
  await runRetention(db);
  expect(await left(db, Object.values(theirs), 'records')).toEqual([0, 0, 0]);
  expect(await left(db, Object.values(mine), 'records')).toEqual([0, 10, 10]);
  const upTo = await asClient(db, clientId, (tx) => readDeleted(tx, clientId));
  expect(upTo.calls?.toISOString()).toBe('2026-02-01T00:00:00.000Z');
});

test('nor are rows of other months deleted, where clients differ', async () => {
  const { db, clientId, mine } = await threeMonths();
  await keeps(db, undefined, { calls: null, texts: null });
  await keeps(db, clientId, { calls: 60 });
  const run = await whileHeld(db, 'call_record', mine.january, () =>
    keeps(db, clientId, { calls: null }),
  );
  await run.run;
  expect(await left(db, [mine.february, mine.march], 'records')).toEqual([10, 10]);
});

test('nor are other lists begun', async () => {
  const { db, clientId, mine } = await threeMonths();
  await keeps(db, clientId, { contacts: 60 });
  const run = await whileHeld(db, 'call_list', mine.january, () =>
    keeps(db, clientId, { contacts: null }),
  );
  await run.run;
  expect(await left(db, [mine.february, mine.march], 'entries')).toEqual([10, 10]);
});

test('a hold that begins during a run keeps the rest, and no run begins during a hold', async () => {
  const { db, clientId, mine } = await threeMonths();
  await keeps(db, clientId, { contacts: 60 });
  const run = await whileHeld(db, 'call_list', mine.january, () =>
    asPlatform(db, (tx) => beginHold(tx, 'operator')),
  );
  await expect(run.run).rejects.toThrow(OnHold);
  expect(await left(db, [mine.february, mine.march], 'entries')).toEqual([10, 10]);
  await expect(runRetention(db)).rejects.toThrow(OnHold);
  expect(await left(db, [mine.february, mine.march], 'entries')).toEqual([10, 10]);
  expect(await runRetention(db, { dryRun: true })).toBeDefined();
});

test('a longer time says which deletion has begun and is finished all the same', async () => {
  const db = await freshDatabase();
  await standStill(db);
  const { clientId, code } = await makeClient(db);
  const begun = await makeOldList(db, clientId, { age: 800 });
  await makeOldList(db, clientId, { age: 800 });
  await asClient(db, clientId, (tx) =>
    beginToEmpty(tx, clientId, begun.callListId, new Date(daysAgo(1))),
  );
  const set = async (...kinds: string[]) =>
    JSON.parse((await commandsOn(db.url)('retention', 'set', code, ...kinds, '--json')).out);
  expect(await set('--contacts=keep')).toMatchObject({ begun: { lists: 1, tables: [] } });
  expect(await set('--calls=keep')).not.toHaveProperty('begun');
  await runRetention(db);
  expect(await rowsOf(db, begun)).toMatchObject({ entries: 0 });
  expect(await set('--contacts=keep')).not.toHaveProperty('begun');
});

/**
 * Begins a run, lets it wait for a row of a list, and does something meanwhile.
 *
 * @returns the run
 */
async function whileHeld(
  db: Database,
  table: 'call_list' | 'call_record',
  { clientId, callListId }: Parameters<typeof rowsOf>[1],
  meanwhile: () => Promise<void>,
) {
  let run: ReturnType<typeof runRetention> | undefined;
  let done: Promise<void> | undefined;
  await asClient(db, clientId, async (holder) => {
    await holder.rows(
      `SELECT FROM ${table} WHERE client_id = $1 AND call_list_id = $2 FOR UPDATE`,
      [clientId, callListId],
    );
    run = runRetention(db);
    run.catch(() => {});
    await untilWaits(db, inRow);
    done = meanwhile();
    await Promise.race([done, untilWaits(db, setting)]);
  });
  await done;
  return { run };
}
