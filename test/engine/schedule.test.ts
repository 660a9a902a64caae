import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { listBecameReady, requestStop } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { at, doneRuns, schedule } from './schedule-world.ts';
import { makeEngine } from './test-engine.ts';
import { campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

test('a campaign starts and stops by itself, once each, also around the change of clocks', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 1 });
  await makeList(db, campaign, { entries: 5_000 });
  await schedule(db, campaign);
  // Friday before the change to daylight saving time, 8:00 Eastern.
  const clock = virtualClock(simMs(at('2026-03-06T13:00:00Z')));
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
  const runs = await doneRuns(db, campaign);
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
  await schedule(db, campaign);
  const early = makeEngine(db, { clock: virtualClock(simMs(at('2026-11-19T12:00:00Z'))) });
  await early.run(2_000);
  await early.engine.stop();
  // Down over 9:00 of the 19th and up again at 16:00, down over 17:00, up at 8:00.
  const late = makeEngine(db, { clock: virtualClock(simMs(at('2026-11-19T21:00:00Z'))) });
  await late.run(3_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3 });
  await late.engine.stop();
  const next = makeEngine(db, { clock: virtualClock(simMs(at('2026-11-20T13:00:00Z'))) });
  await next.run(3_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await next.engine.stop();
  // Down over the whole of the 20th's window: neither is a start made up for in the evening.
  const evening = makeEngine(db, { clock: virtualClock(simMs(at('2026-11-21T00:00:00Z'))) });
  await evening.run(3_000);
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 1 });
  await evening.engine.stop();
  expect((await doneRuns(db, campaign)).map(({ kind, day }) => `${kind} ${day}`)).toEqual([
    'start 2026-11-19',
    'stop 2026-11-19',
    'stop 2026-11-20',
  ]);
});

test('a schedule made inside its window waits for the next one; a stop by hand stays', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 1 });
  await makeList(db, campaign, { entries: 500 });
  await schedule(db, campaign);
  const clock = virtualClock(simMs(at('2026-11-18T15:00:00Z')));
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
  await schedule(db, campaign);
  const clock = virtualClock(simMs(at('2026-11-20T13:59:00Z')));
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
