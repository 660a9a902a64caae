/** The brake judges calls in the order in which they were placed, from what is stored (decision 085). */
import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { addToBrake, releaseBrake, setBrakeLimits } from '../../src/db/queries/brake.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import type { RunSettings } from '../../src/db/queries/lease.ts';
import type { BrakeCounts, BrakeLimits } from '../../src/domain/governor/brake.ts';
import { tallyOf } from '../../src/domain/governor/brake.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { Brake } from '../../src/engine/brake.ts';
import { freshDatabase } from '../harness/database.ts';
import {
  type Fate,
  type PlacedRun,
  placedCalls,
  runPlaced,
  stopByEnds,
} from '../harness/placed-calls.ts';
import { ended, record, takeEntries } from './follow-up-world.ts';
import { leasesRunOut } from './silent-engine.ts';
import { makeEngine } from './test-engine.ts';
import { makeTexting } from './text-world.ts';
import {
  afternoon,
  type Campaign,
  campaignState,
  makeCampaign,
  makeList,
  makeTestClient,
} from './world.ts';

const db = await freshDatabase();

async function limited(limits: BrakeLimits): Promise<number> {
  const clientId = await makeTestClient(db);
  await asPlatform(db, (tx) => setBrakeLimits(tx, clientId, limits));
  return clientId;
}

async function storedCounts({ clientId, campaignId }: Campaign): Promise<BrakeCounts | undefined> {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ counts: BrakeCounts }>(
      'SELECT counts FROM brake_count WHERE client_id = $1 AND campaign_id = $2',
      [clientId, campaignId],
    ),
  );
  return row?.counts;
}

test('a fast healthy campaign whose failures end first goes on, over engines and a death, and counts what its records say', async () => {
  const clientId = await limited({ failed: 0.2 });
  const campaign = await makeCampaign(db, { clientId, callsPerMinute: 1_200 });
  await makeList(db, campaign, { entries: 160 });
  const profile = { person: 0.4, machine: 0.4, busy: 0, failed: 0.08, setup: [200, 900] as const };
  const wish = { profile };
  const first = makeEngine(db, wish);
  await requestStart(db, clientId, campaign.campaignId);
  // Its results alone say that it has to stop; the calls in flight say that it need not.
  await first.runUntil(async () => (await storedCounts(campaign))?.judgedAgainAt !== undefined);
  const atDeath = await storedCounts(campaign);
  await leasesRunOut(db);
  const second = makeEngine(db, { ...wish, clock: first.clock, folder: first.folder });
  await second.runUntil(async () => (await campaignState(db, campaign)).completed, 1_000);
  await Promise.all([first.engine.stop(), second.engine.stop()]);
  const records = await asClient(db, clientId, (tx) =>
    tx.row<{ all: number; failed: number; unknown: number }>(
      `SELECT count(*)::int AS all, (count(*) FILTER (WHERE result = 'failed'))::int AS failed,
         (count(*) FILTER (WHERE result = 'unknown'))::int AS unknown
       FROM call_record WHERE client_id = $1`,
      [clientId],
    ),
  );
  expect(records).toMatchObject({ all: 160 });
  expect(records?.unknown).toBeGreaterThan(0);
  expect(records?.all).toBeGreaterThan(atDeath?.all[0] ?? 0);
  const [all, failed, unknown] = (await storedCounts(campaign))?.all ?? [];
  expect({ all, failed, unknown }).toEqual(records);
}, 60_000);

/** Quick when they are bad, slow when they are good; a third of the persons ask for an agent. */
function callsOf(seed: number, bad: { failing: number; silent: number }) {
  return (index: number): Fate => {
    const random = seededRandom(`${seed} ${index}`);
    const lasts = random.between(8_000, 20_000);
    if (random.chance(bad.failing))
      return { result: 'failed', tally: tallyOf('failed', {}), lasts: 900 };
    if (!random.chance(0.6)) return { result: 'person', tally: tallyOf('person', {}), lasts };
    const agent = random.chance(bad.silent) ? 'silent' : 'answered';
    const own = agent === 'silent' ? 3_000 : lasts;
    return { result: 'person', tally: tallyOf('person', { agent }), lasts: own, agentAfter: 2_000 };
  };
}

function textsOf(seed: number) {
  return (index: number): Fate => {
    const random = seededRandom(`${seed} ${index} text`);
    const lasts = random.between(4_000, 30_000);
    if (random.chance(0.4)) return { result: 'failed', tally: tallyOf('failed', {}), lasts: 400 };
    return { result: 'delivered', tally: tallyOf('delivered', {}), lasts };
  };
}

/** The same run, each call stored when it is placed, asks for an agent, or ends. */
async function storedRun(campaign: Campaign, run: PlacedRun): Promise<BrakeCounts | undefined> {
  const { clientId } = campaign;
  const list = await makeList(db, campaign, { entries: run.count });
  await asClient(db, clientId, (tx) => releaseBrake(tx, campaign));
  const at = (ms: number) => simMs(afternoon + 1 + Math.round(ms));
  const note = (entry: number, what: string, value: unknown) =>
    asClient(db, clientId, (tx) =>
      tx.run(
        `UPDATE attempt SET ${what} = $3 WHERE client_id = $1 AND call_list_id = $2 AND entry_id = $4`,
        [clientId, list, value, entry],
      ),
    );
  const steps = placedCalls(run).flatMap(({ at: placed, end, fate }, index) => {
    const entry = index + 1;
    const { result, tally, agentAfter } = fate;
    const agent = tally.agentsCalled ? (tally.agentsSilent ? 'silent' : 'answered') : undefined;
    const place = async () => {
      await takeEntries(db, campaign, list, [entry], at(placed));
      if (run.texts) await note(entry, 'receipt_until', new Date('2027-01-01'));
    };
    const ends = async () => {
      const of = { finishedAt: at(end), ...(agent && { linkback: { agent } }) };
      await record(db, clientId, [ended(list, entry, result, of as Parameters<typeof ended>[3])]);
    };
    const asks = () => note(entry, 'agent_called_at', new Date(at(placed)));
    return [
      { ms: placed, step: place },
      ...(agentAfter === undefined ? [] : [{ ms: placed + agentAfter, step: asks }]),
      { ms: end, step: ends },
    ];
  });
  for (const { step } of steps.toSorted((a, b) => a.ms - b.ms)) {
    await step();
    const counts = await storedCounts(campaign);
    if (counts?.verdict) return counts;
  }
  return undefined;
}

