import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  afternoon,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
  readCallLog,
} from './world.ts';

const db = await freshDatabase();

/** Two engines that share a clock and the carrier's log. */
function twoEngines(leaseSeconds: number) {
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const deps = { leaseSeconds };
  const first = makeEngine(db, { clock, folder, deps });
  const second = makeEngine(db, { clock, folder, deps });
  return { clock, folder, first: first.engine, second: second.engine };
}

test('two engines at once share the campaigns and call every number once', async () => {
  const clientId = await makeTestClient(db);
  const campaigns = [];
  for (let n = 0; n < 4; n += 1) {
    const campaign = await makeCampaign(db, { clientId, callsPerMinute: 1_200 });
    await makeList(db, campaign, { entries: 300 });
    await requestStart(db, clientId, campaign.campaignId);
    campaigns.push(campaign);
  }
  const { clock, folder, first, second } = twoEngines(8);
  for (let tick = 0; tick < 1_000; tick += 1) {
    clock.advance(simMs(250));
    await Promise.all([first.tick(), second.tick()]);
    const states = await Promise.all(campaigns.map((campaign) => campaignState(db, campaign)));
    if (states.every((state) => state.completed)) break;
  }
  await Promise.all([first.stop(), second.stop()]);
  const log = readCallLog(folder);
  expect(log.length).toBe(1_200);
  expect(new Set(log.map((line) => line.to)).size).toBe(1_200);
  expect(await recount(db, clientId)).toEqual({
    attempts: 1_200,
    openAttempts: 0,
    callRecords: 1_200,
    mismatches: 0,
    wrongCounts: [],
  });
});

test('a silent engine loses its campaign; its calls end as unknown, and waking up it can do nothing', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 400 });
  await requestStart(db, clientId, campaignId);
  const { clock, folder, first, second } = twoEngines(2);
  const both = async (ms: number, engines = [first, second]) => {
    for (let passed = 0; passed < ms; passed += 250) {
      clock.advance(simMs(250));
      for (const engine of engines) await engine.tick();
    }
  };
  await both(5_000, [first]);
  const byFirst = readCallLog(folder).length;
  expect(byFirst).toBeGreaterThan(30);
  // The first one is silent for longer than its lease.
  await sleep(2_400);
  await both(2_000, [second]);
  const unknown = await asClient(db, clientId, (tx) =>
    tx.rows<{ entry_id: number }>(
      `SELECT entry_id FROM attempt WHERE client_id = $1 AND result = 'unknown'`,
      [clientId],
    ),
  );
  expect(unknown.length).toBeGreaterThan(10);
  const atTakeover = readCallLog(folder).length;
  // Both tick now: the first still believes in its calls, the second has the campaign.
  for (let round = 0; round < 10; round += 1) {
    await both(5_000);
    await second.tick();
  }
  expect(readCallLog(folder).length).toBeGreaterThan(atTakeover);
  while (!(await campaignState(db, campaign)).completed) await both(1_000);
  await Promise.all([first.stop(), second.stop()]);
  const log = readCallLog(folder);
  expect(log.length).toBe(400);
  expect(new Set(log.map((line) => line.to)).size).toBe(400);
  expect(await recount(db, clientId)).toMatchObject({
    attempts: 400,
    callRecords: 400,
    mismatches: 0,
    wrongCounts: [],
  });
});

test('connections that break at any moment lose no result and repeat no call', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 3_000 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 1_500 });
  await requestStart(db, clientId, campaignId);
  const { engine, clock, folder } = makeEngine(db);
  const cutter = new pg.Client(db.owner);
  await cutter.connect();
  let cutting = true;
  const cuts = (async () => {
    let count = 0;
    while (cutting) {
      await sleep(15 + (count % 7) * 9);
      await cutter.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
      );
      count += 1;
    }
    return count;
  })();
  const end = performance.now() + 6_000;
  while (performance.now() < end) {
    clock.advance(simMs(100));
    await engine.tick();
    await sleep(1);
  }
  cutting = false;
  expect(await cuts).toBeGreaterThan(50);
  await cutter.end();
  const done = async () => (await campaignState(db, campaign)).completed;
  while (!(await done())) {
    clock.advance(simMs(500));
    await engine.tick();
    await sleep(1);
  }
  await engine.stop();
  const log = readCallLog(folder);
  expect(new Set(log.map((line) => line.to)).size).toBe(log.length);
  expect(await recount(db, clientId)).toEqual({
    attempts: 1_500,
    openAttempts: 0,
    callRecords: 1_500,
    mismatches: 0,
    wrongCounts: [],
  });
});

test('a shutdown ends calls in progress as unknown and lets go of the campaign at once', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 100 });
  await requestStart(db, clientId, campaignId);
  const { clock, folder, first, second } = twoEngines(60);
  for (let tick = 0; tick < 12; tick += 1) {
    clock.advance(simMs(250));
    await first.tick();
  }
  await first.stop();
  expect(await recount(db, clientId)).toMatchObject({ openAttempts: 0, mismatches: 0 });
  const before = readCallLog(folder).length;
  for (let tick = 0; tick < 12; tick += 1) {
    clock.advance(simMs(250));
    await second.tick();
  }
  expect(readCallLog(folder).length).toBeGreaterThan(before);
  await second.stop();
});
