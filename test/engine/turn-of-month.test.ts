import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting, watchedCarrier } from './text-world.ts';
import { makeList } from './world.ts';

const db = await freshDatabase();

test('a text that is sent in one month and answered in the next has its record, the first of its month', async () => {
  // 19:00 Eastern: the last second of a month of which there is no record yet.
  const clock = virtualClock(Date.parse('2027-01-31T23:59:59.000Z'));
  const carrier = watchedCarrier(clock, temporaryFolder());
  const slow: typeof carrier = {
    ...carrier,
    async submit(texts) {
      clock.advance(2_000);
      return texts.map(() => ({ kind: 'unknown', note: 'no answer' }));
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
