import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { claimCalls } from '../../src/db/queries/claim.ts';
import { beginClientStop, liftClientStops } from '../../src/db/queries/client-stop.ts';
import { beginStop, liftStop } from '../../src/db/queries/operator-stop.ts';
import { settleStop } from '../../src/db/queries/operator-stop-settled.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import type { StopReach } from '../../src/domain/operator-stop-words.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { untilBlocked } from '../harness/blocked.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  afternoon,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
  readCallLog,
} from './world.ts';

const db = await freshDatabase({ max: 30 });
const by = { reason: 'A complaint is looked into', stoppedBy: 'ann@east' };

/** The simulated carrier, asked for each call some ms after its attempt was committed. */
function slowCarrier(clock: VirtualClock, dataFolder: string, { ms, wait }: Slow) {
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const carrier = simulatedCarrier({ clock, dataFolder, randomOf });
  const place: typeof carrier.place = async (calls) => {
    wait(1);
    await sleep(ms());
    wait(-1);
    return carrier.place(calls);
  };
  return new Map([['simulated', { ...carrier, place }]]);
}

interface Slow {
  ms: () => number;
  /** +1 when committed attempts begin to wait for their carrier, -1 when they are submitted. */
  wait(by: 1 | -1): void;
}

interface Fleet {
  /** Everything that was submitted so far, by any engine. */
  submitted(): number;
  /** Whether attempts are committed that no carrier was asked for yet. */
  underWay(): boolean;
  to(): string[];
  end(): Promise<void>;
}

const open: Fleet[] = [];
afterAll(() => Promise.all(open.map((fleet) => fleet.end())));

/** N engines that tick until the end, as fast as they can. */
function fleetOf(engines: number, ms: () => number): Fleet {
  let ended = false;
  let waiting = 0;
  const slow: Slow = {
    ms,
    wait(by) {
      waiting += by;
    },
  };
  const all = Array.from({ length: engines }, () => {
    const clock = virtualClock(afternoon);
    const folder = temporaryFolder();
    const { engine } = makeEngine(db, {
      ...{ clock, folder },
      deps: { carriers: slowCarrier(clock, folder, slow), leaseSeconds: 4 },
    });
    const loop = (async () => {
      while (!ended) {
        clock.advance(simMs(20));
        await engine.tick();
        await sleep(1);
      }
      await engine.stop();
    })();
    return { folder, loop };
  });
  const to = () => all.flatMap(({ folder }) => logOf(folder));
  const fleet = {
    to,
    submitted: () => to().length,
    underWay: () => waiting > 0,
    async end() {
      ended = true;
      await Promise.all(all.map(({ loop }) => loop));
    },
  };
  open.push(fleet);
  return fleet;
}

/** Before its first call a carrier has no log. */
function logOf(folder: string): string[] {
  try {
    return readCallLog(folder).map(({ to }) => to);
  } catch {
    return [];
  }
}

async function started(clientId: number, entries = 3_000) {
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 30_000 });
  await makeList(db, campaign, { entries });
  await requestStart(db, clientId, campaign.campaignId);
  return campaign;
}

async function until(holds: () => boolean | Promise<boolean>) {
  while (!(await holds())) await sleep(10);
}

async function stop(reach: StopReach, clientId: number | null = null) {
  await asPlatform(db, (tx) => beginStop(tx, reach, clientId, by));
  expect(await settleStop(db, reach, clientId)).toEqual([]);
}

const lift = (reach: StopReach, clientId: number | null = null) =>
  asPlatform(db, (tx) => liftStop(tx, reach, clientId, 'ann@east'));

test('whenever it comes and however many engines there are, nothing is submitted after a stop is confirmed', async () => {
  const everything: StopReach = { scope: 'all' };
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 60 }),
      fc.boolean(),
      fc.constantFrom<StopReach>(everything, { scope: 'carrier', carrier: 'simulated' }),
      async (engines, after, races, reach) => {
        const clientId = await makeTestClient(db);
        const campaigns = [await started(clientId), await started(clientId)];
        const fleet = fleetOf(engines, () => 20 + Math.random() * 20);
        await until(() => fleet.submitted() > 0);
        await sleep(after);
        if (races) await until(fleet.underWay);
        const begun = fleet.submitted();
        await stop(reach);
        const submitted = fleet.submitted();
        await sleep(300);
        expect(fleet.submitted()).toBe(submitted);
        // What was committed before the stop still goes out, and the stop waits for it.
        if (races) expect(submitted).toBeGreaterThan(begun);
        expect(await lift(reach)).toBe(true);
        await until(() => fleet.submitted() > submitted);
        await fleet.end();
        const numbers = fleet.to();
        expect(new Set(numbers).size).toBe(numbers.length);
        expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
        await asPlatform(db, (tx) =>
          tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1', [clientId]),
        );
        expect(campaigns).toHaveLength(2);
      },
    ),
    { numRuns: 6, endOnFailure: true, examples: [[2, 0, true, everything]] },
  );
});

