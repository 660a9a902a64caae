/** A client's daily limits, with engines that race, stop, and whose clock is set. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { setDailyLimits } from '../../src/db/queries/daily-limit.ts';
import { giveBack } from '../../src/db/queries/give-back.ts';
import { acquireLeases } from '../../src/db/queries/lease.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { noDailyLimits } from '../../src/domain/daily-limit.ts';
import { type SimMs, simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import {
  afternoon,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
  readCallLog,
} from './world.ts';

const db = await freshDatabase();
const day = 24 * 3_600_000;

/** A client with running campaigns, and two engines that share a clock and the carrier's log. */
async function racing(given: { campaigns?: number; entries?: number; at?: SimMs } = {}) {
  const { campaigns: count = 4, entries = 200, at = afternoon } = given;
  const clientId = await makeTestClient(db);
  const campaigns: Awaited<ReturnType<typeof makeCampaign>>[] = [];
  for (let n = 0; n < count; n += 1) {
    const campaign = await makeCampaign(db, { clientId, callsPerMinute: 1_200 });
    await makeList(db, campaign, { entries });
    await requestStart(db, clientId, campaign.campaignId);
    campaigns.push(campaign);
  }
  const folder = temporaryFolder();
  const enginesAt = (clock: VirtualClock) => {
    const two = [0, 1].map(() => makeEngine(db, { clock, folder, deps: { leaseSeconds: 8 } }));
    return {
      async run(ticks: number, step = 250) {
        for (let tick = 0; tick < ticks; tick += 1) {
          clock.advance(simMs(step));
          await Promise.all(two.map(({ engine }) => engine.tick()));
        }
      },
      stop: () => Promise.all(two.map(({ engine }) => engine.stop())),
    };
  };
  const clock = virtualClock(at);
  return { clientId, campaigns, folder, clock, enginesAt, engines: enginesAt(clock) };
}

const callsOf = (folder: string) => readCallLog(folder).length;

const usedBy = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ day: string; calls: number; texts: number; cost: number }>(
      'SELECT day::text, calls, texts, cost FROM daily_use WHERE client_id = $1 ORDER BY day',
      [clientId],
    ),
  );

test('two engines that race never place more calls than a client may make in a day, and reach the limit exactly', async () => {
  const { clientId, campaigns, folder, clock, engines } = await racing();
  await setDailyLimits(db, clientId, { ...noDailyLimits, calls: 137 }, new Date(clock.now()));
  await engines.run(60);
  expect(callsOf(folder)).toBe(137);
  for (const campaign of campaigns) {
    expect((await campaignState(db, campaign)).reason).toEqual({
      ...{ code: 'daily_limit', kind: 'calls', most: 137 },
      until: '2026-11-21T05:00:00.000Z',
    });
  }
  // The next day brings the next 137, and no more.
  clock.advance(simMs(day));
  await engines.run(60);
  expect(callsOf(folder)).toBe(274);
  expect((await usedBy(clientId)).map(({ calls }) => calls)).toEqual([137, 137]);
  // A limit that is raised takes effect within moments; without one everything is called.
  await setDailyLimits(db, clientId, { ...noDailyLimits, calls: 150 }, new Date(clock.now()));
  await engines.run(40);
  expect(callsOf(folder)).toBe(287);
  await setDailyLimits(db, clientId, noDailyLimits);
  await engines.run(200);
  expect(callsOf(folder)).toBe(800);
  await engines.stop();
});

test('a daily limit counts what came before it, and holds over a restart and a clock that is set', async () => {
  const { clientId, folder, clock, engines, enginesAt } = await racing();
  await engines.run(8);
  const before = callsOf(folder);
  expect(before).toBeGreaterThan(0);
  const most = before + 50;
  await setDailyLimits(db, clientId, { ...noDailyLimits, calls: most }, new Date(clock.now()));
  await engines.run(40);
  await engines.stop();
  expect(callsOf(folder)).toBe(most);
  const again = enginesAt(virtualClock(clock.now()));
  await again.run(40);
  await again.stop();
  expect(callsOf(folder)).toBe(most);
  // A day ahead: that day's calls; and back: neither this day's nor the earlier one's once more.
  const ahead = enginesAt(virtualClock(simMs(clock.now() + day)));
  await ahead.run(40);
  await ahead.stop();
  expect(callsOf(folder)).toBe(2 * most);
  for (const by of [0, -day, -3 * day, day]) {
    const set = enginesAt(virtualClock(simMs(clock.now() + by)));
    await set.run(20);
    await set.stop();
    expect(callsOf(folder)).toBe(2 * most);
  }
});

test('a daily limit holds for the 25 hours of the day on which clocks are set back', async () => {
  const start = simMs(Date.parse('2026-11-01T16:00:00Z'));
  const { clientId, folder, clock, engines } = await racing({ at: start });
  await setDailyLimits(db, clientId, { ...noDailyLimits, calls: 60 }, new Date(start));
  await engines.run(40);
  expect(callsOf(folder)).toBe(60);
  // 11:30 PM Eastern, which would be the next day in summer time.
  clock.advance(simMs(Date.parse('2026-11-02T04:30:00Z') - clock.now()));
  await engines.run(10);
  await engines.stop();
  expect((await usedBy(clientId)).map(({ day: on, calls }) => [on, calls])).toEqual([
    ['2026-11-01', 60],
  ]);
});

