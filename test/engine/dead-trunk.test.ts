/** A trunk that responds to nothing, or refuses every call: 20 calls, then a person has to come. */

import { afterEach, describe, expect, test } from 'vitest';
import type { VoiceCarrier } from '../../src/carriers/port.ts';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { usualProfile as usual } from '../../src/carriers/simulated/profile.ts';
import type { Note, StoredNote } from '../../src/contract/note.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart, tryStart } from '../../src/db/queries/campaign-run.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { troubled } from '../harness/trouble/trouble.ts';
import { type DeadTrunk, noTrouble } from '../harness/trouble/trouble-profile.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  readCallLog,
} from './world.ts';

const db = await freshDatabase();
const forEver = Number.POSITIVE_INFINITY;
const everyone = { person: 0, machine: 0, busy: 0, failed: 0 };

/** No test's campaign runs on in the next one. */
const campaigns: Campaign[] = [];
afterEach(async () => {
  for (const { clientId } of campaigns.splice(0)) {
    await asClient(db, clientId, (tx) =>
      tx.run(
        'UPDATE campaign SET run_status = 1, start_automatically = false WHERE client_id = $1',
        [clientId],
      ),
    );
  }
});

interface Wish {
  dead: DeadTrunk[];
  callsPerMinute?: number;
  wrap?(carrier: VoiceCarrier): VoiceCarrier;
}

async function running({ dead, callsPerMinute = 1_200, wrap = (one) => one }: Wish) {
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`5/${name}`);
  const open = () => {
    const carrier = simulatedCarrier({
      ...{ clock, dataFolder: folder, randomOf },
      profile: { ...usual, ...everyone },
    });
    const profile = { ...noTrouble, deadTrunk: dead };
    return wrap(troubled(carrier, { clock, randomOf, profile, sleep: async () => {} }));
  };
  const engineOf = () =>
    makeEngine(db, { clock, folder, deps: { carriers: new Map([['simulated', open()]]) } });
  const campaign = await makeCampaign(db, { callsPerMinute });
  await makeList(db, campaign, { entries: 2_000 });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  campaigns.push(campaign);
  const results = () =>
    asClient(db, campaign.clientId, (tx) =>
      tx.rows<{ result: string; note: StoredNote | null }>(
        `SELECT result, carrier_note AS note FROM attempt WHERE client_id = $1
           AND finished_at IS NOT NULL ORDER BY attempted_at, entry_id`,
        [campaign.clientId],
      ),
    );
  const calls = () => readCallLog(folder);
  const state = () => campaignState(db, campaign);
  const stopped = async () => (await state()).run_status === 1;
  const count = async () => {
    const row = await asClient(db, campaign.clientId, (tx) =>
      tx.row<{ n: number }>('SELECT trunk_failures AS n FROM campaign WHERE client_id = $1', [
        campaign.clientId,
      ]),
    );
    return row?.n;
  };
  return { ...{ campaign, clock, engineOf, calls, results, state, stopped, count } };
}

describe.each(['silent', 'refused'] as const)('a trunk that is %s', (how) => {
  test('gets 20 calls at any pace, all recorded as failed with what was said', async () => {
    const world = await running({
      dead: [{ from: 0, until: forEver, how }],
      callsPerMinute: 30_000,
    });
    const { engine, runUntil } = world.engineOf();
    await runUntil(world.stopped);
    const note = { code: 'simulated_trunk', how };
    expect(await world.results()).toEqual(Array(20).fill({ result: 'failed', note }));
    expect(world.calls()).toHaveLength(20);
    expect((await world.state()).reason).toEqual({
      ...{ code: 'trunk_failed', calls: 20, said: '', note },
    });
    expect(await recount(db, world.campaign.clientId)).toMatchObject({
      ...{ attempts: 20, openAttempts: 0, wrongCounts: [] },
    });
    await engine.stop();
  });

  test('that dies in the middle gets 20 more, however many telephones ring', async () => {
    const death = afternoon + 10_000;
    const world = await running({ dead: [{ from: death, until: forEver, how }] });
    const { engine, runUntil } = world.engineOf();
    await runUntil(world.stopped, 200);
    const log = world.calls().map(({ at }) => Date.parse(at));
    expect(log.filter((at) => at < death).length).toBeGreaterThan(100);
    expect(log.filter((at) => at >= death)).toHaveLength(20);
    await engine.stop();
  });
});

