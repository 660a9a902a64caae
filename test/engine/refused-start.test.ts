import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

/** A campaign with calls in progress that is stopped and started again while its carrier is disconnected. */
async function refused(leaseSeconds?: number) {
  const clock = virtualClock(afternoon);
  const dataFolder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`7/${name}`);
  const line = { up: true };
  const carrier = {
    ...simulatedCarrier({ clock, dataFolder, randomOf }),
    connected: () => line.up,
  };
  const carriers = new Map([['simulated', carrier]]);
  const deps = { carriers, ...(leaseSeconds && { leaseSeconds }) };
  const first = makeEngine(db, { clock, folder: dataFolder, deps });
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 200 });
  await requestStart(db, clientId, campaignId);
  await first.run(3_000);
  line.up = false;
  await asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
  await requestStart(db, clientId, campaignId);
  await first.run(500);
  return { campaign, clock, first, line };
}

test('a start that is refused while calls are in progress leaves the campaign Stopping until they have ended', async () => {
  const { campaign, first } = await refused();
  const reason = { code: 'carrier_disconnected' };
  expect((await recount(db, campaign.clientId)).openAttempts).toBeGreaterThan(0);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 4, reason });
  await first.runUntil(async () => (await campaignState(db, campaign)).run_status === 1);
  expect(await campaignState(db, campaign)).toMatchObject({
    completed: false,
    reason,
  });
  expect(await recount(db, campaign.clientId)).toMatchObject({ openAttempts: 0, wrongCounts: [] });
  await first.engine.stop();
});

test('calls in progress of a campaign whose start was refused are ended by another engine when theirs dies', async () => {
  const { campaign, clock } = await refused(0.3);
  await sleep(400);
  const second = makeEngine(db, { clock });
  await second.run(2_000);
  expect(await recount(db, campaign.clientId)).toMatchObject({ openAttempts: 0, mismatches: 0 });
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await second.engine.stop();
});
