/**
 * The engine's batches find rows by their tid (functions/attempt-batches.sql), which others may
 * change.
 */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient, type Tx } from '../../src/db/database.ts';
import { insertAttempts } from '../../src/db/queries/attempt-insert.ts';
import { delayEntries } from '../../src/db/queries/entry-delay.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { untilBlocked } from '../harness/blocked.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

async function openAttempts(entries: number) {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries });
  await asClient(db, clientId, (tx) =>
    tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id, attempted_at)
       SELECT $1, $2, entry_id, $3, phone, $4, $5
       FROM list_entry WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, callListId, campaignId, randomUUID(), new Date(afternoon)],
    ),
  );
  return { clientId, callListId };
}

type Ended = Awaited<ReturnType<typeof openAttempts>>;

const results = ({ clientId, callListId }: Ended) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ entry: number; result: string | null }>(
      `SELECT entry_id AS entry, result FROM attempt
       WHERE client_id = $1 AND call_list_id = $2 ORDER BY 1`,
      [clientId, callListId],
    ),
  );

async function end(
  tx: Tx,
  { clientId, callListId }: Ended,
  ends: [entry: number, result: string][],
) {
  const finished = ends.map(() => new Date(afternoon));
  const rows = await tx.rows<{ entry: number }>(
    'SELECT entry FROM end_attempts($1, $2, $3, $4, $5, $6, $7) AS entry ORDER BY 1',
    [
      ...[clientId, callListId, ends.map(([entry]) => entry), ends.map(([, result]) => result)],
      ...[ends.map(() => null), finished, ends.map(() => null)],
    ],
  );
  return rows.map(({ entry }) => entry);
}

test('an attempt that another transaction moves while its batch ends it ends all the same', async () => {
  const of = await openAttempts(3);
  const { clientId, callListId } = of;
  let ending: Promise<number[]> | undefined;
  await asClient(db, clientId, async (tx) => {
    // Its row has a new tid when this commits; the batch has read the old one and waits for it.
    await tx.run(
      `UPDATE attempt SET agent_called_at = attempted_at
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 2`,
      [clientId, callListId],
    );
    ending = asClient(db, clientId, (other) =>
      end(other, of, [
        [1, 'busy'],
        [2, 'person'],
        [3, 'busy'],
      ]),
    );
    await untilBlocked(db);
  });
  expect(await ending).toEqual([1, 2, 3]);
  expect(await results(of)).toEqual([
    { entry: 1, result: 'busy' },
    { entry: 2, result: 'person' },
    { entry: 3, result: 'busy' },
  ]);
});

test('of an attempt that another transaction ends first, or that stands twice in a batch, the first result stays', async () => {
  const of = await openAttempts(3);
  let ending: Promise<number[]> | undefined;
  await asClient(db, of.clientId, async (tx) => {
    expect(await end(tx, of, [[2, 'failed']])).toEqual([2]);
    ending = asClient(db, of.clientId, (other) =>
      end(other, of, [
        [1, 'busy'],
        [2, 'person'],
        [1, 'person'],
      ]),
    );
    await untilBlocked(db);
  });
  expect(await ending).toEqual([1]);
  expect(await results(of)).toEqual([
    { entry: 1, result: 'busy' },
    { entry: 2, result: 'failed' },
    { entry: 3, result: null },
  ]);
});