test('a daily cost is never exceeded: calls in progress count with what their message costs', async () => {
  const { clientId, folder, campaigns, clock, engines } = await racing();
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE voice_message_rendering SET duration_ms = 20000 WHERE client_id = $1', [
      clientId,
    ]),
  );
  await asPlatformCost(clientId, 20_000);
  // A message of 20 seconds and a minute more, at 2 cents a minute.
  const reserved = 28_000;
  const cost = 450_000;
  await setDailyLimits(db, clientId, { ...noDailyLimits, cost }, new Date(clock.now()));
  for (let n = 0; n < 60; n += 1) {
    await engines.run(10, 500);
    const [use] = await usedBy(clientId);
    expect(use?.cost).toBeLessThanOrEqual(cost);
  }
  await engines.run(100, 2_000);
  await engines.stop();
  const spent = await asClient(db, clientId, (tx) =>
    tx.row<{ cost: number; calls: number }>(
      'SELECT sum(cost)::bigint AS cost, count(*) AS calls FROM call_record WHERE client_id = $1',
      [clientId],
    ),
  );
  // What unanswered calls had reserved came back, and was used by others.
  expect(spent?.cost).toBeLessThanOrEqual(cost);
  expect(spent?.cost).toBeGreaterThan(cost - reserved);
  expect((await usedBy(clientId))[0]).toMatchObject({ ...spent });
  expect(callsOf(folder)).toBeGreaterThan(cost / reserved);
  expect((await campaignState(db, campaigns[0] as (typeof campaigns)[0])).reason).toMatchObject({
    ...{ code: 'daily_limit', kind: 'cost', most: cost },
  });
});

test('a campaign whose numbers are all called completes, although the limit of the day is reached', async () => {
  const { clientId, campaigns, clock, engines } = await racing({ campaigns: 1, entries: 30 });
  await setDailyLimits(db, clientId, { ...noDailyLimits, calls: 30 }, new Date(clock.now()));
  await engines.run(200, 1_000);
  await engines.stop();
  expect(await campaignState(db, campaigns[0] as (typeof campaigns)[0])).toMatchObject({
    completed: true,
  });
});

test('texts have a limit of their own, beside the calls of the same client', async () => {
  const { clientId, folder, clock, engines } = await racing({ campaigns: 1 });
  const texting = await makeTexting(db, { clientId, textPerMinute: 1_200 });
  await makeList(db, texting, { entries: 100, firstPhone: 13_105_550_000 });
  await requestStart(db, clientId, texting.campaignId);
  const limits = { calls: 20, texts: 35, cost: null };
  await setDailyLimits(db, clientId, limits, new Date(clock.now()));
  await engines.run(60);
  await engines.stop();
  expect((await usedBy(clientId))[0]).toMatchObject({ calls: 20, texts: 35 });
  expect(callsOf(folder)).toBe(55);
  expect((await campaignState(db, texting)).reason).toMatchObject({ kind: 'texts', most: 35 });
});

test('attempts that are given back are free again, with what they had reserved', async () => {
  const { clientId, clock } = await racing({ campaigns: 1 });
  const limits = { calls: 10, texts: null, cost: 1_000_000 };
  await setDailyLimits(db, clientId, limits, new Date(clock.now()));
  await asClient(db, clientId, (tx) => tx.run('UPDATE campaign SET run_status = 3'));
  const [lease] = (await asPlatform(db, (tx) => acquireLeases(tx, randomUUID(), 60))).filter(
    (one) => one.clientId === clientId,
  );
  if (!lease) throw new Error('no lease');
  const claim = () =>
    asClient(db, clientId, (tx) =>
      claimCalls(tx, {
        ...{ lease, now: new Date(clock.now()), wanted: 100, skip: [], longestMs: 20_000 },
        judge: () => ({ kind: 'call', until: simMs(Number.POSITIVE_INFINITY) }),
        callerId: { type: 0, number: '' },
      }),
    );
  const first = await claim();
  if (first.kind !== 'claimed') throw new Error(first.kind);
  expect(first.calls).toHaveLength(10);
  expect((await usedBy(clientId))[0]).toMatchObject({ calls: 10, cost: 280_000 });
  expect(await claim()).toMatchObject({ kind: 'limited', reason: { kind: 'calls', most: 10 } });
  const back = first.calls.slice(0, 4);
  await asClient(db, clientId, (tx) => giveBack(tx, lease, back, new Date(clock.now())));
  expect((await usedBy(clientId))[0]).toMatchObject({ calls: 6, cost: 168_000 });
  expect(await claim()).toMatchObject({ calls: expect.objectContaining({ length: 4 }) });
  expect((await usedBy(clientId))[0]).toMatchObject({ calls: 10, cost: 280_000 });
});

async function asPlatformCost(clientId: number, minuteCost: number) {
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET minute_cost = $2 WHERE client_id = $1', [clientId, minuteCost]),
  );
}
