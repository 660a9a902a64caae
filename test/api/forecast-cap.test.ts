/** The forecast of numbers that the client's attempt cap holds. */
import { expect, test } from 'vitest';
import type { CampaignForecast } from '../../src/contract/forecast.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { takeEntries } from '../engine/follow-up-world.ts';
import { afternoon, makeCampaign, makeList } from '../engine/world.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';

const db = await freshDatabase();
// 15:00 Eastern.
const api = await testApi(db, { now: () => new Date(afternoon) });
const minute = 60_000;

test('of numbers that the attempt cap holds, those that it frees too late are exact, and open', async () => {
  const { manager, path } = await cappedCampaign(13_025_550_100);
  const stop = new Date(afternoon + 90 * minute).toISOString();
  const said = (await manager.post(`${path}/forecast`, { stop })).json<CampaignForecast>();
  expect(said).toMatchObject({
    ...{ reachable: 4, neverAtLeast: false },
    neverCallable: [{ reason: 'attempt_cap', count: 6 }],
  });
  const asSet = (await manager.post(`${path}/forecast`, {})).json<CampaignForecast>();
  const count = asSet.neverCallable.find(({ reason }) => reason === 'attempt_cap')?.count ?? 0;
  const numbers = await manager.get(`${path}/numbers?part=never&reason=attempt_cap`);
  expect(numbers.json()).toMatchObject({ total: count });
  const waiting = await manager.get(`${path}/numbers?part=waiting&reason=attempt_cap`);
  expect(waiting.json()).toMatchObject({ total: 10 });
});

test('those that it frees count in the hours of their own places, and are found by them', async () => {
  // Guam, where it is 6:00, and New York, whose numbers are freed 2 minutes after those of Delaware.
  const { manager, path } = await cappedCampaign(13_025_550_200, 16_715_550_100, 12_125_550_100);
  const stop = new Date(afternoon + 71 * minute).toISOString();
  const said = (await manager.post(`${path}/forecast`, { stop })).json<CampaignForecast>();
  expect(said).toMatchObject({ reachable: 4 + 3, neverAtLeast: false });
  const counts = said.neverCallable.map(({ reason, count }) => [reason, count]);
  expect(Object.fromEntries(counts)).toEqual({ attempt_cap: 6 + 7, calling_hours: 10 });
  for (const [reason, count] of counts) {
    const numbers = await manager.get(
      `${path}/numbers?part=never&reason=${reason}&stop=${encodeURIComponent(stop)}`,
    );
    expect(numbers.json()).toMatchObject({ total: count });
  }
});

/** Numbers of each list are freed one each 20 minutes, of the first from 15:10 on; the campaign stops at 16:30. */
async function cappedCampaign(...firstPhones: number[]) {
  const own = await makeClient(db);
  const manager = caller(api.url, await openSession(db, own.clientId, own.manager.managerId));
  const campaign = await makeCampaign(db, { clientId: own.clientId, callsPerMinute: 20 });
  const other = await makeCampaign(db, { clientId: own.clientId, callsPerMinute: 20 });
  await asPlatform(db, (tx) =>
    tx.run(
      `INSERT INTO contact_cap (client_id, kind, most, days) VALUES ($1, 'call', 1, 7)
       ON CONFLICT (client_id, kind) DO UPDATE SET most = 1, days = 7`,
      [own.clientId],
    ),
  );
  const week = 7 * 24 * 60 * minute;
  for (const [later, firstPhone] of firstPhones.entries()) {
    const phones = { entries: 10, firstPhone };
    await makeList(db, campaign, phones);
    const before = await makeList(db, other, phones);
    for (let index = 0; index < 10; index += 1) {
      const at = simMs(afternoon - week + (10 + later + 20 * index) * minute);
      await takeEntries(db, other, before, [index + 1], at);
    }
  }
  await asClient(db, own.clientId, async (tx) => {
    await tx.run(
      `UPDATE attempt SET counts_as = 'call', finished_at = attempted_at, result = 'no_answer'
       WHERE client_id = $1`,
      [own.clientId],
    );
    await tx.run(
      `UPDATE campaign SET stop_time = '16:30', stop_automatically = true, stop_weekdays = '1111111',
         run_status = 3 WHERE client_id = $1 AND campaign_id = $2`,
      [own.clientId, campaign.campaignId],
    );
  });
  return { manager, path: `/api/campaign/${campaign.campaignId}` };
}
