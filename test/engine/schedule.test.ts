import { expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import {
  cannotRunTexts,
  listBecameReady,
  requestStart,
  requestStop,
} from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { type Campaign, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();
const at = (instant: string) => Date.parse(instant);

/** 9:00 to 17:00 Eastern on every day but Sunday. */
async function schedule({ clientId, campaignId }: Campaign) {
  await asClient(db, clientId, (tx) =>
    tx.run(
      `UPDATE campaign SET start_automatically = true, stop_automatically = true,
         start_time = '09:00', stop_time = '17:00', start_weekdays = '1111110',
         stop_weekdays = '1111110'
       WHERE client_id = $1 AND campaign_id = $2`,
      [clientId, campaignId],
    ),
  );
}

function doneRuns({ clientId }: Campaign) {
  return asClient(db, clientId, (tx) =>
    tx.rows<{ kind: string; day: string; done_at: Date }>(
      `SELECT kind, eastern_date::text AS day, done_at FROM schedule_run
       WHERE client_id = $1 ORDER BY done_at`,
      [clientId],
    ),
  );
}

test('a campaign starts and stops by itself, once each, also around the change of clocks', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 1 });
  await makeList(db, campaign, { entries: 5_000 });
  await schedule(campaign);
  // Friday before the change to daylight saving time, 8:00 Eastern.
  const clock = virtualClock(at('2026-03-06T13:00:00Z'));
  const { engine, run } = makeEngine(db, { clock });
  const other = makeEngine(db, { clock });
  const states: string[] = [];
  for (let hour = 0; hour < 79; hour += 1) {
    await run(3_600_000, 600_000);
    await other.engine.tick();
    states.push(String((await campaignState(db, campaign)).run_status));
  }
  await engine.stop();
  await other.engine.stop();
  const runs = await doneRuns(campaign);
  expect(runs.map(({ kind, day }) => `${kind} ${day}`)).toEqual([
    'start 2026-03-06',
    'stop 2026-03-06',
    'start 2026-03-07',
    'stop 2026-03-07',
    'start 2026-03-09',
  ]);
  // Looked at every ten minutes, each was done at its minute: 13:00 UTC from the change on.
  expect(runs.map(({ done_at }) => done_at.toISOString().slice(5, 16))).toEqual([
    '03-06T14:00',
    '03-06T22:00',
    '03-07T14:00',
    '03-07T22:00',
    '03-09T13:00',
  ]);
  expect(new Set(states)).toContain('3');
  await asClient(db, campaign.clientId, (tx) =>
    tx.run('UPDATE campaign SET start_automatically = false, stop_automatically = false'),
  );
});

test('a start that was missed is made up for before the stop, and not after it', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 1 });
  await makeList(db, campaign, { entries: 500 });
  await schedule(campaign);
  const early = makeEngine(db, { clock: virtualClock(at('2026-11-19T12:00:00Z')) });
  await early.run(2_000);
  await early.engine.stop();
  // Down over 9:00 of the 19th and up again at 16:00, down over 17:00, up at 8:00.
  const late = makeEngine(db, { clock: virtualClock(at('2026-11-19T21:00:00Z')) });
  await late.run(3_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3 });
  await late.engine.stop();
  const next = makeEngine(db, { clock: virtualClock(at('2026-11-20T13:00:00Z')) });
  await next.run(3_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await next.engine.stop();
  // Down over the whole of the 20th's window: neither is a start made up for in the evening.
  const evening = makeEngine(db, { clock: virtualClock(at('2026-11-21T00:00:00Z')) });
  await evening.run(3_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await evening.engine.stop();
  expect((await doneRuns(campaign)).map(({ kind, day }) => `${kind} ${day}`)).toEqual([
    'start 2026-11-19',
    'stop 2026-11-19',
    'stop 2026-11-20',
  ]);
});

test('a schedule made inside its window waits for the next one; a stop by hand stays', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 1 });
  await makeList(db, campaign, { entries: 500 });
  await schedule(campaign);
  const clock = virtualClock(at('2026-11-18T15:00:00Z'));
  const { engine, run } = makeEngine(db, { clock });
  await run(5_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await run(at('2026-11-19T14:00:01Z') - clock.now(), 600_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3 });
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  await run(300_000, 5_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await engine.stop();
});

