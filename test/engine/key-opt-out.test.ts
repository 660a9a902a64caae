import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { eager, watchedCarrier } from './linkback-world.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, type Campaign, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

const other = '00000000-0000-4000-8000-000000000001';

/**
 * The call counts as over, though it is still up. Another campaign's engine has claimed a call to its
 * number, and not submitted it yet.
 */
async function claimElsewhere({ clientId, campaignId }: Campaign, list: number, phone: string) {
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
       VALUES ($1, $2, $3, 1, clock_timestamp() + interval '1 hour')`,
      [clientId, campaignId, other],
    );
    await tx.run(`UPDATE attempt SET finished_at = $2, result = 'unknown' WHERE client_id = $1`, [
      clientId,
      new Date(afternoon),
    ]);
    await tx.run(
      `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
         attempted_at)
       SELECT client_id, call_list_id, entry_id, $2, phone, $4, $5 FROM list_entry
       WHERE client_id = $1 AND call_list_id = $3 AND phone = $6`,
      [clientId, campaignId, list, other, new Date(afternoon), phone],
    );
  });
}

test('a person who presses 9 hears that it is stored only when no other campaign is about to call the number', async () => {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  const elsewhere = await makeCampaign(db, { clientId });
  const clock = virtualClock(afternoon);
  const watched = watchedCarrier(clock, temporaryFolder(), {
    ...eager,
    pressesNine: 1,
    pressesOne: 0,
  });
  const firstPhone = 13_025_550_000;
  await makeList(db, campaign, { entries: 1, firstPhone });
  const list = await makeList(db, elsewhere, { entries: 1, firstPhone });
  await requestStart(db, clientId, campaign.campaignId);
  const carriers = new Map([['simulated', watched.carrier]]);
  const { engine, runUntil, run } = makeEngine(db, { clock, deps: { carriers } });
  await runUntil(async () => watched.all('play').length === 1);
  await claimElsewhere(elsewhere, list, String(firstPhone));
  const blocked = () =>
    asClient(db, clientId, (tx) =>
      tx.rows('SELECT phone FROM do_not_call WHERE client_id = $1', [clientId]),
    );
  await runUntil(async () => (await blocked()).length === 1);
  await run(3_000, 1_000);
  expect(watched.all('play').length).toBe(1);
  // It says that it has nothing under way any more.
  await asClient(db, clientId, (tx) =>
    tx.run(
      'UPDATE campaign_lease SET submissions_settled = submissions_settled + 1 WHERE engine_id = $1',
      [other],
    ),
  );
  await runUntil(async () => watched.all('play').length === 2);
  expect(watched.all('play').at(-1)).toMatchObject({ what: { name: 'opted-out' } });
  await engine.stop();
});