describe('a campaign that its trunk stopped', () => {
  test('is started by a person, and by no schedule and no new list', async () => {
    const world = await running({ dead: [{ from: 0, until: afternoon + 60_000, how: 'refused' }] });
    const { clientId, campaignId } = world.campaign;
    const { engine, run, runUntil } = world.engineOf();
    await runUntil(world.stopped);
    const { reason } = await world.state();
    await asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE campaign SET start_automatically = true, stop_automatically = true,
           start_time = '15:05', stop_time = '19:00', start_weekdays = '1111111',
           stop_weekdays = '1111111' WHERE client_id = $1`,
        [clientId],
      ),
    );
    await run(6 * 60_000, 10_000);
    await makeList(db, world.campaign, { entries: 10 });
    await run(30_000, 10_000);
    expect(await world.state()).toMatchObject({ run_status: 1, reason });
    const bySchedule = await asClient(db, clientId, (tx) =>
      tryStart(tx, clientId, campaignId, 'schedule'),
    );
    expect(bySchedule).toEqual({ reason });
    expect(world.calls()).toHaveLength(20);

    await requestStart(db, clientId, campaignId);
    await run(20_000);
    expect(await world.state()).toMatchObject({ run_status: 3, reason: null });
    expect(world.calls().length).toBeGreaterThan(100);
    await engine.stop();
  });

  test('gets 20 more after a person started it too early', async () => {
    const world = await running({ dead: [{ from: 0, until: forEver, how: 'refused' }] });
    const { clientId, campaignId } = world.campaign;
    const { engine, run, runUntil } = world.engineOf();
    await runUntil(world.stopped);
    await requestStart(db, clientId, campaignId);
    await run(1_000);
    await runUntil(world.stopped);
    expect(world.calls()).toHaveLength(40);
    await engine.stop();
  });
});

test('an engine that takes over goes on counting where the one before it was', async () => {
  const world = await running({
    ...{ dead: [{ from: 0, until: forEver, how: 'refused' }], callsPerMinute: 60 },
  });
  const first = world.engineOf();
  await first.runUntil(async () => (await world.count()) === 12);
  await first.engine.stop();
  const second = world.engineOf();
  await second.runUntil(world.stopped);
  expect((await world.results()).length).toBeLessThanOrEqual(20);
  expect(await world.count()).toBe(20);
  await second.engine.stop();
});

test('one call that rings between them is enough to go on', async () => {
  // Two of three calls meet a dead trunk: a second of each three seconds is well.
  const dead = Array.from({ length: 200 }, (_, index) => ({
    from: afternoon + index * 3_000,
    until: afternoon + index * 3_000 + 2_000,
    how: 'refused' as const,
  }));
  const world = await running({ dead, callsPerMinute: 300 });
  const { engine, run } = world.engineOf();
  await run(30_000);
  expect((await world.state()).run_status).toBe(3);
  const results = await world.results();
  expect(results.filter(({ note }) => note !== null).length).toBeGreaterThan(20);
  await engine.stop();
});

/** PostgreSQL stores no NUL, which must hold up no result and no stop. */
const notYours: Note = { code: 'refused', said: 'That number is not yours.\0' };

test('a carrier that says at once that it takes no call of ours is tried 20 times', async () => {
  const world = await running({
    dead: [],
    wrap: (carrier) => ({
      ...carrier,
      place: async (calls) =>
        calls.map(() => ({
          ...{ kind: 'rejected', note: notYours, retryable: false },
          trunk: 'refused',
        })),
    }),
  });
  const { engine, runUntil } = world.engineOf();
  await runUntil(world.stopped);
  const note = { ...notYours, said: 'That number is not yours.' };
  expect(await world.results()).toEqual(Array(20).fill({ result: 'failed', note }));
  expect((await world.state()).reason).toMatchObject({ code: 'trunk_failed', note });
  await engine.stop();
});

test('while the trunk is known to be silent the campaign waits and says so', async () => {
  let silent = true;
  const waitsFor = { code: 'waits_for_trunk' } as const;
  const world = await running({
    dead: [],
    wrap: (carrier) => ({
      ...carrier,
      connected: () => !silent,
      waitsFor: () => (silent ? waitsFor : undefined),
    }),
  });
  const { engine, run } = world.engineOf();
  silent = false;
  await run(5_000);
  silent = true;
  await run(1_000);
  const before = world.calls().length;
  await run(20_000);
  expect(await world.state()).toMatchObject({ run_status: 3, reason: waitsFor });
  expect(world.calls()).toHaveLength(before);
  silent = false;
  await run(5_000);
  expect(await world.state()).toMatchObject({ run_status: 3, reason: null });
  expect(world.calls().length).toBeGreaterThan(before);
  await engine.stop();
});
