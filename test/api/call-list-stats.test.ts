import { beforeAll, expect, test } from 'vitest';
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
let campaignId: number;
beforeAll(async () => {
  client = await makeClient(db);
  manager = await api.signIn(client);
  campaignId = await makeCampaign(db, client.clientId, { name: 'Counted' });
});

const make = (name: string, status: 1 | 2 | 3 | 4 | 5 | 6, lastCall: string | null = null) =>
  makeCallList(db, client.clientId, {
    campaignId,
    name,
    phones: 10,
    status,
    lastCall,
    counts: { person: 2, busy: 1, answered_seconds: 50, barred: 1 },
  });

test("Only Today's has lists that are Loaded or Open, and those called on today's Eastern day", async () => {
  await make('New', 1);
  await make('Processing', 2);
  await make('Open', 3);
  await make('Loaded', 4);
  await make('Closed today', 6, '2026-11-20T05:00:00Z');
  await make('Closed yesterday', 6, '2026-11-20T04:59:59Z');
  const response = await manager.get(
    `/api/calllist?clientId=${client.clientId}&campaignId=${campaignId}&type=1`,
  );
  const { calllists } = response.json<{ calllists: { originalFileName: string }[] }>();
  expect(calllists.map((list) => list.originalFileName)).toEqual([
    'Closed today',
    'Loaded',
    'Open',
  ]);
});

test('a list has the counts of its campaign type under its own id', async () => {
  const id = await make('One', 3);
  const response = await manager.get(`/api/calllist?calllistId=${id}&type=Broadcast`);
  expect(response.json()).toMatchObject({
    callListId: id,
    campaignId,
    countTotal: 10,
    countTotalCalled: 3,
    countPerson: 2,
    countTotalNoAnswer: 1,
    avgDuration: 25,
    dncCount: 1,
  });
});

test('another type is refused, an unknown list or campaign is not found', async () => {
  const id = await make('Two', 3);
  for (const type of ['3', '9', 'Mail']) {
    const wrong = await manager.get(`/api/calllist?calllistId=${id}&type=${type}`);
    expect([wrong.status, wrong.json<{ detail: string }>().detail]).toEqual([
      422,
      'Invalid campaign type!',
    ]);
  }
  expect((await manager.get('/api/calllist?calllistId=987654&type=1')).status).toBe(404);
  expect((await manager.get('/api/calllist?campaignId=987654&type=1')).status).toBe(404);
});
