/** What is kept about a list's waiting numbers is what its entries say, in every snapshot. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { asClient, asPlatform, type Tx } from '../../src/db/database.ts';
import { delayEntries } from '../../src/db/queries/entry-delay.ts';
import { forgetEnded, keepCounts, listsToKeep } from '../../src/db/queries/waiting-tally.ts';
import { type Random, seededRandom } from '../../src/domain/random.ts';
import { waitingSides } from '../engine/waiting-sides.ts';
import { makeCampaign } from '../engine/world.ts';
import { freshDatabase } from '../harness/database.ts';
import { testJobs } from '../harness/jobs.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase({ max: 12 });
const { clientId, campaignId } = await makeCampaign(db, {});
const own = <T>(work: (tx: Tx) => Promise<T>) => asClient(db, clientId, work);

async function makeList(entries: number, due = `'-infinity'`, phones = entries): Promise<number> {
  return own(async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id, account_count, phone_count)
       VALUES ($1, $2, 'Tally', 4, $3, $3) RETURNING call_list_id AS id`,
      [clientId, campaignId, phones],
    );
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, place_group, due_at)
       SELECT $1, $2, n, n, '1212' || 5000000 + n, n % 7, (${due})::timestamptz
       FROM generate_series(1, $3::int) n`,
      [clientId, list?.id, entries],
    );
    return list?.id ?? 0;
  });
}

async function expectSame(list: number): Promise<void> {
  const { counted, kept, entries } = await waitingSides(db, clientId, list);
  expect(counted).toEqual([list]);
  expect(kept).toEqual(entries);
}

const below = (random: Random, end: number) => Math.floor(random.next() * end);

/** One of the ways in which entries change, as the program does it. */
async function changeSome(tx: Tx, list: number, random: Random) {
  const entries = Array.from({ length: 1 + below(random, 30) }, () => 1 + below(random, 400));
  const ids = [...new Set(entries)].sort((a, b) => a - b);
  const given = [clientId, list, ids];
  const where = 'WHERE client_id = $1 AND call_list_id = $2 AND entry_id = ANY ($3)';
  const kind = below(random, 6);
  if (kind === 0) {
    await tx.run(
      `SELECT take_locked_entries($1, $2, ARRAY(SELECT ctid FROM list_entry ${where} AND state = 0
         ORDER BY entry_id FOR UPDATE))`,
      given,
    );
  } else if (kind < 3) {
    const until = below(random, 4) === 0 ? undefined : Date.UTC(2026, 10, 20, below(random, 3));
    const reason = 'calling_hours' as const;
    const delays = ids.map((entryId) => ({ entryId, until, reason }));
    await tx.rows(`SELECT FROM list_entry ${where} ORDER BY entry_id FOR UPDATE`, given);
    await delayEntries(tx, clientId, { callListId: list, delays });
  } else if (kind === 3) {
    await tx.run(
      `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, due_at)
       SELECT $1, $2, n, n, '12125550100', '2026-11-21' FROM unnest($3::int[]) n
       ON CONFLICT DO NOTHING`,
      [clientId, list, ids.map((id) => id + 300)],
    );
  } else if (kind === 4) {
    await tx.rows(`SELECT FROM list_entry ${where} ORDER BY entry_id FOR UPDATE`, given);
    await tx.run(`UPDATE list_entry SET phone = '', place_group = NULL ${where}`, given);
  } else {
    await tx.rows(`SELECT FROM list_entry ${where} ORDER BY entry_id FOR UPDATE`, given);
    await tx.run(`DELETE FROM list_entry ${where}`, given);
  }
}

test('whatever changes entries, and however often, what is kept is what they say', async () => {
  const list = await makeList(400);
  expect(await keepCounts(db, { clientId, callListId: list })).toBe(true);
  await expectSame(list);
  const random = seededRandom('one by one');
  let most = 0;
  for (let step = 0; step < 600; step += 1) {
    await own((tx) => changeSome(tx, list, random));
    if (step % 10 > 0) continue;
    await expectSame(list);
    const [row] = await own((tx) =>
      tx.rows<{ n: number }>(
        'SELECT count(*)::int AS n FROM waiting_change WHERE client_id = $1 AND call_list_id = $2',
        [clientId, list],
      ),
    );
    most = Math.max(most, row?.n ?? 0);
  }
  // They are added up: 64, and as many as come until a sixteenth of the chances is met.
  expect(most).toBeGreaterThan(20);
  expect(most).toBeLessThan(400);
});

