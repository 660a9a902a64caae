import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { listBecameReady, requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { type Campaign, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

const stop = ({ clientId, campaignId }: Campaign) =>
  asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId));
const start = ({ clientId, campaignId }: Campaign) => requestStart(db, clientId, campaignId);

test('start takes effect within a second, stop within a second; calls in progress finish', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  await makeList(db, campaign, { entries: 500 });
  const { engine, clock, run, runUntil, folder } = makeEngine(db);
  await run(1_000);
  await start(campaign);
  await run(1_000);
  expect(readCallLog(folder).length).toBeGreaterThan(0);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3 });
  await run(10_000);
  await stop(campaign);
  const stoppedAt = clock.now();
  const calls = readCallLog(folder).length;
  await run(1_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 4 });
  await runUntil(async () => (await campaignState(db, campaign)).run_status === 1);
  expect(readCallLog(folder).length).toBe(calls);
  expect(clock.now() - stoppedAt).toBeGreaterThan(10_000);
  expect(await recount(db, campaign.clientId)).toMatchObject({
    attempts: calls,
    callRecords: calls,
    openAttempts: 0,
  });
  // Started again, it goes on where it stopped, and calls nobody twice.
  await start(campaign);
  await runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
  await engine.stop();
  const log = readCallLog(folder);
  expect(log.length).toBe(500);
  expect(new Set(log.map((line) => line.to)).size).toBe(500);
});

test('an edit of the pace takes effect within a second', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 6 });
  await makeList(db, campaign, { entries: 2_000 });
  const { engine, run, folder } = makeEngine(db);
  await start(campaign);
  await run(10_000, 100);
  const slow = readCallLog(folder).length;
  expect(slow).toBeLessThanOrEqual(2);
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET calls_per_minute = 600 WHERE client_id = $1', [campaign.clientId]),
  );
  await run(61_000, 100);
  const quick = readCallLog(folder).length - slow;
  expect(quick).toBeGreaterThanOrEqual(600);
  expect(quick).toBeLessThanOrEqual(611);
  await stop(campaign);
  await engine.stop();
});

test('a list that is closed in the middle of its calls is not called any more and then Closed', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId } = campaign;
  const list = await makeList(db, campaign, { entries: 300 });
  const { engine, run, folder } = makeEngine(db);
  const status = async () =>
    (
      await asClient(db, clientId, (tx) =>
        tx.row<{ status_id: number }>('SELECT status_id FROM call_list WHERE client_id = $1', [
          clientId,
        ]),
      )
    )?.status_id;
  expect(await status()).toBe(4);
  await start(campaign);
  await run(5_000);
  expect(await status()).toBe(3);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET status_id = 5 WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      list,
    ]),
  );
  const calls = readCallLog(folder).length;
  await run(2_000);
  expect(await status()).toBe(5);
  await run(180_000, 1_000);
  await engine.stop();
  expect(await status()).toBe(6);
  expect(readCallLog(folder).length).toBe(calls);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, completed: true });
  expect(await recount(db, clientId)).toMatchObject({ attempts: calls, wrongCounts: [] });
});

test('a Completed campaign is Stopped again when a new list is ready, and calls it', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 10 });
  const { engine, runUntil, folder } = makeEngine(db);
  await start(campaign);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await expect(start(campaign)).rejects.toMatchObject({ code: 'cannot_run' });
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, completed: true });
  await makeList(db, campaign, { entries: 10 });
  await asClient(db, clientId, (tx) => listBecameReady(tx, clientId, campaignId));
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, completed: false });
  await start(campaign);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  expect(readCallLog(folder).length).toBe(20);
});

test('a campaign waits for a list that is being loaded instead of completing', async () => {
  const campaign = await makeCampaign(db);
  const { clientId } = campaign;
  await makeList(db, campaign, { entries: 5 });
  const loading = await makeList(db, campaign, { entries: 5 });
  const setStatus = (status: number) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE call_list SET status_id = $3 WHERE client_id = $1 AND call_list_id = $2', [
        clientId,
        loading,
        status,
      ]),
    );
  await setStatus(2);
  const { engine, run, runUntil, folder } = makeEngine(db);
  await start(campaign);
  await run(120_000, 1_000);
  expect(await campaignState(db, campaign)).toMatchObject({
    run_status: 3,
    reason: { code: 'waits_for_list' },
  });
  await setStatus(4);
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  expect(readCallLog(folder).length).toBe(10);
});