test('a new list starts a Completed campaign inside its window', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  await makeList(db, campaign, { entries: 5 });
  await schedule(campaign);
  const clock = virtualClock(at('2026-11-20T13:59:00Z'));
  const { engine, runUntil, folder } = makeEngine(db, { clock });
  await runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
  await makeList(db, campaign, { entries: 5 });
  await asClient(db, campaign.clientId, (tx) =>
    listBecameReady(tx, campaign.clientId, campaign.campaignId),
  );
  await runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
  await engine.stop();
  // The campaigns of the other tests have schedules too.
  const own = readCallLog(folder).filter((line) =>
    line.attemptId.startsWith(`${campaign.clientId}-`),
  );
  expect(own.length).toBe(10);
});

test('an automatic start whose carrier is away is tried again until its stop, and done once', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 500 });
  await schedule(campaign);
  const clock = virtualClock(at('2026-11-20T13:59:00Z'));
  const line = { up: false };
  const folder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const simulated = simulatedCarrier({ clock, dataFolder: folder, randomOf });
  const carrier = { ...simulated, connected: () => line.up };
  const deps = { carriers: new Map([['simulated', carrier]]) };
  const engines = [makeEngine(db, { clock, deps }), makeEngine(db, { clock, deps })];
  const pass = async (ms: number, step: number) => {
    for (let left = ms; left > 0; left -= step) {
      clock.advance(step);
      for (const { engine } of engines) await engine.tick();
    }
  };
  const own = `${campaign.clientId}-`;
  const placed = () =>
    readCallLog(folder).filter(({ attemptId }) => attemptId.startsWith(own)).length;
  await pass(10 * 60_000, 10_000);
  const reason = cannotRunTexts.carrierAway;
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, status_reason: reason });
  line.up = true;
  await pass(5_000, 250);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3, status_reason: null });
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
  // The next day it is away until after the stop: nothing is made up for in the evening.
  line.up = false;
  await pass(at('2026-11-21T22:00:05Z') - clock.now(), 600_000);
  line.up = true;
  await pass(30 * 60_000, 60_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  expect(placed()).toBe(before);
  expect((await doneRuns(campaign)).map(({ kind, day }) => `${kind} ${day}`)).toEqual([
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

test('a start by hand while the carrier is away is refused, says why and is not tried again', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 500 });
  const clock = virtualClock(at('2026-11-20T15:00:00Z'));
  const line = { up: false };
  const folder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const simulated = simulatedCarrier({ clock, dataFolder: folder, randomOf });
  const carrier = { ...simulated, connected: () => line.up };
  const { engine, run } = makeEngine(db, {
    clock,
    deps: { carriers: new Map([['simulated', carrier]]) },
  });
  await schedule(campaign);
  await run(1_000);
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await run(2_000);
  const reason = cannotRunTexts.carrierAway;
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, status_reason: reason });
  line.up = true;
  await run(60_000, 5_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, status_reason: reason });
  await engine.stop();
});

test('a stop by hand while an automatic start waits for its carrier gives that start up', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  await makeList(db, campaign, { entries: 500 });
  const clock = virtualClock(at('2026-11-20T13:59:00Z'));
  const line = { up: false };
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const simulated = simulatedCarrier({ clock, dataFolder: temporaryFolder(), randomOf });
  const carrier = { ...simulated, connected: () => line.up };
  const { engine, run } = makeEngine(db, {
    clock,
    deps: { carriers: new Map([['simulated', carrier]]) },
  });
  await schedule(campaign);
  await run(10 * 60_000, 10_000);
  const reason = cannotRunTexts.carrierAway;
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1, status_reason: reason });
  // Asked for while it was Starting: the refusal came first.
  await asClient(db, campaign.clientId, (tx) =>
    requestStop(tx, campaign.clientId, campaign.campaignId),
  );
  line.up = true;
  await run(60_000, 5_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await engine.stop();
});
