import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import { afternoon, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

test('a campaign whose every step fails slows down no other one', async () => {
  const bad = await makeCampaign(db);
  const good = await makeCampaign(db, { callsPerMinute: 600 });
  for (const campaign of [bad, good]) {
    await makeList(db, campaign, { entries: 400 });
    await requestStart(db, campaign.clientId, campaign.campaignId);
  }
  const claim: typeof claimCalls = (tx, request) => {
    if (request.lease.clientId === bad.clientId) throw new Error('a row that nobody can read');
    return claimCalls(tx, request);
  };
  const { engine, run, folder } = makeEngine(db, { deps: { claim } });
  await run(30_000, 100);
  expect(readCallLog(folder).length).toBeGreaterThan(280);
  await engine.stop();
});

test('a schedule that cannot be read keeps neither campaigns nor other schedules from their work', async () => {
  const [bad, good] = [await makeCampaign(db), await makeCampaign(db)];
  for (const { clientId } of [bad, good]) {
    await makeList(db, clientId === bad.clientId ? bad : good, { entries: 400 });
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE campaign SET start_automatically = true, start_time = '15:01', stop_time = '20:00',
           start_weekdays = '1111111' WHERE client_id = $1`,
        [clientId],
      ),
    );
  }
  // As if a rule about wall times had changed: the day's start was noted under a key that is refused now.
  const name = `bad_schedule_${bad.clientId}`;
  await db.pool.query(
    `ALTER TABLE schedule_run ADD CONSTRAINT ${name} CHECK (client_id <> ${bad.clientId}) NOT VALID`,
  );
  const { engine, run, folder } = makeEngine(db, { clock: virtualClock(afternoon) });
  await run(90_000, 250);
  await engine.stop();
  await db.pool.query(`ALTER TABLE schedule_run DROP CONSTRAINT ${name}`);
  expect(readCallLog(folder).length).toBeGreaterThan(200);
});

test('texts whose receipts are given up in great number end in small steps', async () => {
  const campaign = await makeTexting(db);
  const { clientId, campaignId } = campaign;
  const callListId = await makeList(db, campaign, { entries: 2_500 });
  // As an engine finds them that was away for days.
  await asClient(db, clientId, async (tx) => {
    const of = [clientId, callListId];
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at, receipt_until)
       SELECT $1, $2, entry_id, $3, phone, gen_random_uuid(), $4::timestamptz - interval '4 days',
         $4::timestamptz - interval '1 day'
       FROM list_entry WHERE client_id = $1 AND call_list_id = $2`,
      [...of, campaignId, new Date(afternoon)],
    );
    await tx.run(
      'UPDATE list_entry SET state = 1 WHERE client_id = $1 AND call_list_id = $2 AND state = 0',
      of,
    );
    await tx.run(
      'UPDATE call_list_count SET attempted = 2500 WHERE client_id = $1 AND call_list_id = $2',
      of,
    );
  });
  const { engine, run } = makeEngine(db);
  await run(250);
  const { openAttempts } = await recount(db, clientId);
  expect(openAttempts).toBeGreaterThanOrEqual(2_000);
  expect(openAttempts).toBeLessThan(2_500);
  await run(8_000);
  expect(await recount(db, clientId)).toMatchObject({
    openAttempts: 0,
    callRecords: 2_500,
    wrongCounts: [],
  });
  await engine.stop();
});
