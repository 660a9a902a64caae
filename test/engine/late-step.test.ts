import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { createMetrics } from '../../src/domain/metrics.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeLinkbackEngine } from './linkback-world.ts';
import { recount } from './recount.ts';
import { campaignState, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
const unanswered = { person: 0, machine: 0, busy: 0, failed: 0 };

/** Ten calls that ring, and an engine that follows them. */
async function ringing() {
  const campaign = await makeCampaign(db, { callsPerMinute: 6_000 });
  await makeList(db, campaign, { entries: 10 });
  let muted = false;
  const metrics = createMetrics();
  const { watched, ...made } = makeLinkbackEngine(db, {
    profile: { ...unanswered, noAnswerRings: [30_000, 30_000] },
    muted: () => muted,
    deps: { metrics },
  });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  await made.runUntil(async () => watched.all('place').length === 10, 100);
  const results = () =>
    asClient(db, campaign.clientId, (tx) =>
      tx.rows<{ result: string; n: number }>(
        'SELECT result, count(*)::int AS n FROM call_record WHERE client_id = $1 GROUP BY 1',
        [campaign.clientId],
      ),
    );
  return {
    ...made,
    watched,
    campaign,
    results,
    /** As many as ended, by the engine's own count. */
    counted: () =>
      [...metrics.render().matchAll(/^carillon_results_total\{.*\} (\d+)$/gm)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      ),
    mute(on: boolean) {
      muted = on;
    },
  };
}

test('a step that comes late is no silence of the carrier', async () => {
  const { clock, engine, campaign, results, runUntil } = await ringing();
  // The carriers were polled; then the database takes minutes of simulated time.
  const tick = engine.tick();
  clock.advance(simMs(240_000));
  await tick;
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  expect(await results()).toEqual([{ result: 'no_answer', n: 10 }]);
});

test('an end that is reported while a silent call is being recorded makes no second record', async () => {
  const { clock, engine, campaign, results, counted, mute, runUntil, watched } = await ringing();
  mute(true);
  clock.advance(simMs(240_000));
  let over = false;
  const tick = engine.tick().then(() => {
    over = true;
  });
  while (!over) {
    // Given up, and its record is being written: now its end is reported after all.
    if (watched.all('hangUp').length > 0) {
      mute(false);
      engine.listen();
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  await tick;
  await runUntil(async () => (await campaignState(db, campaign)).completed);
  await engine.stop();
  expect((await results()).reduce((sum, row) => sum + row.n, 0)).toBe(10);
  expect(counted()).toBe(10);
  expect(await recount(db, campaign.clientId)).toEqual({
    attempts: 10,
    openAttempts: 0,
    callRecords: 10,
    mismatches: 0,
    wrongCounts: [],
  });
});
