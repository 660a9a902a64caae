import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { type CarrierProfile, usualProfile } from '../../src/carriers/simulated/profile.ts';
import type { TextCarrier } from '../../src/carriers/text-port.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { startEngine } from '../../src/engine/start.ts';
import { freshDatabase } from '../harness/database.ts';
import { runningClock } from '../harness/running-clock.ts';
import { until } from '../harness/until.ts';
import { recount } from './recount.ts';
import { giveCarrier, slowTexts } from './slow-carrier-world.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, watchedCarrier } from './text-world.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  readCallLog,
  vault,
} from './world.ts';

const db = await freshDatabase();

async function started(entries = 500): Promise<Campaign> {
  const campaign = await makeCampaign(db, { callsPerMinute: 600 });
  await makeList(db, campaign, { entries });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  return campaign;
}

const results = ({ clientId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ result: string; n: number }>(
      `SELECT result, count(*)::int AS n FROM call_record WHERE client_id = $1 GROUP BY 1`,
      [clientId],
    ),
  );
const countOf = (rows: { result: string; n: number }[], unknown: boolean) =>
  rows.reduce((sum, row) => sum + ((row.result === 'unknown') === unknown ? row.n : 0), 0);

/** So that no other engine of this file goes on with it. */
const putAway = ({ clientId }: Campaign) =>
  asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [clientId]),
  );

test('an engine that is about to stop begins nothing, records the calls in progress and leaves the campaign to the next', async () => {
  const campaign = await started();
  const { engine, run, runUntil, folder, clock } = makeEngine(db);
  await run(10_000);
  const placed = readCallLog(folder).length;
  const { openAttempts } = await recount(db, campaign.clientId);
  expect(openAttempts).toBeGreaterThan(10);
  engine.drain();
  const late = await started();
  await runUntil(async () => !engine.isBusy());
  await engine.stop();
  expect(readCallLog(folder).length).toBe(placed);
  const rows = await results(campaign);
  expect({ ended: countOf(rows, false), unknown: countOf(rows, true) }).toEqual({
    ended: placed,
    unknown: 0,
  });
  expect(await campaignState(db, campaign)).toMatchObject({ run_status: 3 });
  expect(await campaignState(db, late)).toMatchObject({ run_status: 2 });
  // Its lease is free: the next one does not wait for it to run out.
  const next = makeEngine(db, { clock, folder });
  await next.run(3_000);
  expect(readCallLog(folder).length).toBeGreaterThan(placed);
  await next.engine.stop();
  await Promise.all([putAway(campaign), putAway(late)]);
});

/** An engine of its own rhythm, on a clock that runs fast. */
function running(speed: number, profile: Partial<CarrierProfile> = {}) {
  const folder = temporaryFolder();
  const clock = runningClock(afternoon, speed);
  const carrier = simulatedCarrier({
    clock,
    dataFolder: folder,
    randomOf: (name) => seededRandom(`1/${name}`),
    profile: { ...usualProfile, ...profile },
  });
  const carriers = new Map([['simulated', carrier]]);
  const log = pino({ level: 'silent' });
  return {
    engine: startEngine({ db, vault, clock, log, metrics: createMetrics(), carriers }),
    folder,
  };
}

const inProgress =
  ({ clientId }: Campaign) =>
  async () =>
    (await recount(db, clientId)).openAttempts > 5 || undefined;

test('a stop waits for calls in progress, and not for longer than they take', async () => {
  const campaign = await started();
  const { engine, folder } = running(60);
  await until(inProgress(campaign));
  await engine.stop({ graceMs: realMs(600_000) });
  const rows = await results(campaign);
  expect(countOf(rows, true)).toBe(0);
  expect(countOf(rows, false)).toBe(readCallLog(folder).length);
  await putAway(campaign);
});

test('when the grace is over, or somebody asks again, what is in progress ends as unknown at once', async () => {
  const silent = { person: 0, machine: 0, busy: 0, failed: 0 };
  const endless = { ...silent, noAnswerRings: [3_600_000, 3_600_000] as const };
  for (const asksAgain of [false, true]) {
    const campaign = await started();
    const { engine } = running(20, endless);
    await until(inProgress(campaign));
    const again = new AbortController();
    const stopped = engine.stop({ graceMs: realMs(asksAgain ? 600_000 : 50), hurry: again.signal });
    if (asksAgain) {
      expect(await Promise.race([stopped.then(() => 'stopped'), sleep(100, 'waits')])).toBe(
        'waits',
      );
      again.abort();
    }
    await stopped;
    expect(await recount(db, campaign.clientId)).toMatchObject({ openAttempts: 0, mismatches: 0 });
    expect(countOf(await results(campaign), true)).toBeGreaterThan(5);
    await putAway(campaign);
  }
});

describe("While a stop waits for a text carrier's response", () => {
  const everybodyPressesNine = { person: 1, machine: 0, busy: 0, failed: 0, pressesNine: 1 };

  async function stopping() {
    const texting = await makeTexting(db);
    await giveCarrier(db, texting, 'slow');
    await makeList(db, texting, { entries: 5 });
    await requestStart(db, texting.clientId, texting.campaignId);
    const calling = await started();
    const clock = virtualClock(afternoon);
    const slow = slowTexts(watchedCarrier(clock, temporaryFolder()), 'text');
    const { engine, run, runUntil } = makeEngine(db, {
      clock,
      profile: { ...everybodyPressesNine, hangsUpEarly: 0, pressesOne: 0 },
      deps: { textCarriers: new Map<string, TextCarrier>([['slow', slow]]) },
    });
    await runUntil(async () => slow.submitted.length === 5);
    await run(1_000);
    const stopped = engine.stop();
    return { texting, calling, clock, slow, stopped };
  }
  const blocked = ({ clientId }: Campaign) =>
    asClient(db, clientId, (tx) =>
      tx.rows('SELECT phone FROM do_not_call WHERE client_id = $1', [clientId]),
    );

  test('a 9 that is pressed meanwhile is stored, and no text goes out after its end', async () => {
    const { texting, calling, clock, slow, stopped } = await stopping();
    const { openAttempts } = await recount(db, calling.clientId);
    expect([openAttempts > 5, await blocked(calling)]).toEqual([true, []]);
    // They answer, hear the message and press 9.
    clock.advance(simMs(60_000));
    await stopped;
    expect((await blocked(calling)).length).toBe(openAttempts);
    expect(await recount(db, texting.clientId)).toMatchObject({ openAttempts: 0, attempts: 5 });
    expect(slow.mayWrite.some((may) => may())).toBe(false);
    await Promise.all([putAway(texting), putAway(calling)]);
    slow.release();
  });
});
