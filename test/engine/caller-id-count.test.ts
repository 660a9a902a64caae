import { expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { makeBucket } from '../harness/campaign-data.ts';
import { freshDatabase } from '../harness/database.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();

/** Calls placed from an instant on with numbers of a bucket, and what was counted of them. */
async function shown(from: number, ms: number, firstPhone: number, refusals = 0) {
  const clock = virtualClock(simMs(from));
  const dataFolder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`4/${name}`);
  const carrier = simulatedCarrier({ clock, dataFolder, randomOf });
  let left = refusals;
  const throttling: typeof carrier = {
    ...carrier,
    async place(calls) {
      left -= 1;
      if (left < 0) return carrier.place(calls);
      return calls.map(() => ({ kind: 'rejected', note: { code: 'throttled' }, retryable: true }));
    },
  };
  const campaign = await makeCampaign(db, { callsPerMinute: 1_200 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 200, firstPhone });
  const bucketId = await makeBucket(db, clientId, 'Numbers', ['12125550101', '12125550102']);
  await asClient(db, clientId, (tx) =>
    tx.run(
      'UPDATE campaign SET caller_id_type = 3, caller_id_bucket_id = $2 WHERE client_id = $1',
      [clientId, bucketId],
    ),
  );
  await requestStart(db, clientId, campaignId);
  const carriers = new Map([['simulated', throttling]]);
  const { engine, run } = makeEngine(db, { clock, folder: dataFolder, deps: { carriers } });
  await run(ms, 50);
  const counts = await asClient(db, clientId, (tx) =>
    tx.rows<{ day: string; calls: number; uses: number }>(
      `SELECT d.day::text, d.calls,
         (SELECT coalesce(sum(u.uses), 0)::int FROM caller_id_use u
          WHERE u.client_id = $1 AND u.day = d.day) AS uses
       FROM (SELECT (attempted_at AT TIME ZONE 'America/New_York')::date AS day, count(*)::int AS calls
             FROM attempt WHERE client_id = $1 GROUP BY 1) d ORDER BY 1`,
      [clientId],
    ),
  );
  await engine.stop();
  return counts;
}

test('a call that the carrier did not take for now is no use of its caller ID', async () => {
  const [today] = await shown(afternoon, 10_000, 12_125_560_000, 3);
  expect(today?.calls).toBeGreaterThan(50);
  expect(today?.uses).toBe(today?.calls);
});

test('calls count for the Eastern day on which they were placed, from its first second on', async () => {
  // Two seconds before midnight Eastern, when Guam may be called.
  const midnight = Date.parse('2026-11-21T05:00:00Z');
  const [before, after] = await shown(midnight - 2_300, 5_000, 16_715_560_000);
  expect(before?.day).toBe('2026-11-20');
  expect(after?.day).toBe('2026-11-21');
  expect(after?.calls).toBeGreaterThan(30);
  expect(after?.uses).toBe(after?.calls);
});