test.each([
  ['calls', { failed: 0.2 }, callsOf(1, { failing: 0.5, silent: 0 }), false],
  ['agents', { agents: 0.2 }, callsOf(2, { failing: 0, silent: 0.6 }), false],
  ['texts', { textErrors: 0.1 }, textsOf(3), true],
] as const)(
  'what is stored of %s says the same as the calls in their order, also of those in flight',
  async (_, limits, fate, texts) => {
    const clientId = await limited(limits);
    const campaign = texts
      ? await makeTexting(db, { clientId })
      : await makeCampaign(db, { clientId });
    const run: PlacedRun = { count: 80, perMinute: 150, fate, limits, texts };
    const stop = runPlaced(run);
    expect(stopByEnds(run)).toBeDefined();
    const { first: _first, last: _last, ...verdict } = stop?.verdict ?? { first: 0, last: 0 };
    expect((await storedRun(campaign, run))?.verdict).toEqual(verdict);
    expect(stop?.verdict.open).toBeGreaterThan(0);
    const kept = await asClient(db, clientId, (tx) =>
      tx.row<{ count: number }>(
        'SELECT count(*)::int AS count FROM brake_call WHERE client_id = $1 AND stopped',
        [clientId],
      ),
    );
    expect(kept?.count).toBe(stop?.verdict.hits);
  },
  30_000,
);

test('agents who are called first count in the order of their calls: one who rings holds back those behind', async () => {
  const clientId = await limited({ agents: 0.2 });
  const campaign = await makeCampaign(db, { clientId });
  const lease = { ...campaign, engineId: randomUUID(), fence: 1 };
  const settings = () => ({ brake: { verdict: null } }) as RunSettings;
  const brake = new Brake({ db, log: pino({ level: 'silent' }) }, lease, settings);
  const called = async () => {
    await brake.store();
    const counts = await storedCounts(campaign);
    return counts?.all.slice(-2) ?? [];
  };
  for (const [at, id] of ['rings', 'busy', 'busy too', 'let go'].entries()) {
    brake.agentCalled(id, simMs(afternoon + at));
  }
  brake.agentSettled('busy', false);
  brake.agentSettled('busy too', false);
  expect(await called()).toEqual([]);
  brake.agentSettled('rings', true);
  // Of an agent whose call was ended here nobody knows.
  brake.agentSettled('let go', undefined);
  brake.agentSettled('rings', undefined);
  expect(await called()).toEqual([3, 2]);
});

/** How many results of calls count, and how many opt-outs. */
async function ofCalls(campaign: Campaign) {
  const all = (await storedCounts(campaign))?.all ?? [];
  return { ended: all[0], optedOut: all[6] };
}

test('what a person did not start, or the operator did not limit yet, does not count, however late it ends', async () => {
  const clientId = await limited({ failed: 0.9 });
  const campaign = await makeCampaign(db, { clientId });
  const list = await makeList(db, campaign, { entries: 10 });
  const place = (entry: number, ms: number) =>
    takeEntries(db, campaign, list, [entry], simMs(afternoon + ms));
  const fails = (entry: number) => record(db, clientId, [ended(list, entry, 'failed')]);
  for (const entry of [1, 2, 3]) await place(entry, 0);
  // Nothing was counted before: it begins with the calls from now on.
  await fails(1);
  await place(4, 1);
  await fails(2);
  expect(await ofCalls(campaign)).toMatchObject({ ended: 0 });
  await fails(4);
  expect(await ofCalls(campaign)).toMatchObject({ ended: 1 });
  // A start by a person, with two in flight.
  await place(5, 2);
  await asClient(db, clientId, (tx) => releaseBrake(tx, campaign));
  await fails(5);
  await place(6, 3);
  await fails(6);
  expect(await ofCalls(campaign)).toMatchObject({ ended: 1 });
  // Counts of an older version do not say since when.
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE brake_count SET placed_after = NULL WHERE client_id = $1', [clientId]),
  );
  await place(7, 4);
  await fails(7);
  await place(8, 5);
  await fails(8);
  expect(await ofCalls(campaign)).toMatchObject({ ended: 1 });
});

test('who writes STOP twice has opted out once', async () => {
  const clientId = await limited({ optOuts: 0.5 });
  const campaign = await makeTexting(db, { clientId });
  const list = await makeList(db, campaign, { entries: 2 });
  await asClient(db, clientId, (tx) => releaseBrake(tx, campaign));
  await takeEntries(db, campaign, list, [1, 2]);
  const stop = (entryId: number) => ({
    ...{ optedOut: 1, at: new Date(afternoon), call: { callListId: list, entryId } },
  });
  for (const stops of [[stop(1), stop(1)], [stop(1)], [stop(2)]]) {
    await asClient(db, clientId, (tx) => addToBrake(tx, campaign, stops));
  }
  expect(await ofCalls(campaign)).toEqual({ ended: 0, optedOut: 2 });
});
