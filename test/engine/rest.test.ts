/** An engine at rest. Its own wait is so long that only something else can end it. */
import pino from 'pino';
import { afterAll, expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { openRest } from '../../src/engine/rest.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeCampaign, makeList, vault } from './world.ts';

const db = await freshDatabase();
const stopping = new AbortController();
const running: Promise<unknown>[] = [];
afterAll(async () => {
  stopping.abort();
  await Promise.all(running);
});

/** Waits as an engine does between its ticks, and counts these. */
function waitOnAndOn({ speed, restMs }: { speed: number; restMs: number }) {
  const rest = openRest(
    {
      ...{ db, vault, carriers: new Map(), metrics: createMetrics() },
      log: pino({ level: 'silent' }),
      clock: { now: () => simMs(30_000), speed },
    },
    () => true,
    realMs(restMs),
  );
  let ticks = 0;
  const run = async () => {
    while (!stopping.signal.aborted) {
      await rest.untilNextTick(performance.now(), stopping.signal);
      ticks += 1;
    }
    await rest.close();
  };
  running.push(run());
  return { isResting: () => rest.isResting(), ticks: () => ticks };
}

const patient = { timeout: 20_000 };
const never = 3_600_000;
/** The clock stands at half a minute; at this speed a whole one is far away. */
const slow = 1e-9;

test('a start, a new campaign and a loaded list end the rest of an engine at once', async () => {
  const campaign = await makeCampaign(db);
  const { clientId, campaignId } = campaign;
  const engine = waitOnAndOn({ speed: slow, restMs: never });
  for (const change of [
    () => makeCampaign(db),
    () => makeList(db, campaign, { entries: 1 }),
    () => requestStart(db, clientId, campaignId),
  ]) {
    await expect.poll(engine.isResting, patient).toBe(true);
    const before = engine.ticks();
    await change();
    await expect.poll(engine.ticks, patient).toBeGreaterThan(before);
  }
  // While a campaign is not stopped, of whichever engine, none rests.
  const during = engine.ticks();
  await expect.poll(engine.ticks, patient).toBeGreaterThan(during + 15);
  expect(engine.isResting()).toBe(false);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [clientId]),
  );
  await expect.poll(engine.isResting, patient).toBe(true);
});

test('an engine at rest ticks at the whole minutes of its clock, when schedules fall due', async () => {
  expect(
    await asPlatform(db, (tx) => tx.rows('SELECT FROM campaign WHERE run_status <> 1')),
  ).toEqual([]);
  const engine = waitOnAndOn({ speed: 60, restMs: never });
  await expect.poll(engine.isResting, patient).toBe(true);
  const before = engine.ticks();
  await expect.poll(engine.ticks, patient).toBeGreaterThan(before + 1);
});

test('without any message an engine at rest ticks again after its own wait', async () => {
  const engine = waitOnAndOn({ speed: slow, restMs: 200 });
  await expect.poll(engine.isResting, patient).toBe(true);
  const before = engine.ticks();
  await expect.poll(engine.ticks, patient).toBeGreaterThan(before + 1);
});
