import { afterEach, beforeEach, expect, test } from 'vitest';
import { asClient, asPlatform, type Database } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { listEngines, setDraining } from '../../src/db/queries/engine.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import type { EngineDeps } from '../../src/engine/deps.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { freshDatabase } from '../harness/database.ts';
import { eager, makeLinkback } from './linkback-world.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
  readCallLog,
} from './world.ts';

let db: Database;
let running: Fleet | undefined;

beforeEach(async () => {
  db = await freshDatabase();
});
afterEach(async () => {
  for (const { engine } of running?.engines.values() ?? []) await engine.stop();
  running = undefined;
});

type Fleet = ReturnType<typeof makeFleet>;

/** Engines of one clock and one carrier's log; each round is a tick of all that are there. */
function makeFleet(leaseSeconds = 8) {
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const engines = new Map<string, { engine: Engine }>();
  const round = async (step = 250) => {
    clock.advance(simMs(step));
    await Promise.all([...engines.values()].map(({ engine }) => engine.tick()));
  };
  const fleet = {
    folder,
    engines,
    join(name: string, more: Partial<EngineDeps> = {}) {
      const self = { name, carrierName: name, host: 'here', version: '1.0.0' };
      const { engine } = makeEngine(db, { clock, folder, deps: { leaseSeconds, self, ...more } });
      engines.set(name, { engine });
      return engine;
    },
    /** It is gone without a trace. */
    die(name: string) {
      engines.delete(name);
    },
    async rounds(count: number) {
      for (let n = 0; n < count; n += 1) await round();
    },
    async until(holds: () => Promise<boolean>, step = 250) {
      for (let n = 0; n < 20_000; n += 1) {
        if (await holds()) return;
        await round(step);
      }
      throw new Error('It never came to that.');
    },
    /** Campaigns by engine. */
    async shares(): Promise<Record<string, number>> {
      const all = await asPlatform(db, listEngines);
      const living = all.filter(({ state }) => state !== 'gone');
      return Object.fromEntries(living.map(({ name, leases }) => [name, leases]));
    },
  };
  running = fleet;
  return fleet;
}

async function start(campaigns: readonly Campaign[], entries: number): Promise<void> {
  for (const campaign of campaigns) {
    await makeList(db, campaign, { entries });
    await requestStart(db, campaign.clientId, campaign.campaignId);
  }
}

async function broadcasts(clientId: number, count: number): Promise<Campaign[]> {
  const campaigns = [];
  for (let n = 0; n < count; n += 1) {
    campaigns.push(await makeCampaign(db, { clientId, callsPerMinute: 30 }));
  }
  return campaigns;
}

const fences = () =>
  asPlatform(db, (tx) =>
    tx.rows(`SELECT client_id, campaign_id, engine_id, fence FROM campaign_lease ORDER BY 1, 2`),
  );

const resultsOf = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{ result: string }>(
      'SELECT DISTINCT result FROM attempt WHERE client_id = $1 ORDER BY 1',
      [clientId],
    ),
  ).then((rows) => rows.map(({ result }) => result));

const even = (expected: number[]) => (shares: Record<string, number>) =>
  JSON.stringify(Object.values(shares).sort()) === JSON.stringify(expected);

test('engines that join and leave share the campaigns; no call is lost or made twice by it', async () => {
  const clientId = await makeTestClient(db);
  const campaigns = [
    ...(await broadcasts(clientId, 10)),
    await makeTexting(db, { clientId, textPerMinute: 30 }),
  ];
  await start(campaigns, 120);
  const linkback = await makeLinkback(db, { clientId, agentCount: 10, callRatio: 1 });
  await start([linkback], 40);
  campaigns.push(linkback);
  const fleet = makeFleet();
  fleet.join('one');
  await fleet.until(async () => even([12])(await fleet.shares()));
  await fleet.rounds(60);

  fleet.join('two');
  await fleet.until(async () => even([6, 6])(await fleet.shares()));
  fleet.join('three');
  await fleet.until(async () => even([4, 4, 4])(await fleet.shares()));

  const before = await fences();
  const long = performance.now() + 3_000;
  await fleet.until(async () => performance.now() > long);
  expect(await fences()).toEqual(before);

  await asPlatform(db, (tx) => setDraining(tx, 'two', true));
  await fleet.until(async () => even([0, 6, 6])(await fleet.shares()));
  const two = fleet.engines.get('two')?.engine;
  await fleet.until(async () => two?.isBusy() === false);
  await two?.stop();
  fleet.die('two');
  expect(await fleet.shares()).toEqual({ one: 6, three: 6 });

  await fleet.until(async () => {
    const states = await Promise.all(campaigns.map((one) => campaignState(db, one)));
    return states.every(({ completed }) => completed);
  }, 1_000);
  const log = readCallLog(fleet.folder).filter(({ kind }) => kind === 'call' || kind === 'text');
  const called = log.flatMap(({ attemptId, to }) => (attemptId.startsWith('reply') ? [] : [to]));
  expect(called).toHaveLength(11 * 120 + 40);
  expect(new Set(called).size).toBe(called.length);
  expect(await resultsOf(clientId)).not.toContain('unknown');
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
}, 180_000);

