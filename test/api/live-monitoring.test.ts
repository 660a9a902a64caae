import { beforeAll, describe, expect, test, vi } from 'vitest';
import { monitoringAge } from '../../src/contract/live-monitoring.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

/** 23:30 of an Eastern day that began at 05:00 UTC. */
const now = new Date('2026-11-21T04:30:00Z');
const db = await freshDatabase();
const api = await testApi(db, { now: () => now });

let client: TestClient;
let manager: Caller;
beforeAll(async () => {
  client = await makeClient(db);
  manager = await api.signIn(client);
});

const counts = {
  ...{ attempted: 60, person: 20, machine: 13, no_answer: 8, busy: 5, failed: 3, unknown: 1 },
  ...{ transferred: 7, barred: 4, answered_seconds: 990, transfer_seconds: 1_386 },
};
const texts = { attempted: 40, delivered: 30, failed: 4, unknown: 1, barred: 2 };

interface Watched {
  stats: Record<string, unknown>;
  calllists: { callListId: number; originalFileName: string; stats: Record<string, unknown> }[];
}

const watch = async (id: number) =>
  (await manager.get(`/api/livemonitoring/${id}`)).json<Watched>();

describe.each([
  [1, 'Broadcast'],
  [2, 'Linkback'],
  [3, 'Texting'],
] as const)('type %i, %s', (type, name) => {
  let campaignId: number;
  beforeAll(async () => {
    campaignId = await makeCampaign(db, client.clientId, { name, type });
    const given = type === 3 ? texts : counts;
    for (const list of ['East', 'West']) {
      const made = { campaignId, name: list, phones: 100, counts: given };
      await makeCallList(db, client.clientId, made);
    }
    const closed = { campaignId, name: 'Closed yesterday', phones: 50, status: 6 as const };
    await makeCallList(db, client.clientId, { ...closed, lastCall: '2026-11-20T04:59:59Z' });
  });

  test('the figures are those of the single calls', async () => {
    const watched = await watch(campaignId);
    const own = `clientId=${client.clientId}`;
    const single = await manager.get(`/api/campaign?${own}&campaignId=${campaignId}&type=${type}`);
    expect(watched.stats).toEqual(single.json());
    expect(watched.calllists.map((list) => list.originalFileName)).toEqual(['West', 'East']);
    for (const { callListId, stats } of watched.calllists) {
      const list = await manager.get(`/api/calllist?${own}&calllistId=${callListId}&type=${name}`);
      expect(stats).toEqual(list.json());
    }
  });

  test('the results add up, over the lists of every day', async () => {
    const { stats } = await watch(campaignId);
    if (type === 3) {
      expect(stats).toMatchObject({ textTotal: 250, textDelivered: 60, textFailed: 10 });
      expect(stats.textRemaining).toBe(180);
      return;
    }
    const results = { countPerson: 40, countMachine: 26, countTotalNoAnswer: 26 };
    expect(stats).toMatchObject({ countTotal: 250, countTotalCalled: 100, ...results });
    expect(stats).toMatchObject({ countTotalFailed: 8, avgDuration: 30, dncCount: 8 });
    const transfers = type === 2 ? { countTransfer: 14, avgDurationTransfer: 198 } : {};
    expect(stats).toMatchObject(transfers);
    expect('countTransfer' in stats).toBe(type === 2);
  });

  test('the list of campaigns carries the progress of progress1', async () => {
    // Made in the database: a response from before is shared for a while.
    const shown = await vi.waitFor(async () => {
      const all = (await manager.get('/api/livemonitoring')).json<Record<string, unknown>[]>();
      const own = all.find((one) => one.campaignId === campaignId);
      expect(own).toBeDefined();
      return own;
    });
    const progress = await manager.post('/api/campaign/progress1', [campaignId]);
    const [single] = progress.json<{ progress: number }[]>();
    expect(shown).toMatchObject({ name, campaignTypeName: name, progress: single?.progress });
    expect(single?.progress).toBe(type === 3 ? 74 / 250 : 108 / 250);
  });
});

