/** What a person starts or stops after a time of the schedule holds until the next one. */
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStop, tryStart } from '../../src/db/queries/campaign-run.ts';
import { stopAllCampaigns } from '../../src/db/queries/campaign-stop-all.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { untilBlocked } from '../harness/blocked.ts';
import { freshDatabase } from '../harness/database.ts';
import { held } from '../harness/held.ts';
import { ended, record, rule, setRules, takeEntries } from './follow-up-world.ts';
import { at, doneRuns, schedule } from './schedule-world.ts';
import { makeEngine } from './test-engine.ts';
import { type Campaign, campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
/** A Thursday; hours of New York. */
const eastern = (time: string) => at(`2026-11-19T${time}-05:00`);
const clockAt = (time: string) => virtualClock(simMs(eastern(time)));
const moveTo = (clock: VirtualClock, time: string) =>
  clock.advance(simMs(eastern(time) - clock.now()));

const start = ({ clientId, campaignId }: Campaign, time: string) =>
  asClient(db, clientId, (tx) =>
    tryStart(tx, clientId, campaignId, 'operator', new Date(eastern(time))),
  );
const stop = ({ clientId, campaignId }: Campaign, time: string) =>
  asClient(db, clientId, (tx) => requestStop(tx, clientId, campaignId, new Date(eastern(time))));
const statusOf = async (campaign: Campaign) => (await campaignState(db, campaign)).run_status;

/** From 9:00 to 17:00; an engine saw its schedule at 8:00. */
async function scheduled() {
  const campaign = await makeCampaign(db, { callsPerMinute: 1 });
  await makeList(db, campaign, { entries: 500 });
  await schedule(db, campaign);
  const early = makeEngine(db, { clock: clockAt('08:00:00') });
  await early.run(2_000);
  await early.engine.stop();
  return campaign;
}

/** An engine that comes up at that time, and what it makes of the campaign. */
async function lookedAt(campaign: Campaign, time: string) {
  const { engine, run } = makeEngine(db, { clock: clockAt(time) });
  await run(5_000);
  await engine.stop();
  return statusOf(campaign);
}

const startsOf = async (campaign: Campaign) =>
  (await doneRuns(db, campaign)).filter(({ kind }) => kind === 'start').length;

test('a missed start is not made up for after a person has stopped the campaign that ran', async () => {
  const campaign = await scheduled();
  await start(campaign, '08:30:00');
  expect(await lookedAt(campaign, '08:31:00')).toBe(3);
  await stop(campaign, '09:10:00');
  expect(await lookedAt(campaign, '09:20:00')).toBe(1);
  expect(await startsOf(campaign)).toBe(0);
  // The next day's is done.
  const next = makeEngine(db, { clock: virtualClock(simMs(at('2026-11-20T14:00:01Z'))) });
  await next.run(5_000);
  await next.engine.stop();
  expect(await statusOf(campaign)).toBe(3);
});

test('nor by an engine whose clock was off from before the start until after the stop', async () => {
  const campaign = await scheduled();
  await start(campaign, '08:30:00');
  const clock = clockAt('08:31:00');
  let isOff = false;
  const clockCheck = {
    off: () => (isOff ? { reason: { code: 'clock_unknown' as const } } : undefined),
  };
  const { engine, run } = makeEngine(db, { clock, deps: { clockCheck } });
  await run(5_000);
  expect(await statusOf(campaign)).toBe(3);
  moveTo(clock, '08:55:00');
  isOff = true;
  await run(5_000);
  moveTo(clock, '09:10:00');
  await stop(campaign, '09:10:00');
  await run(5_000);
  moveTo(clock, '09:20:00');
  isOff = false;
  await run(5_000);
  expect(await statusOf(campaign)).toBe(1);
  expect(await startsOf(campaign)).toBe(0);
  await engine.stop();
});

test('nor after Stop all, of a campaign that was Stopped already', async () => {
  const campaign = await scheduled();
  const stopped = await stopAllCampaigns(db, campaign.clientId, new Date(eastern('09:10:00')));
  expect(stopped).toEqual([]);
  expect(await lookedAt(campaign, '09:20:00')).toBe(1);
  expect(await startsOf(campaign)).toBe(0);
});

test('nor after Stop all while somebody held the campaign', async () => {
  const campaign = await scheduled();
  const { clientId, campaignId } = campaign;
  const letGo = await held(
    db,
    clientId,
    'SELECT FROM campaign WHERE client_id = $1 AND campaign_id = $2 FOR UPDATE',
    [clientId, campaignId],
  );
  const stopping = stopAllCampaigns(db, clientId, new Date(eastern('09:10:00')));
  await untilBlocked(db);
  await letGo();
  await stopping;
  expect(await lookedAt(campaign, '09:20:00')).toBe(1);
});

test('a stop at the very instant of the start wins', async () => {
  const campaign = await scheduled();
  await stop(campaign, '09:00:00');
  expect(await lookedAt(campaign, '09:20:00')).toBe(1);
});

test('a missed stop is not made up for after a person has started the campaign', async () => {
  const campaign = await scheduled();
  await start(campaign, '17:05:00');
  expect(await lookedAt(campaign, '17:20:00')).toBe(3);
  await stop(campaign, '17:30:00');
});

test('a start by a clock that was a day ahead does not keep the schedule from stopping it', async () => {
  const campaign = await scheduled();
  const { clientId, campaignId } = campaign;
  await asClient(db, clientId, (tx) =>
    tryStart(tx, clientId, campaignId, 'operator', new Date(eastern('16:00:00') + 24 * 3_600_000)),
  );
  expect(await lookedAt(campaign, '16:30:00')).toBe(3);
  expect(await lookedAt(campaign, '17:00:01')).toBe(1);
});

test('after Stop all, a Completed campaign is not started by follow-ups of calls that end then', async () => {
  const campaign = await scheduled();
  const { clientId, campaignId } = campaign;
  const first = await makeCampaign(db, { clientId });
  await setRules(db, first, [rule({ action: 'campaign', campaignId, waitMinutes: 0, most: 1 })]);
  const list = await makeList(db, first, { entries: 1 });
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `UPDATE list_entry SET state = 2, reason = 'do_not_call' WHERE client_id = $1 AND call_list_id <> $2`,
      [clientId, list],
    );
    await tx.run('UPDATE campaign SET completed = true WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      campaignId,
    ]);
  });
  await takeEntries(db, first, list, [1], simMs(eastern('10:00:00')));
  await stopAllCampaigns(db, clientId, new Date(eastern('10:00:10')));
  await record(db, clientId, [
    ended(list, 1, 'no_answer', { finishedAt: simMs(eastern('10:00:20')) }),
  ]);
  const { engine, run, runUntil } = makeEngine(db, { clock: clockAt('10:00:30') });
  await runUntil(async () => !(await campaignState(db, campaign)).completed);
  await run(10_000);
  await engine.stop();
  expect(await statusOf(campaign)).toBe(1);
});