test("a dead engine's campaigns are shared among the others", async () => {
  const clientId = await makeTestClient(db);
  const campaigns = await broadcasts(clientId, 7);
  await start(campaigns, 100);
  const fleet = makeFleet(2);
  for (const name of ['one', 'two', 'three']) fleet.join(name);
  await fleet.until(async () => even([2, 2, 3])(await fleet.shares()));
  fleet.die('two');
  await fleet.until(async () => even([3, 4])(await fleet.shares()));
  expect(await fences()).toHaveLength(7);
}, 180_000);

test('what is started goes to who has the fewest, and an engine whose clock is off has none', async () => {
  const clientId = await makeTestClient(db);
  const fleet = makeFleet();
  let isOff = true;
  const off = () => (isOff ? ({ reason: { code: 'clock_unknown' } } as const) : undefined);
  for (const name of ['one', 'two']) fleet.join(name);
  fleet.join('off', { clockCheck: { off } });
  await fleet.rounds(2);
  await start(await broadcasts(clientId, 4), 300);
  await fleet.until(async () => even([0, 2, 2])(await fleet.shares()));
  expect(await fleet.shares()).toMatchObject({ off: 0 });
  isOff = false;
  await fleet.until(async () => even([1, 1, 2])(await fleet.shares()));
  isOff = true;
  await fleet.until(async () => even([0, 2, 2])(await fleet.shares()));
  expect(await fleet.shares()).toMatchObject({ off: 0 });
  expect(await resultsOf(clientId)).not.toContain('unknown');
}, 180_000);

test('a Linkback is handed over when no customer waits for an agent, and its talks go on', async () => {
  const clientId = await makeTestClient(db);
  const campaigns: Campaign[] = [];
  for (let n = 0; n < 2; n += 1) {
    campaigns.push(await makeLinkback(db, { clientId, agentCount: 4, callRatio: 1.5 }));
  }
  await start(campaigns, 60);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const self = (name: string) => ({ name, carrierName: name, host: 'here', version: '1.0.0' });
  const wish = (name: string) => ({ clock, folder, profile: eager, deps: { self: self(name) } });
  const engines = [makeEngine(db, wish('first')).engine];
  const leases = async (name: string) =>
    (await asPlatform(db, listEngines)).find((one) => one.name === name)?.leases;
  const until = async (holds: () => Promise<boolean>, step = 250) => {
    for (let n = 0; n < 20_000 && !(await holds()); n += 1) {
      clock.advance(simMs(step));
      await Promise.all(engines.map((engine) => engine.tick()));
    }
    expect(await holds()).toBe(true);
  };
  const talking = async () => {
    const open = await asClient(db, clientId, (tx) =>
      tx.rows('SELECT FROM attempt WHERE client_id = $1 AND agent_called_at IS NOT NULL', [
        clientId,
      ]),
    );
    return open.length > 4;
  };
  await until(talking);
  engines.push(makeEngine(db, wish('second')).engine);
  await until(async () => (await leases('second')) === 1);
  expect(await leases('first')).toBe(1);
  await until(async () => {
    const states = await Promise.all(campaigns.map((one) => campaignState(db, one)));
    return states.every(({ completed }) => completed);
  }, 1_000);
  for (const engine of engines) await engine.stop();
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ transferred: boolean; abandoned: boolean; result: string }>(
      'SELECT transferred, abandoned, result FROM call_record WHERE client_id = $1',
      [clientId],
    ),
  );
  expect(rows).toHaveLength(120);
  expect(rows.filter(({ result }) => result === 'unknown')).toEqual([]);
  expect(rows.filter(({ transferred }) => transferred).length).toBeGreaterThan(30);
}, 180_000);
