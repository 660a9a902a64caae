/** What the console and the operator are told of limits before they are reached. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { limitsNotes, setDailyLimits } from '../../src/db/queries/daily-limit.ts';
import { setLaunchApproval } from '../../src/db/queries/launch-approval.ts';
import { refuseFullLists } from '../../src/db/queries/list-quota.ts';
import { insertSound } from '../../src/db/queries/sound.ts';
import { testApi } from '../harness/api.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const me = await api.signIn(client);

const use = (calls: number) =>
  asClient(db, clientId, (tx) =>
    tx.run('UPDATE daily_use SET calls = $2 WHERE client_id = $1', [clientId, calls]),
  );
const read = async () => (await me.get('/api/limits')).json();

test('without limits nothing is said', async () => {
  expect(await read()).toEqual({
    ...{ daily: [], leastGapHours: 4 },
    ...{ launchApproval: false, awaitingApproval: [] },
  });
});

test('a limit of the day is announced at 80 %, and its end when it is reached', async () => {
  await setDailyLimits(db, clientId, { calls: 1_000, texts: null, cost: null });
  await use(799);
  expect(await read()).toMatchObject({
    daily: [{ kind: 'calls', used: 799, most: 1_000, state: 'below', sentence: null }],
  });
  expect(await asPlatform(db, limitsNotes)).toEqual([]);
  await use(800);
  expect(await read()).toMatchObject({
    daily: [
      { state: 'near', sentence: expect.stringMatching(/^800 of today's limit of 1,000 calls/) },
    ],
  });
  await use(1_000);
  expect(await read()).toMatchObject({ daily: [{ state: 'reached' }] });
  expect(await asPlatform(db, limitsNotes)).toMatchObject([
    { client: client.code, kind: 'calls', state: 'reached' },
  ]);
  const other = await api.signIn(await makeClient(db));
  expect((await other.get('/api/limits')).json()).toMatchObject({ daily: [] });
});

test('an administrator can require launch approval, and nobody but the operator can lift it', async () => {
  const one = await makeClient(db);
  const them = await api.signIn(one);
  const post = (body = {}) => them.post('/api/limits/launchapproval', body);
  expect((await post()).status).toBe(200);
  expect((await post({ required: false })).status).toBe(200);
  expect((await them.get('/api/limits')).json()).toMatchObject({ launchApproval: true });
});

test('the sounds of a client have a quota, which other clients do not fill', async () => {
  const [one, two] = [await makeClient(db), await makeClient(db)];
  const keep = (id: number, bytes: number) =>
    asClient(db, id, (tx) => insertSound(tx, id, new Uint8Array(bytes), 1_000_000));
  await keep(one.clientId, 700_000);
  await keep(one.clientId, 300_000);
  await expect(keep(one.clientId, 1)).rejects.toMatchObject({ code: 'too_large', status: 413 });
  await keep(two.clientId, 1_000_000);
});

test('the contact lists of a client have a quota, of lists and of numbers', async () => {
  const [one, two] = [await makeClient(db), await makeClient(db)];
  const campaignId = await makeCampaign(db, one.clientId, { name: 'Full' });
  for (const name of ['First', 'Second']) {
    await makeCallList(db, one.clientId, { campaignId, name, phones: 30, status: 6 });
  }
  const judge = (id: number, limit?: { lists: number; numbers: number }) =>
    asClient(db, id, (tx) => refuseFullLists(tx, id, limit));
  await judge(one.clientId, { lists: 3, numbers: 61 });
  await expect(judge(one.clientId, { lists: 3, numbers: 60 })).rejects.toThrow(/has 60 numbers,/);
  await expect(judge(one.clientId, { lists: 2, numbers: 61 })).rejects.toThrow(
    /has 2 contact lists,/,
  );
  await judge(two.clientId, { lists: 2, numbers: 60 });
  // Over HTTP: by figures that no test could load.
  const manager = await api.signIn(one);
  await asClient(db, one.clientId, (tx) =>
    tx.run(`UPDATE call_list SET phone_count = 100000000 WHERE client_id = $1 AND name = 'First'`, [
      one.clientId,
    ]),
  );
  const form = new FormData();
  form.append('fileSelect', new Blob(['PHONE\n2025550100\n']), 'one.csv');
  const refused = await manager.post(`/api/calllist/upload?uploadKey=${crypto.randomUUID()}`, form);
  expect(refused.json()).toMatchObject({
    code: 'too_large',
    detail: expect.stringContaining('has 100,000,000 numbers, which is the most.'),
  });
});

test('campaigns that wait for an approval are named, with who prepared them', async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'Reminders' });
  expect(await read()).toMatchObject({ awaitingApproval: [] });
  await asPlatform(db, (tx) => setLaunchApproval(tx, clientId, true));
  expect(await read()).toMatchObject({
    awaitingApproval: [{ campaignId, preparedBy: null, own: false }],
  });
  const set = client.manager.managerId;
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE campaign SET prepared_by = $2 WHERE campaign_id = $1', [campaignId, set]),
  );
  expect(await read()).toMatchObject({
    awaitingApproval: [{ campaignId, preparedBy: client.manager.name, own: true }],
  });
});