test('a count that begins while others change entries misses nothing and counts nothing twice', async () => {
  for (let round = 0; round < 6; round += 1) {
    const list = await makeList(400);
    let stopped = false;
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      const random = seededRandom(`${round}/${writer}`);
      while (!stopped) {
        await own(async (tx) => {
          await changeSome(tx, list, random);
          if (below(random, 3) === 0) await tx.run('SELECT pg_sleep(0.02)');
          if (below(random, 5) === 0) throw new Error('rolled back');
        }).catch((error: Error) => {
          if (error.message !== 'rolled back') throw error;
        });
      }
    });
    const counting = (async () => {
      await Promise.all([1, 2].map(() => keepCounts(db, { clientId, callListId: list })));
      for (let look = 0; look < 15; look += 1) await expectSame(list);
    })();
    await counting.finally(() => {
      stopped = true;
    });
    await Promise.all(writers);
    await expectSame(list);
  }
});

test('a change that began before the count was announced, and ends after it, is in it', async () => {
  const list = await makeList(50);
  const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
  const { promise: changed, resolve: hasChanged } = Promise.withResolvers<void>();
  const slow = own(async (tx) => {
    await tx.run(
      'DELETE FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND entry_id < 9',
      [clientId, list],
    );
    hasChanged();
    await mayCommit;
  });
  await changed;
  const most = 60;
  expect(await keepCounts(db, { clientId, callListId: list }, { most, step: 20 })).toBe(false);
  expect((await waitingSides(db, clientId, list)).counted).toEqual([]);
  commit();
  await slow;
  expect(await keepCounts(db, { clientId, callListId: list })).toBe(true);
  await expectSame(list);
});

test('a list whose numbers are due at an instant each is counted by its rows', async () => {
  const list = await makeList(100_001, `timestamptz '2026-11-20' + n * interval '1 second'`);
  expect(await keepCounts(db, { clientId, callListId: list })).toBe(true);
  expect(await waitingSides(db, clientId, list)).toMatchObject({ counted: [], kept: [] });
});

test('entries are never changed in a snapshot, which would not see that changes are noted', async () => {
  const list = await makeList(5);
  const pool = db.pool;
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await client.query(
      `SELECT set_config('role', 'carillon_client', true), set_config('app.client_id', $1, true)`,
      [String(clientId)],
    );
    const change = client.query('DELETE FROM list_entry WHERE call_list_id = $1', [list]);
    await expect(change).rejects.toThrow('READ COMMITTED');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});

test('keeps the counts of large lists in use, and forgets those of ended ones', async () => {
  const large = await makeList(20, undefined, 5_000);
  const small = await makeList(20, undefined, 4_999);
  const lists = async () => (await listsToKeep(db)).map(({ callListId }) => callListId);
  expect(await lists()).toContain(large);
  expect(await lists()).not.toContain(small);
  await testJobs(db);
  await asPlatform(db, (tx) => tx.run(`SELECT enqueue('count-waiting', '{}', 'now')`));
  await until(async () => (await waitingSides(db, clientId, large)).counted[0]);
  await expectSame(large);
  expect(await lists()).not.toContain(large);
  await own((tx) =>
    tx.run('UPDATE call_list SET status_id = 6 WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      large,
    ]),
  );
  await forgetEnded(db);
  expect(await waitingSides(db, clientId, large)).toMatchObject({ counted: [], kept: [] });
});

test('counts that a change beside the triggers made wrong are counted anew', async () => {
  const list = await makeList(30, undefined, 5_000);
  await keepCounts(db, { clientId, callListId: list });
  const owner = new Client(db.owner);
  await owner.connect();
  await owner.query('ALTER TABLE list_entry DISABLE TRIGGER USER');
  await own((tx) =>
    tx.run('DELETE FROM list_entry WHERE client_id = $1 AND call_list_id = $2 AND entry_id < 4', [
      clientId,
      list,
    ]),
  );
  await owner.query('ALTER TABLE list_entry ENABLE TRIGGER USER');
  await owner.end();
  const { kept, entries } = await waitingSides(db, clientId, list);
  expect(kept).not.toEqual(entries);
  await asPlatform(db, (tx) => tx.run(`SELECT enqueue('count-waiting', '{}', 'now')`));
  await until(async () => {
    const sides = await waitingSides(db, clientId, list);
    return sides.counted.length === 1 && `${sides.kept}` === `${sides.entries}` ? true : undefined;
  });
});
