import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase({ max: 20 });
const api = await testApi(db);

const firstPhone = 13_022_000_000;
const phoneAt = (n: number) => String(firstPhone + n);

/** A campaign of one list with numbers that follow each other, started; and its manager. */
async function running(entries: number, callsPerMinute: number) {
  const client = await makeClient(db);
  const { clientId } = client;
  const campaign = await makeCampaign(db, { clientId, callsPerMinute });
  await makeList(db, campaign, { entries, firstPhone });
  await requestStart(db, clientId, campaign.campaignId);
  const manager = await api.signIn(client);
  const add = (phoneRestriction: string) =>
    manager.post(`/api/donotcall/${clientId}/edit`, { phoneRestriction });
  return { clientId, manager, add };
}

/** The simulated carrier, told of each call so many ms after its attempt was committed. */
function slowCarrier(clock: VirtualClock, dataFolder: string, ms: number) {
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const carrier = simulatedCarrier({ clock, dataFolder, randomOf });
  const place: typeof carrier.place = async (calls) => {
    await sleep(ms);
    return carrier.place(calls);
  };
  return new Map([['simulated', { ...carrier, place }]]);
}

test('no number is dialled after its addition to the do-not-call list was answered, however they race', async () => {
  const entries = 700;
  const { clientId, manager, add } = await running(entries, 12_000);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  // Slow on purpose: the gap between commit and hand-over is where an answer must not fall into.
  const carriers = slowCarrier(clock, folder, 15);
  const { engine } = makeEngine(db, { clock, folder, deps: { carriers } });
  /** Lines of the carrier's log when each addition was answered. */
  const answered = new Map<string, number>();
  let ended = false;
  const dialling = (async () => {
    while (!ended) {
      clock.advance(20);
      await engine.tick();
      await sleep(1);
    }
  })();
  // Just ahead of the dialer, where a claim and an addition meet.
  let next = 0;
  const racing = Array.from({ length: 10 }, async (_, ahead) => {
    for (;;) {
      const n = Math.max(next, readCallLog(folder).length + ahead - 5);
      next = n + 1;
      if (n >= entries) return;
      const answer = await add(phoneAt(n));
      expect(answer.status).toBe(200);
      answered.set(phoneAt(n), readCallLog(folder).length);
    }
  });
  await Promise.all(racing);
  await engine.tick();
  ended = true;
  await dialling;
  const log = readCallLog(folder);
  const late = log.filter(({ to }, line) => line >= (answered.get(to) ?? log.length));
  expect(late).toEqual([]);
  const met = log.filter(({ to }) => answered.has(to)).length;
  // Some additions lost their race, or nothing was raced for.
  expect(met).toBeGreaterThan(5);
  expect(answered.size - met).toBeGreaterThan(20);
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  const lists = (await manager.get('/api/calllist')).json<{ dncCount: number }[]>();
  expect(lists[0]?.dncCount).toBe(answered.size - met);
});
