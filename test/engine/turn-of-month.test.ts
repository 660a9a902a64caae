import { afterAll, expect, test } from 'vitest';
import { asClient, asOwner, asReportSnapshot } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { openEngineDatabases } from '../../src/engine/databases.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, watchedCarrier } from './text-world.ts';
import { makeCampaign, makeList } from './world.ts';

const db = await freshDatabase();
const databases = openEngineDatabases(db);
afterAll(databases.close);

const recordsSince = async (clientId: number, since: string) => {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ count: number }>(
      'SELECT count(*) FROM call_record WHERE client_id = $1 AND started_at >= $2',
      [clientId, since],
    ),
  );
  return row?.count;
};

test('a text that is sent in one month and gets its response in the next has its record, the first of its month', async () => {
  // 19:00 Eastern: the last second of a month of which there is no record yet.
  const clock = virtualClock(simMs(Date.parse('2027-01-31T23:59:59.000Z')));
  const carrier = watchedCarrier(clock, temporaryFolder());
  const slow: typeof carrier = {
    ...carrier,
    async submit(texts) {
      clock.advance(simMs(2_000));
      return texts.map(() => ({ kind: 'unknown', note: { code: 'no_response' } }));
    },
  };
  const campaign = await makeTexting(db);
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 1 });
  await requestStart(db, clientId, campaignId);
  const deps = { textCarriers: new Map([['simulated', slow]]) };
  const { engine, run } = makeEngine(db, { clock, deps });
  await run(900, 100);
  const [attempt] = await asClient(db, clientId, (tx) =>
    tx.rows<{ at: Date }>('SELECT attempted_at AS at FROM attempt WHERE client_id = $1', [
      clientId,
    ]),
  );
  expect(attempt?.at.toISOString()).toMatch(/^2027-01-31T23:59:59/);
  await run(5_000);
  await engine.stop();
  expect(await recount(db, clientId)).toEqual({
    attempts: 1,
    openAttempts: 0,
    callRecords: 1,
    mismatches: 0,
    wrongCounts: [],
  });
});

test('a report or a dump that reads over the turn of a month holds up no result', async () => {
  // 18:59 Eastern.
  const clock = virtualClock(simMs(Date.parse('2027-06-30T22:59:30.000Z')));
  const campaign = await makeCampaign(db, { callsPerMinute: 60 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 600 });
  await requestStart(db, clientId, campaignId);
  const { engine, run } = makeEngine(db, {
    ...{ clock, profile: { person: 0, machine: 0, busy: 1, failed: 0 } },
    deps: { db: databases.db, leaseDb: databases.leaseDb },
  });
  await asReportSnapshot(db, async (report) => {
    await report.rows('SELECT FROM call_record WHERE client_id = $1', [clientId]);
    await run(10_000);
    expect(await recordsSince(clientId, '2027-06-30T22:59:30Z')).toBeGreaterThan(0);
    // What nothing that attaches a month can pass: an ANALYZE of the whole table, or an index build.
    await asOwner(db, async (upkeep) => {
      await upkeep.run('LOCK TABLE call_record IN SHARE UPDATE EXCLUSIVE MODE');
      clock.advance(simMs(3_600_000));
      await run(40_000);
      expect(await recordsSince(clientId, '2027-07-01T00:00:00Z')).toBeGreaterThan(10);
    });
  });
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
});