test('a claim whose entries do not stand where it locked them takes none', async () => {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 2 });
  const lease = { ...campaign, engineId: randomUUID(), fence: 1 };
  const callerId = { type: 0, number: '' };
  const work = asClient(db, clientId, async (tx) => {
    const rows = await tx.rows<{ entryId: number; phone: string; tid: string }>(
      `SELECT entry_id AS "entryId", phone, ctid::text AS tid FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 ORDER BY 1 FOR UPDATE`,
      [clientId, callListId],
    );
    // As if something wrote to a locked entry before it is taken.
    await tx.run(
      `UPDATE list_entry SET reason = 'moved'
       WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 2`,
      [clientId, callListId],
    );
    const calls = rows.map(({ entryId, phone }) => ({ callListId, entryId, phone, callerId }));
    const tids = rows.map(({ tid }) => tid);
    const claim = { lease, now: new Date(afternoon), callerId, countsAs: null };
    await insertAttempts(tx, { ...claim, purpose: 'sales' }, callListId, calls, tids);
  });
  await expect(work).rejects.toThrow('Entries moved while they were locked.');
  const left = await asClient(db, clientId, (tx) =>
    tx.row(
      `SELECT (SELECT count(*)::int FROM attempt WHERE client_id = $1) AS attempts,
         (SELECT count(*)::int FROM list_entry WHERE client_id = $1 AND state = 0) AS waiting`,
      [clientId],
    ),
  );
  expect(left).toEqual({ attempts: 0, waiting: 2 });
});

const hours = (entries: number[], at: number) =>
  entries.map((entryId) => ({ entryId, until: at + entryId, reason: 'calling_hours' as const }));

test('delays of a large list that has no statistics yet read its entries by key alone', async () => {
  const { clientId, campaignId } = await makeCampaign(db);
  const seen = await asClient(db, clientId, async (tx) => {
    const list = await tx.row<{ id: number }>(
      `INSERT INTO call_list (client_id, call_list_id, campaign_id, name, status_id) OVERRIDING SYSTEM VALUE
       VALUES ($1, nextval('large_call_list_id'), $2, 'Large', 4) RETURNING call_list_id AS id`,
      [clientId, campaignId],
    );
    const id = list?.id ?? 0;
    await tx.run('SELECT begin_list_load($1)', [id]);
    await tx.run(
      `INSERT INTO list_entry_${id} (entry_id, account_line, phone)
       SELECT n, n, '1212' || 5000000 + n FROM generate_series(1, 20000) n`,
    );
    await tx.run('SELECT finish_list_load($1)', [id]);
    // More than one part of delay_locked_entries.
    const entries = Array.from({ length: 1_200 }, (_, n) => n * 7 + 1);
    const before = await readsOf(tx, id);
    await delayEntries(tx, clientId, { callListId: id, delays: hours(entries, afternoon) });
    const after = await readsOf(tx, id);
    const [row] = await tx.rows<{ right: number; others: number }>(
      `SELECT count(*) FILTER (WHERE due_at = to_timestamp(($3::bigint + entry_id) / 1000.0))::int AS right,
         count(*) FILTER (WHERE reason IS NULL)::int AS others
       FROM list_entry WHERE client_id = $1 AND call_list_id = $2`,
      [clientId, id, afternoon],
    );
    return { ...row, rows: after.rows - before.rows, whole: after.whole - before.whole };
  });
  expect(seen).toEqual({ right: 1_200, others: 18_800, rows: 1_200, whole: 0 });
});

/** Rows of the list's table that this transaction has read by an index, and by reading all of it. */
async function readsOf(tx: Tx, list: number) {
  const row = await tx.row<{ rows: number; whole: number }>(
    `SELECT idx_tup_fetch::int AS rows, seq_tup_read::int AS whole FROM pg_stat_xact_user_tables
     WHERE relname = $1`,
    [`list_entry_${list}`],
  );
  return row ?? { rows: 0, whole: 0 };
}

test('an entry that another transaction moves while its batch delays it is delayed all the same', async () => {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 3 });
  let delaying: Promise<void> | undefined;
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE list_entry SET last_name = 'Moved' WHERE client_id = $1 AND call_list_id = $2 AND entry_id = 2`,
      [clientId, callListId],
    );
    delaying = asClient(db, clientId, (other) =>
      delayEntries(other, clientId, { callListId, delays: hours([1, 2, 3], afternoon) }),
    );
    await untilBlocked(db);
  });
  await delaying;
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ reason: string; name: string }>(
      `SELECT reason, last_name AS name FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 ORDER BY entry_id`,
      [clientId, callListId],
    ),
  );
  expect(rows.map(({ reason }) => reason)).toEqual(Array(3).fill('calling_hours'));
  expect(rows[1]?.name).toBe('Moved');
});