test("a campaign that is another client's, deleted or unknown is not found", async () => {
  const stranger = await api.signIn(await makeClient(db));
  const id = await makeCampaign(db, client.clientId, { name: 'Hidden' });
  expect((await manager.get(`/api/livemonitoring/${id}`)).status).toBe(200);
  expect((await stranger.get(`/api/livemonitoring/${id}`)).status).toBe(404);
  expect((await stranger.get('/api/livemonitoring')).json()).toEqual([]);
  await manager.post(`/api/campaign/${id}/delete`, {});
  expect((await manager.get(`/api/livemonitoring/${id}`)).status).toBe(404);
  expect((await manager.get('/api/livemonitoring/987654')).status).toBe(404);
});

test('another clientId is refused, and nothing is shown without a token', async () => {
  expect((await manager.get('/api/livemonitoring?clientId=987654')).status).toBe(403);
  expect((await api.stranger.get('/api/livemonitoring')).status).toBe(401);
});

test('the campaign and its lists are counted at one instant: their figures agree while calls end', async () => {
  const campaignId = await makeCampaign(db, client.clientId, { name: 'Busy' });
  const name = 'Only one';
  const listId = await makeCallList(db, client.clientId, { campaignId, name, phones: 100_000 });
  let ending = true;
  const calls = (async () => {
    while (ending) {
      await asClient(db, client.clientId, (tx) =>
        tx.run('UPDATE call_list_count SET person = person + 1 WHERE call_list_id = $1', [listId]),
      );
    }
  })();
  const seen: unknown[][] = [];
  for (let n = 0; n < 60; n += 1) {
    // What the client does ends the response that is shared.
    await manager.post(`/api/campaign/${campaignId}/stop`, { campaignId });
    const { stats, calllists } = await watch(campaignId);
    seen.push([stats.countPerson, calllists[0]?.stats.countPerson]);
  }
  ending = false;
  await calls;
  expect(new Set(seen.map(([campaign]) => campaign)).size).toBeGreaterThan(10);
  expect(seen.filter(([campaign, list]) => campaign !== list)).toEqual([]);
});

test('a manager who stops a campaign sees it in the next response; what others do, within a second', async () => {
  const id = await makeCampaign(db, client.clientId, { name: 'Runs', runStatus: 3 });
  const status = async () =>
    (await manager.get('/api/livemonitoring'))
      .json<{ campaignId: number; campaignStatusName: string }[]>()
      .find(({ campaignId }) => campaignId === id)?.campaignStatusName;
  // Longer than the promise: a busy machine may not get to ask in time.
  await expect.poll(status, { timeout: 5_000 }).toBe('Running');
  await manager.post(`/api/campaign/${id}/stop`, { campaignId: id });
  expect(await status()).toBe('Stopping');
  await asClient(db, client.clientId, (tx) =>
    tx.run('UPDATE campaign SET run_status = 1 WHERE client_id = $1 AND campaign_id = $2', [
      client.clientId,
      id,
    ]),
  );
  await expect.poll(status, { timeout: 5_000 }).toBe('Stopped');
});

test('a report that a colleague reads ends no shared response, and a change does', async () => {
  const id = await makeCampaign(db, client.clientId, { name: 'Watched' });
  const rename = (name: string) =>
    asClient(db, client.clientId, (tx) =>
      tx.run('UPDATE campaign SET name = $3 WHERE client_id = $1 AND campaign_id = $2', [
        ...[client.clientId, id, name],
      ]),
    );
  const names = async () =>
    (await manager.get('/api/livemonitoring'))
      .json<{ campaignId: number; name: string }[]>()
      .filter(({ campaignId }) => campaignId === id)
      .map(({ name }) => name);
  /** What is shown within the age of a shared response, after it changed without an operation. */
  const shownAfter = async (path: string, body: object) => {
    for (;;) {
      await rename('Before');
      await manager.post(`/api/campaign/${id}/stop`, { campaignId: id });
      const began = performance.now();
      await names();
      await rename('After');
      await manager.post(path, body);
      const shown = await names();
      // Later, it would have ended by its age.
      if (performance.now() - began < monitoringAge) return shown;
    }
  };
  expect(await shownAfter('/api/reports/cdrcount', {})).toEqual(['Before']);
  expect(await shownAfter(`/api/campaign/${id}/stop`, { campaignId: id })).toEqual(['After']);
});
