import { expect, test } from 'vitest';
import { callListTexts } from '../../src/contract/call-list.ts';
import type { KeptData } from '../../src/contract/retention.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { daysAgo, keeps, makeOldList, standStill } from '../retention/world.ts';

const db = await freshDatabase();
await standStill(db);
const api = await testApi(db);

test('before the first sweep of the night it is counted for the screen', async () => {
  const client = await makeClient(db);
  await makeOldList(db, client.clientId, { age: 20 });
  const me = await api.signIn(client);
  const kinds = (await me.get('/api/retention/kinds')).json<KeptData[]>();
  expect(kinds.find(({ kind }) => kind === 'calls')).toMatchObject({
    ...{ rows: 10, bytes: null, countedAt: null, nextRows: null, lastDeletion: null },
  });
});

test('a list whose contact data was deleted is neither reused nor shown row by row, and says why', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const list = await makeOldList(db, clientId, { age: 800, rejected: 3 });
  const campaignId = await makeCampaign(db, clientId, { name: 'Next' });
  const me = await api.signIn(client);
  const reuse = () =>
    me.post(`/api/calllist/${list.callListId}/renew`, {
      ...{ clientId, campaignId, newCalllistName: 'Again', filterOptionNotCalled: true },
      ...{ filterOptionCalledAnswered: true, filterOptionCalledNotAnswered: true },
    });
  await runRetention(db);
  const [reused, rejected] = [
    await reuse(),
    await me.get(`/api/calllist/${list.callListId}/rejected?clientId=${clientId}`),
  ];
  for (const response of [reused, rejected]) {
    expect(response.status).toBe(409);
    expect(response.text).toContain(callListTexts.contactsDeleted);
  }
});

test('a client sees up to when calls were deleted, and how long reports are kept', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const me = await api.signIn(client);
  const shown = async () => JSON.parse((await me.get(`/api/retention?clientId=${clientId}`)).text);
  expect(await shown()).toEqual({
    callsDeletedBefore: null,
    textsDeletedBefore: null,
    reportDays: 90,
  });
  await makeOldList(db, clientId, { age: 150 });
  await keeps(db, clientId, { calls: 100, reports: 30 });
  await runRetention(db);
  expect(await shown()).toEqual({
    callsDeletedBefore: '2026-02-01T00:00:00.000Z',
    textsDeletedBefore: null,
    reportDays: 30,
  });
});

test('an administrator sees what is kept, how long, what goes next, and what is gone', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  await makeOldList(db, clientId, { age: 150 });
  await makeOldList(db, clientId, { age: 20 });
  await keeps(db, clientId, { calls: 100, inbound: null });
  await runRetention(db);
  const me = await api.signIn(client);
  const kinds = (await me.get(`/api/retention/kinds?clientId=${clientId}`)).json<KeptData[]>();
  const of = (kind: string) => kinds.find((one) => one.kind === kind);
  expect(of('calls')).toEqual({
    ...{ kind: 'calls', days: 100, own: true, rows: 10, atLeast: false },
    ...{ bytes: expect.any(Number), countedAt: expect.any(String), nextRows: 10 },
    lastDeletion: { rows: 10, at: expect.any(String) },
    oldest: daysAgo(20).replace(':00.', ':01.'),
    // 100 days after the end of May.
    nextDeletion: '2026-09-09T07:37:00.000Z',
    deletedBefore: '2026-02-01T00:00:00.000Z',
  });
  expect(of('inbound')).toMatchObject({ days: null, own: true, rows: 0, nextDeletion: null });
  expect(of('contacts')).toMatchObject({ days: 730, own: false, deletedBefore: null });
  expect(of('contacts')).toMatchObject({ rows: 20, nextRows: 10, lastDeletion: null });
  expect(of('calls')?.bytes).toBeGreaterThan(0);
  // What is stored since then is counted by the next sweep of the night.
  await makeOldList(db, clientId, { age: 10 });
  const shown = async () =>
    (await me.get(`/api/retention/kinds?clientId=${clientId}`)).json<KeptData[]>()[1];
  expect(await shown()).toMatchObject({ kind: 'calls', rows: 10, nextRows: 10 });
  // Another retention: nobody has counted by it.
  await keeps(db, clientId, { calls: 200 });
  expect(await shown()).toMatchObject({ days: 200, nextRows: null });
  await runRetention(db);
  expect(await shown()).toMatchObject({ rows: 20, nextRows: 10 });
  const reporter = await makeManager(db, clientId, { role: 'manager' });
  const refused = await (await api.signIn(client, reporter)).get('/api/retention/kinds');
  expect(refused.status).toBe(403);
});
