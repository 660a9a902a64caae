/** Statements on attempts in a database that is minutes old: the planner knows nothing of them (decision 014). */

import { expect, test } from 'vitest';
import { asClient, asOwner, type Tx } from '../../src/db/database.ts';
import { unsettledCalls } from '../../src/db/queries/opt-out-settled.ts';
import { recordResults } from '../../src/db/queries/record.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { afternoon, type Campaign, makeCampaign, makeList, vault } from './world.ts';

// One connection: it keeps the plans of its first statements, and reports what it has read.
const db = await freshDatabase({ max: 1 });
const engine = '00000000-0000-4000-8000-000000000001';
const firstPhone = 12_122_000_000;
const entries = 5_000;

async function loaded(): Promise<{ campaign: Campaign; list: number }> {
  await asOwner(db, (tx) => tx.run('ALTER TABLE attempt SET (autovacuum_enabled = false)'));
  const campaign = await makeCampaign(db);
  return { campaign, list: await makeList(db, campaign, { entries, firstPhone }) };
}

/** Each later than the one before, as an engine submits them. */
async function attempt(tx: Tx, { clientId, campaignId }: Campaign, from: number, to: number) {
  await tx.run(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at)
     SELECT client_id, call_list_id, entry_id, $2, phone, $3,
       to_timestamp($4) + entry_id * interval '1 ms'
     FROM list_entry WHERE client_id = $1 AND entry_id BETWEEN $5 AND $6`,
    [clientId, campaignId, engine, afternoon / 1_000, from, to],
  );
  await tx.run(
    'UPDATE list_entry SET state = 1 WHERE client_id = $1 AND entry_id BETWEEN $2 AND $3',
    [clientId, from, to],
  );
}

function ended(callListId: number, entryId: number) {
  const finishedAt = simMs(afternoon + 60_000);
  return { callListId, entryId, result: 'busy', answeredAt: null, finishedAt, note: null } as const;
}

/** Attempts that this transaction has read. */
async function readSoFar(tx: Tx): Promise<number> {
  const row = await tx.row<{ n: number }>(
    `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS n
     FROM pg_stat_xact_user_tables WHERE relname = 'attempt'`,
  );
  return row?.n ?? 0;
}

test('a result reads its own attempts only, also by the plans of the first calls', async () => {
  const { campaign, list } = await loaded();
  const { clientId } = campaign;
  await asOwner(db, (tx) =>
    tx.run('SELECT ensure_call_record_month(to_timestamp($1))', [afternoon / 1_000]),
  );
  const read = await asClient(db, clientId, async (tx) => {
    // A plan is kept from its sixth time on.
    for (let entryId = 1; entryId <= 10; entryId += 1) {
      await attempt(tx, campaign, entryId, entryId);
      await recordResults(tx, vault, clientId, [ended(list, entryId), ended(list, entryId)]);
    }
    await attempt(tx, campaign, 11, entries);
    const before = await readSoFar(tx);
    const last = Array.from({ length: 50 }, (_, n) => ended(list, entries - n));
    // The second time they have already ended, and are searched one by one.
    await recordResults(tx, vault, clientId, last);
    await recordResults(tx, vault, clientId, last);
    return (await readSoFar(tx)) - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(50 * 20);
});

test('an opt-out looks at the calls to its number and once at those of the campaign', async () => {
  const { campaign } = await loaded();
  const { clientId, campaignId } = campaign;
  await asClient(db, clientId, async (tx) => {
    await attempt(tx, campaign, 1, entries);
    await tx.run(
      `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
       VALUES ($1, $2, $3, 1, clock_timestamp() + interval '1 hour')`,
      [clientId, campaignId, engine],
    );
  });
  const counted = () =>
    asOwner(db, async (tx) => {
      const row = await tx.row<{ n: number }>(
        `SELECT (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS n
         FROM pg_stat_user_tables WHERE relname = 'attempt'`,
      );
      return row?.n ?? 0;
    });
  const flush = () => asOwner(db, (tx) => tx.run('SELECT pg_stat_force_next_flush()'));
  await flush();
  const before = await counted();
  const last = String(firstPhone + entries - 1);
  const unsettled = await unsettledCalls(db, clientId, [last, String(firstPhone)]);
  await flush();
  // The first one was submitted, because its engine has claimed others since.
  expect([...unsettled.keys()].map((call) => call.split(' ')[0])).toEqual([last]);
  const read = (await counted()) - before;
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(3 * entries);
});
