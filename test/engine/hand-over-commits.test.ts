import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, test } from 'vitest';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { listEngines } from '../../src/db/queries/engine.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
  readCallLog,
} from './world.ts';

const campaignCount = 4;
const entries = 40;

/**
 * The same database; `confirm` delays the confirmation of each hand-over's commit. `reported`: the engine
 * has since stored which calls it follows, as it does while it follows any.
 */
function delaying(real: Database, confirm: (reported: Promise<void>) => Promise<void>): Database {
  let reported = Promise.withResolvers<void>();
  const watched = (client: pg.PoolClient) => {
    let doing: 'handOver' | 'reporting' | undefined;
    return new Proxy(client, {
      get(target, property) {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        if (property !== 'query') return value.bind(target);
        return async (...given: unknown[]) => {
          const sql = String(given[0]);
          if (sql.startsWith('BEGIN')) doing = undefined;
          if (sql.includes("SET until = '-infinity'")) doing = 'handOver';
          if (/DELETE FROM campaign_follower WHERE engine_id = \$1 AND/.test(sql))
            doing = 'reporting';
          const result: unknown = await value.apply(target, given);
          if (sql === 'COMMIT' && doing === 'reporting') {
            reported.resolve();
            reported = Promise.withResolvers();
          }
          if (sql === 'COMMIT' && doing === 'handOver') await confirm(reported.promise);
          return result;
        };
      },
    });
  };
  const pool = new Proxy(real.pool, {
    get(target, property) {
      if (property === 'connect') return async () => watched(await target.connect());
      const value: unknown = Reflect.get(target, property);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { ...real, pool };
}

const ways = {
  'is lost': async () => {
    throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  },
  // The first one is reported only while others are already followed.
  "comes only after the engine's next word": async (reported: Promise<void>) => {
    await Promise.race([reported, sleep(2_500)]);
    await sleep(500);
  },
};

for (const [way, confirm] of Object.entries(ways)) {
  test(`calls of a campaign that is handed over go on, also when the confirmation of its commit ${way}`, async () => {
    const db = await freshDatabase();
    const clientId = await makeTestClient(db);
    const campaigns: Campaign[] = [];
    for (let n = 0; n < campaignCount; n += 1) {
      const campaign = await makeCampaign(db, { clientId, callsPerMinute: 60 });
      await makeList(db, campaign, { entries });
      await requestStart(db, clientId, campaign.campaignId);
      campaigns.push(campaign);
    }
    const clock = virtualClock(afternoon);
    const folder = temporaryFolder();
    let slow = 0;
    const leaseDb = delaying(db, (reported) => {
      slow += 1;
      return confirm(reported);
    });
    const join = (name: string, more = {}) => {
      const self = { name, carrierName: name, host: 'here', version: '1.0.0' };
      return makeEngine(db, { clock, folder, deps: { self, ...more } }).engine;
    };
    // A tick goes on while the confirmation is waited for, as it does in a process.
    const engines = [join('one', { leaseDb, patienceMs: 50 })];
    const until = async (holds: () => Promise<boolean>, step: number) => {
      for (let n = 0; n < 20_000 && !(await holds()); n += 1) {
        clock.advance(simMs(step));
        await Promise.all(engines.map((engine) => engine.tick()));
        await sleep(5);
      }
      expect(await holds()).toBe(true);
    };
    const leases = async () =>
      (await asPlatform(db, listEngines)).map((one) => one.leases).sort((a, b) => a - b);
    const openCalls = async () => {
      const open = await asClient(db, clientId, (tx) =>
        tx.rows('SELECT FROM attempt WHERE client_id = $1 AND finished_at IS NULL', [clientId]),
      );
      return open.length;
    };
    await until(async () => (await openCalls()) > campaignCount * 5, 250);
    engines.push(join('two'));
    // Slowly: the calls are to be in progress while the hand-overs are.
    await until(async () => (await leases()).join() === '2,2', 20);
    expect(slow).toBeGreaterThanOrEqual(2);
    await until(async () => {
      const states = await Promise.all(campaigns.map((one) => campaignState(db, one)));
      return states.every(({ completed }) => completed);
    }, 500);
    for (const engine of engines) await engine.stop();
    const results = await asClient(db, clientId, (tx) =>
      tx.rows<{ result: string }>('SELECT result FROM attempt WHERE client_id = $1', [clientId]),
    );
    expect(results).toHaveLength(campaignCount * entries);
    expect(results.filter(({ result }) => result === 'unknown')).toEqual([]);
    expect(readCallLog(folder)).toHaveLength(campaignCount * entries);
    expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  }, 180_000);
}
