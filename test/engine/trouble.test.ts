import { describe, expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { virtualClock } from '../../src/domain/clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { freshDatabase } from '../harness/database.ts';
import { troubled } from '../harness/trouble/trouble.ts';
import { noTrouble, type TroubleProfile } from '../harness/trouble/trouble-profile.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase();
const firstPhone = 13_032_000_000;

/** A started campaign on a carrier with these troubles. */
async function running(entries: number, trouble: Partial<TroubleProfile>) {
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  const randomOf = (name: string) => seededRandom(`3/${name}`);
  const profile = { ...noTrouble, ...trouble };
  const carrier = troubled(simulatedCarrier({ clock, dataFolder: folder, randomOf }), {
    clock,
    randomOf,
    profile,
    sleep: async () => {},
  });
  const campaign = await makeCampaign(db, { callsPerMinute: 1_200 });
  await makeList(db, campaign, { entries, firstPhone });
  await requestStart(db, campaign.clientId, campaign.campaignId);
  const carriers = new Map([['simulated', carrier]]);
  const engine = makeEngine(db, { clock, folder, deps: { carriers } });
  const toEnd = async () => {
    await engine.runUntil(async () => (await campaignState(db, campaign)).completed, 500);
    const results = await asClient(db, campaign.clientId, (tx) =>
      tx.rows<{ result: string; n: number }>(
        'SELECT result, count(*)::int AS n FROM call_record WHERE client_id = $1 GROUP BY result',
        [campaign.clientId],
      ),
    );
    return {
      log: readCallLog(folder),
      books: await recount(db, campaign.clientId),
      results: Object.fromEntries(results.map(({ result, n }) => [result, n])),
    };
  };
  return { ...engine, campaign, carrier, profile, toEnd };
}

const allWell = (calls: number) => ({
  attempts: calls,
  openAttempts: 0,
  callRecords: calls,
  mismatches: 0,
  wrongCounts: [],
});

describe('A carrier that misbehaves', () => {
  test('throttles: each call is submitted again later, under its attempt id, and placed once', async () => {
    const { carrier, toEnd } = await running(300, { throttle: 0.5 });
    const { log, books, results } = await toEnd();
    expect(carrier.met.throttled).toBeGreaterThan(20);
    expect(new Set(log.map((line) => line.attemptId)).size).toBe(300);
    expect(log.length).toBe(300);
    expect(books).toEqual(allWell(300));
    expect(results.unknown ?? 0).toBe(0);
  });

  test('throttles: it is left alone for longer each time, and the campaign says so', async () => {
    const { carrier, clock, profile, campaign, runUntil, toEnd } = await running(300, {
      throttle: 1,
    });
    const submittedAt: number[] = [];
    const place = carrier.place;
    carrier.place = (calls) => {
      submittedAt.push(clock.now());
      return place(calls);
    };
    await runUntil(async () => submittedAt.length >= 7, 100);
    const gaps = submittedAt.slice(1).map((at, index) => at - (submittedAt[index] ?? 0));
    for (const [index, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(Math.min(30_000, 500 * 2 ** index));
    }
    expect((await campaignState(db, campaign)).reason).toEqual({ code: 'carrier_busy' });
    profile.throttle = 0;
    expect((await toEnd()).books).toEqual(allWell(300));
  });

  test('a number that opts out while it waits to be submitted again is not called', async () => {
    const { carrier, profile, campaign, folder, run, toEnd } = await running(40, { throttle: 1 });
    await run(1_000);
    expect(carrier.met.throttled).toBeGreaterThan(0);
    const { clientId } = campaign;
    await asClient(db, clientId, (tx) => optOut(tx, clientId, String(firstPhone), 'manager'));
    expect(readCallLog(folder)).toEqual([]);
    profile.throttle = 0;
    const { log, books } = await toEnd();
    expect(log.map(({ to }) => to)).not.toContain(String(firstPhone));
    expect(books).toEqual(allWell(39));
  });

  test('refuses for good: the call failed, and is not submitted again', async () => {
    const { carrier, toEnd } = await running(200, { refuse: 0.2 });
    const { log, books, results } = await toEnd();
    expect(carrier.met.refused).toBeGreaterThan(10);
    expect(log.length).toBe(200 - carrier.met.refused);
    expect(books).toEqual(allWell(200));
    expect(results.failed).toBeGreaterThanOrEqual(carrier.met.refused);
  });

  test('loses responses: what was placed gets its true result, what was not ends as unknown', async () => {
    const { carrier, toEnd } = await running(300, {
      loseResponseOfPlaced: 0.2,
      loseResponseOfUnplaced: 0.1,
    });
    const { log, books, results } = await toEnd();
    const unplaced = 300 - log.length;
    expect(unplaced).toBeGreaterThan(5);
    expect(carrier.met.responsesLost).toBeGreaterThan(unplaced + 20);
    expect(new Set(log.map((line) => line.attemptId)).size).toBe(log.length);
    expect(results.unknown).toBe(unplaced);
    expect(books).toEqual(allWell(300));
  });

  test('repeats and shuffles its events: the same results as from one that does not', async () => {
    const bad = await running(150, { repeat: 0.6, repeatWithin: 90_000, shuffle: 1 });
    const good = await running(150, {});
    const [shuffled, plain] = [await bad.toEnd(), await good.toEnd()];
    expect(bad.carrier.met.repeated).toBeGreaterThan(100);
    expect(shuffled.books).toEqual(allWell(150));
    expect(plain.books).toEqual(allWell(150));
  });

  test('loses its link: nothing is placed meanwhile, the campaign says so, and events come late', async () => {
    const { carrier, campaign, folder, run, runUntil, toEnd } = await running(600, {
      cutEvery: [10_000, 10_000],
      cutFor: [20_000, 20_000],
    });
    await runUntil(async () => !carrier.connected());
    await run(1_000);
    expect((await campaignState(db, campaign)).reason).toEqual({
      code: 'waits_for_carrier',
      channel: 'voice',
    });
    const before = readCallLog(folder).length;
    await run(15_000);
    expect(readCallLog(folder).length).toBe(before);
    const { books, results } = await toEnd();
    expect(books).toEqual(allWell(600));
    expect(results.unknown ?? 0).toBe(0);
  });

  test('loses every call in the air, of some without a word: they end as unknown, once', async () => {
    const { carrier, toEnd } = await running(600, {
      cutEvery: [20_000, 20_000],
      cutFor: [2_000, 2_000],
      dropAll: 1,
      neverReported: 0.3,
    });
    const { log, books, results } = await toEnd();
    expect(carrier.met.callsDropped).toBeGreaterThan(50);
    expect(log.length).toBe(600);
    expect(results.unknown).toBeGreaterThan(30);
    expect(books).toEqual(allWell(600));
  });
});
