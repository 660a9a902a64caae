import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { simulatedCarrier } from '../../src/carriers/simulated/carrier.ts';
import { asClient, type Tx } from '../../src/db/database.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { settleOptOuts } from '../../src/db/queries/opt-out-settled.ts';
import { type VirtualClock, virtualClock } from '../../src/domain/clock.ts';
import { simMs } from '../../src/domain/milliseconds.ts';
import { seededRandom } from '../../src/domain/random.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { recount } from './recount.ts';
import { makeEngine, temporaryFolder } from './test-engine.ts';
import { afternoon, campaignState, makeCampaign, makeList, readCallLog } from './world.ts';

const db = await freshDatabase({ max: 20 });
const api = await testApi(db, { now: () => new Date(afternoon) });

const firstPhone = 13_022_000_000;
const phoneAt = (n: number) => String(firstPhone + n);

/** A campaign of one list with numbers that follow each other, started; and its manager. */
async function running(entries: number, callsPerMinute: number) {
  const client = await makeClient(db);
  const { clientId } = client;
  const campaign = await makeCampaign(db, { clientId, callsPerMinute });
  const callListId = await makeList(db, campaign, { entries, firstPhone });
  await requestStart(db, clientId, campaign.campaignId);
  const manager = await api.signIn(client);
  const add = (phoneRestriction: string) =>
    manager.post(`/api/donotcall/${clientId}/edit`, { phoneRestriction });
  return { ...campaign, callListId, manager, add };
}

/** The simulated carrier, asked for each call some ms after its attempt was committed. */
function slowCarrier(clock: VirtualClock, dataFolder: string, ms: number) {
  const randomOf = (name: string) => seededRandom(`1/${name}`);
  const carrier = simulatedCarrier({ clock, dataFolder, randomOf });
  const place: typeof carrier.place = async (calls) => {
    await sleep(ms);
    return carrier.place(calls);
  };
  return new Map([['simulated', { ...carrier, place }]]);
}

test('no number is dialed after its addition to the do-not-call list was confirmed, however they race', async () => {
  const entries = 600;
  const { clientId, manager, add } = await running(entries, 12_000);
  const clock = virtualClock(afternoon);
  const folder = temporaryFolder();
  // Slow on purpose: no response may fall into the gap between commit and submission.
  const carriers = slowCarrier(clock, folder, 15);
  const { engine } = makeEngine(db, { clock, folder, deps: { carriers } });
  /** Lines of the carrier's log when each addition was confirmed. */
  const confirmed = new Map<string, number>();
  let ended = false;
  /** How many numbers were dialed: the index of the next one. */
  const dialed = () => Number(readCallLog(folder).at(-1)?.to ?? firstPhone - 1) + 1 - firstPhone;
  const dialing = (async () => {
    while (!ended) {
      // Neither side runs away from the other one, however slow the machine is.
      const waits = dialed() > 40 + 8 * confirmed.size;
      if (!waits) clock.advance(simMs(20));
      if (!waits) await engine.tick();
      await sleep(1);
    }
  })();
  // Where a claim and an addition meet: one that came too late sends the next ones further ahead.
  let ahead = 0;
  const tried = new Set<number>();
  const racing = Array.from({ length: 10 }, async () => {
    for (;;) {
      let n = Math.max(0, dialed() + ahead);
      while (tried.has(n)) n += 1;
      if (n >= entries) return;
      tried.add(n);
      const response = await add(phoneAt(n));
      expect(response.status).toBe(200);
      const log = readCallLog(folder);
      confirmed.set(phoneAt(n), log.length);
      const wasLate = log.some(({ to }) => to === phoneAt(n));
      ahead = Math.min(40, Math.max(-20, ahead + (wasLate ? 1 : -1)));
    }
  });
  await Promise.all(racing);
  await engine.tick();
  ended = true;
  await dialing;
  const log = readCallLog(folder);
  const late = log.filter(({ to }, line) => line >= (confirmed.get(to) ?? log.length));
  expect(late).toEqual([]);
  const met = log.filter(({ to }) => confirmed.has(to)).length;
  // Some additions lost their race, or nothing was raced for.
  expect(met).toBeGreaterThan(5);
  expect(confirmed.size - met).toBeGreaterThan(20);
  await engine.stop();
  expect(await recount(db, clientId)).toMatchObject({ mismatches: 0, wrongCounts: [] });
  const lists = (await manager.get('/api/calllist')).json<{ dncCount: number }[]>();
  expect(lists[0]?.dncCount).toBe(confirmed.size - met);
});

test('a number taken off the list again stays barred where it was barred; a reused list may call it', async () => {
  const { clientId, campaignId, callListId, manager, add } = await running(3, 600);
  expect((await add(phoneAt(1))).json()).toBe(true);
  const [entry] = (await manager.get('/api/donotcall')).json<{ id: number }[]>();
  const gone = await manager.post(`/api/donotcall/${clientId}/delete`, { clientId, ...entry });
  expect(gone.json()).toBe(true);
  const { folder, runUntil } = makeEngine(db);
  await runUntil(async () => (await campaignState(db, { clientId, campaignId })).completed);
  const called = readCallLog(folder).map(({ to }) => to);
  expect(called.sort()).toEqual([phoneAt(0), phoneAt(2)]);
  await manager.post(`/api/calllist/${callListId}/close`, {});
  const renew = { newCalllistName: 'Again', calllistId: callListId, campaignId };
  const filters = {
    filterOptionNotCalled: true,
    filterOptionCalledAnswered: false,
    filterOptionCalledNotAnswered: false,
  };
  const made = await manager.post(`/api/calllist/${callListId}/renew`, { ...renew, ...filters });
  expect(made.status).toBe(200);
  const lists = (await manager.get('/api/calllist')).json<{ phoneCount: number }[]>();
  expect(lists.map(({ phoneCount }) => phoneCount).sort()).toEqual([1, 3]);
});

test('a list that is loaded while a number joins the do-not-call list is barred too', async () => {
  const { clientId, callListId } = await running(2, 600);
  const setStatus = (status: number) =>
    asClient(db, clientId, (tx) =>
      tx.run('UPDATE call_list SET status_id = $3 WHERE client_id = $1 AND call_list_id = $2', [
        clientId,
        callListId,
        status,
      ]),
    );
  await setStatus(2);
  const write = async (tx: Tx) => {
    await optOut(tx, clientId, phoneAt(0), 'manager');
    await setStatus(4);
  };
  await settleOptOuts(db, clientId, write, () => [phoneAt(0)]);
  const entries = await asClient(db, clientId, (tx) =>
    tx.rows(
      `SELECT phone, state FROM list_entry WHERE client_id = $1 AND call_list_id = $2
       ORDER BY entry_id`,
      [clientId, callListId],
    ),
  );
  expect(entries).toEqual([
    { phone: phoneAt(0), state: 2 },
    { phone: phoneAt(1), state: 0 },
  ]);
});
