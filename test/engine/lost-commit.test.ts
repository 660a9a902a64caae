import type pg from 'pg';
import { expect, test } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine } from './test-engine.ts';
import { campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();

/** The same database behind a line that now and then breaks just after a COMMIT was obeyed. */
function losingCommits(real: Database, share: number) {
  const random = seededRandom('lost commits');
  let lost = 0;
  const lossy = (client: pg.PoolClient) =>
    new Proxy(client, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        if (property !== 'query') return value.bind(target);
        return async (...given: unknown[]) => {
          const answer: unknown = await value.apply(target, given);
          if (given[0] !== 'COMMIT' || !random.chance(share)) return answer;
          lost += 1;
          throw new Error('Connection terminated unexpectedly');
        };
      },
    });
  const pool = new Proxy(real.pool, {
    get(target, property) {
      if (property === 'connect') return async () => lossy(await target.connect());
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { db: { ...real, pool }, lost: () => lost };
}

test('commits whose answer is lost repeat no call and lose no result', async () => {
  const campaign = await makeCampaign(db, { callsPerMinute: 3_000 });
  const { clientId, campaignId } = campaign;
  await makeList(db, campaign, { entries: 1_000 });
  await requestStart(db, clientId, campaignId);
  const line = losingCommits(db, 0.15);
  const { engine, clock, folder } = makeEngine(db, { deps: { db: line.db } });
  const end = Date.now() + 40_000;
  while (!(await campaignState(db, campaign)).completed && Date.now() < end) {
    clock.advance(100);
    await engine.tick();
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await engine.stop();
  expect(line.lost()).toBeGreaterThan(20);
  const log = readCallLog(folder);
  expect(new Set(log.map((line) => line.to)).size).toBe(log.length);
  // Claims whose answer was lost were never handed over, and still have their records.
  expect(log.length).toBeLessThan(1_000);
  expect(await recount(db, clientId)).toEqual({
    attempts: 1_000,
    openAttempts: 0,
    callRecords: 1_000,
    mismatches: 0,
    wrongCounts: [],
  });
  expect((await campaignState(db, campaign)).completed).toBe(true);
});