test('a stop of one client lets the others go on; its campaigns stay Running and say why', async () => {
  const [stopped, other] = [await makeTestClient(db), await makeTestClient(db)];
  const [quiet, busy] = [await started(stopped), await started(other, 20_000)];
  const fleet = fleetOf(1, () => 5);
  await until(() => fleet.submitted() > 10);
  await stop({ scope: 'client', client: 'x' }, stopped);
  await until(async () => (await campaignState(db, quiet)).reason !== null);
  const { run_status, reason } = await campaignState(db, quiet);
  expect(run_status).toBe(3);
  expect(reason).toMatchObject({ code: 'operator_stop', scope: 'client', said: by.reason });
  const count = fleet.submitted();
  await until(() => fleet.submitted() > count + 10);
  expect((await campaignState(db, busy)).reason).toBeNull();
  // A start of a manager is taken, and waits as well.
  const later = await started(stopped);
  await until(async () => (await campaignState(db, later)).reason !== null);
  expect(await campaignState(db, later)).toMatchObject({ run_status: 3, reason });
  await lift({ scope: 'client', client: 'x' }, stopped);
  await until(async () => (await campaignState(db, quiet)).reason === null);
  const audit = await asPlatform(db, (tx) =>
    tx.rows('SELECT action, detail FROM audit_log WHERE client_id = $1 ORDER BY 1', [stopped]),
  );
  expect(audit).toEqual([
    { action: 'operator_stop', detail: { reason: by.reason, by: 'ann@east' } },
    { action: 'operator_stop_lifted', detail: { by: 'ann@east' } },
  ]);
  await fleet.end();
});

test.each([null, 'simulated'])(
  "under an administrator's stop of %o nothing of that client is submitted, by either of two engines, and the others go on",
  async (carrier) => {
    const [stopped, other] = [await makeTestClient(db), await makeTestClient(db)];
    const [quiet] = [await started(stopped), await started(other, 20_000)];
    const fleet = fleetOf(2, () => 5);
    await until(() => fleet.submitted() > 10);
    const ann = { carrier, reason: 'Wrong script', stoppedBy: 'Ann Lee' };
    await asClient(db, stopped, (tx) => beginClientStop(tx, stopped, ann));
    expect(await settleStop(db, { scope: 'client', client: '' }, stopped)).toEqual([]);
    const attempts = () =>
      asClient(db, stopped, (tx) =>
        tx.row<{ n: number }>('SELECT count(*) AS n FROM attempt WHERE client_id = $1', [stopped]),
      );
    const before = await attempts();
    await until(async () => (await campaignState(db, quiet)).reason !== null);
    const { run_status, reason } = await campaignState(db, quiet);
    expect(run_status).toBe(3);
    expect(reason).toMatchObject({ code: 'client_stop', carrier, said: 'Wrong script' });
    const count = fleet.submitted();
    await until(() => fleet.submitted() > count + 10);
    expect(await attempts()).toEqual(before);
    expect(await asPlatform(db, (tx) => liftClientStops(tx, stopped))).toBe(1);
    await until(async () => (await campaignState(db, quiet)).reason === null);
    await fleet.end();
  },
);

test('a claim that waits for its lease while the stop is committed takes nothing', async () => {
  const clientId = await makeTestClient(db);
  const campaign = await started(clientId, 50);
  const lease = { ...campaign, engineId: randomUUID(), fence: 1 };
  await asPlatform(db, async (tx) => {
    await tx.run(
      `INSERT INTO campaign_lease (client_id, campaign_id, engine_id, fence, until)
       VALUES ($1, $2, $3, 1, 'infinity')`,
      [clientId, campaign.campaignId, lease.engineId],
    );
    await tx.run('UPDATE campaign SET run_status = 3 WHERE client_id = $1', [clientId]);
  });
  const request = {
    ...{ lease, now: new Date(afternoon), wanted: 10, skip: [] },
    judge: () => ({ kind: 'call' as const, until: simMs(afternoon + 3_600_000) }),
    callerId: { type: 1, number: '' },
  };
  const claim = () => asClient(db, clientId, (tx) => claimCalls(tx, request));
  expect(await claim()).toMatchObject({ kind: 'claimed', calls: { length: 10 } });
  const locked = Promise.withResolvers<void>();
  const free = Promise.withResolvers<void>();
  const renewal = asPlatform(db, async (tx) => {
    await tx.run('SELECT FROM campaign_lease WHERE client_id = $1 FOR NO KEY UPDATE', [clientId]);
    locked.resolve();
    await free.promise;
    await tx.run('UPDATE campaign_lease SET submissions_settled = 7 WHERE client_id = $1', [
      clientId,
    ]);
  });
  await locked.promise;
  const waiting = claim();
  await untilBlocked(db);
  const reach: StopReach = { scope: 'client', client: '' };
  await asPlatform(db, (tx) => beginStop(tx, reach, clientId, by));
  free.resolve();
  await renewal;
  expect(await waiting).toEqual({ kind: 'held' });
  await lift(reach, clientId);
  expect(await claim()).toMatchObject({ kind: 'claimed' });
});
