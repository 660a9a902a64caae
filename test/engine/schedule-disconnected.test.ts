/** Starts and stops, automatic or by hand, while the carrier is disconnected. */

import { expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart, requestStop } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { at, doneRuns, schedule } from './schedule-world.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

test('an automatic start whose carrier is disconnected is tried again until its stop, and done once', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 500 });
  await schedule(db, campaign);
  const clock = virtualClock(simMs(at('2026-11-20T13:59:00Z')));
  const line = { up: false };
  const folder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const simulated = simulatedCarrier({ clock, dataFolder: folder, randomOf });
  const carrier = { ...simulated, connected: () => line.up };
  const deps = { carriers: new Map([['simulated', carrier]]) };
  const engines = [makeEngine(db, { clock, deps }), makeEngine(db, { clock, deps })];
  const pass = async (ms: number, step: number) => {
    for (let left = ms; left > 0; left -= step) {
      clock.advance(simMs(step));
      for (const { engine } of engines) await engine.tick();
    }
  };
  const own = `${campaign.clientId}-`;
  const placed = () =>
    readCallLog(folder).filter(({ attemptId }) => attemptId.startsWith(own)).length;
  await pass(10 * 60_000, 10_000);
  const reason = { code: 'carrier_disconnected' };
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, reason });
  line.up = true;
  await pass(5_000, 250);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3, reason: null });
  expect(placed()).toBeGreaterThan(0);
  // A manager stops it: the start has been done, and the carrier's next absence starts nothing.
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  line.up = false;
  await pass(120_000, 5_000);
  line.up = true;
  const before = placed();
  await pass(60_000, 5_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  expect(placed()).toBe(before);
  // The next day it is disconnected until after the stop: nothing is caught up on in the evening.
  line.up = false;
  await pass(at('2026-11-21T22:00:05Z') - clock.now(), 600_000);
  line.up = true;
  await pass(30 * 60_000, 60_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  expect(placed()).toBe(before);
  expect((await doneRuns(db, campaign)).map(({ kind, day }) => `${kind} ${day}`)).toEqual([
    'start 2026-11-20',
    'stop 2026-11-20',
    'start 2026-11-21',
    'stop 2026-11-21',
  ]);
  for (const { engine } of engines) await engine.stop();
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET start_automatically = false, stop_automatically = false'),
  );
});

test('a start by hand while the carrier is disconnected is refused, says why and is not tried again', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 500 });
  const clock = virtualClock(simMs(at('2026-11-20T15:00:00Z')));
  const line = { up: false };
  const folder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const simulated = simulatedCarrier({ clock, dataFolder: folder, randomOf });
  const carrier = { ...simulated, connected: () => line.up };
  const { engine, run } = makeEngine(db, {
    clock,
    deps: { carriers: new Map([['simulated', carrier]]) },
  });
  await schedule(db, campaign);
  await run(1_000);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await run(2_000);
  const reason = { code: 'carrier_disconnected' };
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, reason });
  line.up = true;
  await run(60_000, 5_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, reason });
  await engine.stop();
});

test('a stop by hand while an automatic start waits for its carrier gives that start up', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 500 });
  const clock = virtualClock(simMs(at('2026-11-20T13:59:00Z')));
  const line = { up: false };
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const simulated = simulatedCarrier({ clock, dataFolder: temporaryFolder(), randomOf });
  const carrier = { ...simulated, connected: () => line.up };
  const { engine, run } = makeEngine(db, {
    clock,
    deps: { carriers: new Map([['simulated', carrier]]) },
  });
  await schedule(db, campaign);
  await run(10 * 60_000, 10_000);
  const reason = { code: 'carrier_disconnected' };
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, reason });
  // Asked for while it was Starting: the refusal came first.
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  line.up = true;
  await run(60_000, 5_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await engine.stop();
});
