/** The brake stops a campaign whose results are surely beyond a limit (decision 085). */
import { expect, test } from 'vitest';
import type { CarrierProfile } from '../../src/carriers/simulated/profile.ts';
import { knownReason } from '../../src/contract/reason.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { setBrakeLimits } from '../../src/db/queries/brake.ts';
import { requestStart, tryStart } from '../../src/db/queries/campaign-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import { type Campaign, campaignState, makeCampaign, makeList, makeTestClient } from './world.ts';

const db = await freshDatabase();
const failing: Partial<CarrierProfile> = { person: 0.1, machine: 0.05, busy: 0, failed: 0.85 };

async function limited(limits: Parameters<typeof setBrakeLimits>[2]): Promise<number> {
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) => setBrakeLimits(tx, clientId, limits));
  return clientId;
}

const reasonOf = async (campaign: Campaign) => {
  const row = await asClient(db, campaign.clientId, (tx) =>
    tx.row<{ reason: { code: string } | null }>(
      'SELECT reason FROM campaign WHERE client_id = $1 AND campaign_id = $2',
      [campaign.clientId, campaign.campaignId],
    ),
  );
  return row?.reason ? knownReason(row.reason) : undefined;
};

const countsOf = ({ clientId, campaignId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.row<{ ended: number; failed: number }>(
      `SELECT (counts->'all'->>0)::int AS ended, (counts->'all'->>1)::int AS failed
       FROM brake_count WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );

test('a campaign whose calls fail stops, says why, and only a person starts it again', async () => {
  const clientId = await limited({ failed: 0.2 });
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 30 });
  await makeList(db, campaign, { entries: 200 });
  const { engine, runUntil } = makeEngine(db, { profile: failing });
  await requestStart(db, clientId, campaign.campaignId);
  await runUntil(async () => (await campaignState(db, campaign)).run_status === 1, 500);
  const reason = await reasonOf(campaign);
  expect(reason).toMatchObject({ code: 'brake_stopped', signal: 'failed', limit: 0.2 });
  if (reason?.code !== 'brake_stopped') throw new Error('no reason');
  expect(reason.trials).toBeLessThan(20);
  const records = await asClient(db, clientId, (tx) =>
    tx.row<{ all: number; failed: number }>(
      `SELECT count(*)::int AS all, (count(*) FILTER (WHERE result = 'failed'))::int AS failed
       FROM call_record WHERE client_id = $1`,
      [clientId],
    ),
  );
  // The calls in flight ended, too, and the counts are those of the records.
  expect(await countsOf(campaign)).toEqual({ ended: records?.all, failed: records?.failed });
  expect(records?.all).toBeLessThan(40);

  // Neither a schedule nor a new list.
  const bySchedule = await asClient(db, clientId, (tx) =>
    tryStart(tx, clientId, campaign.campaignId, 'schedule'),
  );
  expect(bySchedule).toMatchObject({ reason: { code: 'brake_stopped' } });
  await requestStart(db, clientId, campaign.campaignId);
  expect(await countsOf(campaign)).toBeUndefined();
  await runUntil(async () => (await reasonOf(campaign))?.code === 'brake_stopped', 500);
  await engine.stop();
}, 60_000);

test('another engine stops it by what the first one counted', async () => {
  const clientId = await limited({ failed: 0.5 });
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 20 });
  await makeList(db, campaign, { entries: 300 });
  const first = makeEngine(db, { profile: failing });
  await requestStart(db, clientId, campaign.campaignId);
  await first.runUntil(async () => ((await countsOf(campaign))?.ended ?? 0) >= 3, 500);
  await first.engine.stop();
  const before = await countsOf(campaign);
  const second = makeEngine(db, { clock: first.clock, profile: failing });
  await second.runUntil(async () => (await campaignState(db, campaign)).run_status === 1, 500);
  expect(await reasonOf(campaign)).toMatchObject({ code: 'brake_stopped' });
  const after = await countsOf(campaign);
  expect(after?.ended).toBeGreaterThan(before?.ended ?? 0);
  await second.engine.stop();
}, 60_000);

test('texts that fail stop a text campaign; without limits nothing is counted', async () => {
  const clientId = await limited({ textErrors: 0.2 });
  const texting = await makeTexting(db, { clientId, textPerMinute: 60 });
  await makeList(db, texting, { entries: 200 });
  const unlimited = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, unlimited, { entries: 10 });
  const { engine, runUntil } = makeEngine(db, {
    profile: failing,
    textProfile: { rejected: 0, failed: 0.9 },
  });
  await requestStart(db, clientId, texting.campaignId);
  await requestStart(db, unlimited.clientId, unlimited.campaignId);
  await runUntil(async () => (await reasonOf(texting))?.code === 'brake_stopped', 500);
  await runUntil(async () => (await campaignState(db, unlimited)).completed, 500);
  expect(await reasonOf(texting)).toMatchObject({ signal: 'textErrors' });
  expect(await countsOf(unlimited)).toBeUndefined();
  await engine.stop();
}, 60_000);
