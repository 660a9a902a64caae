import { beforeAll, describe, expect, test } from 'vitest';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

let client: TestClient;
let manager: Caller;
let campaignId: number;
beforeAll(async () => {
  client = await makeClient(db);
  manager = await api.signIn(client);
  campaignId = await makeCampaign(db, client.clientId, { name: 'Counted' });
  const lists = [
    {
      attempted: 100,
      person: 40,
      machine: 30,
      no_answer: 10,
      busy: 5,
      failed: 3,
      unknown: 2,
      barred: 10,
      answered_seconds: 1400,
    },
    {
      attempted: 40,
      person: 10,
      machine: 20,
      no_answer: 5,
      busy: 5,
      failed: 0,
      unknown: 0,
      barred: 10,
      answered_seconds: 700,
    },
  ];
  for (const [at, counts] of lists.entries()) {
    await makeCallList(db, client.clientId, {
      campaignId,
      name: `List ${at}`,
      phones: 200,
      counts,
    });
  }
});

const stats = (id: number, type?: string) =>
  manager.get(
    `/api/campaign?clientId=${client.clientId}&campaignId=${id}${type ? `&type=${type}` : ''}`,
  );

describe('the stats of a campaign', () => {
  test('are the sums over its lists, and the results add up to called', async () => {
    const response = await stats(campaignId);
    expect(response.json()).toEqual({
      campaignId,
      clientId: client.clientId,
      campaignType: 1,
      countTotal: 400,
      countTotalCalled: 130,
      countPerson: 50,
      countMachine: 50,
      countTotalNoAnswer: 25,
      countTotalFailed: 5,
      avgDuration: 21,
      dncCount: 20,
      countInProgress: 10,
    });
  });

  test.each(['1', 'Broadcast'])('type %s reads them', async (type) => {
    expect((await stats(campaignId, type)).status).toBe(200);
  });

  test.each(['2', '3', 'Linkback', 'Texting'])('type %s is not this campaign', async (type) => {
    const response = await stats(campaignId, type);
    expect(response.status).toBe(422);
    expect(response.json()).toMatchObject({ detail: 'Invalid campaign type!' });
  });

  test('an unknown type is refused, an unknown campaign is not found', async () => {
    expect((await stats(campaignId, '4')).status).toBe(422);
    expect((await stats(987_654)).status).toBe(404);
  });

  test('of a campaign without lists are zeros', async () => {
    const id = await makeCampaign(db, client.clientId, { name: 'Empty' });
    expect((await stats(id)).json()).toMatchObject({
      countTotal: 0,
      countTotalCalled: 0,
      avgDuration: 0,
    });
  });

  test('of a Linkback add transfers and their average', async () => {
    const id = await makeCampaign(db, client.clientId, { name: 'Linked', type: 2 });
    const counts = {
      person: 8,
      transferred: 2,
      abandoned: 1,
      transfer_seconds: 300,
      answered_seconds: 80,
    };
    await makeCallList(db, client.clientId, { campaignId: id, name: 'L', phones: 10, counts });
    expect((await stats(id, 'Linkback')).json()).toMatchObject({
      campaignType: 2,
      countTransfer: 2,
      countAbandoned: 1,
      avgDurationTransfer: 150,
      avgDuration: 10,
    });
  });

  test('of a text campaign are texts: remaining is the total less those sent', async () => {
    const id = await makeCampaign(db, client.clientId, { name: 'Texts', type: 3 });
    const counts = { attempted: 11, delivered: 6, failed: 1, unknown: 1, barred: 2 };
    await makeCallList(db, client.clientId, { campaignId: id, name: 'T', phones: 20, counts });
    expect((await stats(id, '3')).json()).toEqual({
      campaignId: id,
      clientId: client.clientId,
      campaignType: 3,
      textTotal: 20,
      textDelivered: 6,
      textFailed: 2,
      textRemaining: 12,
      dncCount: 2,
      countInProgress: 3,
    });
  });
});

describe('progress', () => {
  const progress = (ids: number[]) => manager.post('/api/campaign/progress1', ids);

  test('is (called + barred for good) / total, and 0 without phones', async () => {
    const empty = await makeCampaign(db, client.clientId, { name: 'No phones' });
    expect((await progress([campaignId, empty])).json()).toEqual([
      { campaignId, progress: 150 / 400 },
      { campaignId: empty, progress: 0 },
    ]);
  });

  test("another client's campaign is not found", async () => {
    const other = await makeClient(db);
    const theirs = await makeCampaign(db, other.clientId, { name: 'Theirs' });
    expect((await progress([campaignId, theirs])).status).toBe(404);
  });

  test('of no campaigns is empty', async () => {
    expect((await progress([])).json()).toEqual([]);
  });
});
