/** Results of all campaigns of a client in one transaction, and what one of them may not do to the others. */

import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { firstLargeId } from '../../src/db/queries/call-list-load.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { type Campaign, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();
const entries = 60;
let nextPhone = 12_122_000_000;

/** @param large which of them have a list with a partition of its own */
async function started(
  count: number,
  large: readonly number[] = [],
): Promise<(Campaign & { callListId: number })[]> {
  const made: (Campaign & { callListId: number })[] = [];
  for (let n = 0; n < count; n += 1) {
    const clientId = made[0]?.clientId;
    const campaign = await makeCampaign(db, { ...(clientId && { clientId }), callsPerMinute: 600 });
    const list = { entries, firstPhone: nextPhone, large: large.includes(n) };
    const callListId = await makeList(db, campaign, list);
    nextPhone += entries;
    await requestStart(db, campaign.clientId, campaign.campaignId);
    made.push({ ...campaign, callListId });
  }
  return made;
}

function recordsOf({ clientId, campaignId }: Campaign): Promise<number> {
  return asClient(db, clientId, async (tx) => {
    const row = await tx.row<{ n: number }>(
      'SELECT count(*)::int AS n FROM call_record WHERE client_id = $1 AND campaign_id = $2',
      [clientId, campaignId],
    );
    return row?.n ?? 0;
  });
}

test('calls of many campaigns that end at the same moment are recorded in few transactions', async () => {
  const campaigns = await started(12);
  const { clientId } = campaigns[0] as Campaign;
  const { engine, run, runUntil } = makeEngine(db);
  // The phones ring for half a minute at most: most calls end between these two moments.
  await run(4_000, 100);
  await run(60_000, 20_000);
  await runUntil(async () => (await recount(db, clientId)).callRecords === 12 * entries, 1_000);
  await engine.stop();
  const [most] = await asClient(db, clientId, (tx) =>
    tx.rows<{ campaigns: number }>(
      `SELECT count(DISTINCT campaign_id)::int AS campaigns FROM call_record
       WHERE client_id = $1 GROUP BY xmin::text ORDER BY 1 DESC`,
      [clientId],
    ),
  );
  expect(most?.campaigns).toBeGreaterThanOrEqual(3);
  expect(await recount(db, clientId)).toMatchObject({ openAttempts: 0, wrongCounts: [] });
});

test('a campaign whose results cannot be stored calls nobody more, and holds up no other campaign', async () => {
  const [bad, good] = (await started(2)) as [
    Campaign & { callListId: number },
    Campaign & { callListId: number },
  ];
  const { clientId } = bad;
  const name = `bad_record_${bad.campaignId}`;
  await db.pool.query(
    `ALTER TABLE call_record ADD CONSTRAINT ${name} CHECK (campaign_id <> ${bad.campaignId}) NOT VALID`,
  );
  const { engine, run, runUntil, folder } = makeEngine(db);
  await run(40_000, 200);
  const before = readCallLog(folder).length;
  await runUntil(async () => (await recordsOf(good)) === entries, 500);
  expect(await recordsOf(bad)).toBe(0);
  // Its first results were refused while its first calls were being placed.
  expect(before).toBeLessThan(2 * entries);
  await db.pool.query(`ALTER TABLE call_record DROP CONSTRAINT ${name}`);
  await runUntil(async () => (await recordsOf(bad)) === entries, 500);
  await engine.stop();
  const called = readCallLog(folder).map((line) => line.to);
  expect(new Set(called).size).toBe(called.length);
  expect(await recount(db, clientId)).toMatchObject({
    openAttempts: 0,
    callRecords: 2 * entries,
    wrongCounts: [],
  });
});

test('results of lists in the shared partition and in partitions of their own are recorded together', async () => {
  const [shared, large] = (await started(2, [1])) as [
    Campaign & { callListId: number },
    Campaign & { callListId: number },
  ];
  const { clientId } = shared;
  const { engine, runUntil } = makeEngine(db);
  await runUntil(async () => (await recount(db, clientId)).callRecords === 2 * entries, 500);
  await engine.stop();
  expect([await recordsOf(shared), await recordsOf(large)]).toEqual([entries, entries]);
  expect(large.callListId).toBeGreaterThanOrEqual(firstLargeId);
  // Each with the account of its own entry.
  const wrong = await asClient(db, clientId, (tx) =>
    tx.rows(
      `SELECT FROM call_record r JOIN list_entry e USING (client_id, call_list_id, entry_id)
       WHERE r.client_id = $1 AND (r.phone <> e.phone OR r.last_name <> e.last_name
         OR (r.ssn IS NULL) <> (e.ssn IS NULL))`,
      [clientId],
    ),
  );
  expect(wrong).toEqual([]);
});