test('an edit between the read of the schedules and the start decides', async () => {
  const ahead = await scheduled();
  const { clientId } = ahead;
  const edited = await makeCampaign(db, { clientId, callsPerMinute: 1 });
  await makeList(db, edited, { entries: 500 });
  await schedule(db, edited);
  const clock = clockAt('08:59:00');
  const { engine, run, runUntil } = makeEngine(db, { clock });
  await run(2_000);
  // A list of the first one arrived: this waits for its row, and the second one's turn comes after it.
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET list_arrived = true WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      ahead.campaignId,
    ]),
  );
  const letGo = await held(
    db,
    clientId,
    'SELECT FROM campaign WHERE client_id = $1 AND campaign_id = $2 FOR UPDATE',
    [clientId, ahead.campaignId],
  );
  await run(1_000);
  await untilBlocked(db);
  await asClient(db, clientId, (tx) =>
    tx.run(
      'UPDATE campaign SET start_automatically = false WHERE client_id = $1 AND campaign_id = $2',
      [clientId, edited.campaignId],
    ),
  );
  moveTo(clock, '09:00:01');
  await letGo();
  await runUntil(async () => (await startsOf(ahead)) > 0);
  await run(2_000);
  await engine.stop();
  expect(await statusOf(edited)).toBe(1);
  const runs = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT 1 FROM schedule_run WHERE client_id = $1 AND campaign_id = $2', [
      clientId,
      edited.campaignId,
    ]),
  );
  expect(runs).toEqual([]);
});
