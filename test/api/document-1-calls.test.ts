/** The calls of document 1 section 7, asked as they stand there. */
import { expect, test } from 'vitest';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { documentWorld, type Row } from './document-1-world.ts';

const { db, api, client, manager, clientId, ids, closedList, got, posted } = await documentWorld();

test('POST /api/security/login returns the session record without a token, and nothing useful when refused', async () => {
  const { code, manager: first } = client;
  const { username, password } = first;
  const response = await api.stranger.post('/api/security/login', { code, username, password });
  expect(Object.keys(response.json<Row>()).sort()).toEqual([
    'bearerToken',
    'clientId',
    // Beyond the documents.
    'fullSsn',
    'id',
    'isAuthenticated',
    'name',
    'role',
    'userName',
  ]);
  const refused = await api.stranger.post('/api/security/login', { code, username, password: 'x' });
  expect(refused.status).toBe(401);
  expect(refused.text).not.toContain('bearerToken');
});

test('GET /api/security/testtoken returns 200, and 401 for a token that is rejected', async () => {
  expect((await manager.get('/api/security/testtoken')).status).toBe(200);
  const rejected = { authorization: 'Bearer made-up' };
  expect((await api.stranger.get('/api/security/testtoken', rejected)).status).toBe(401);
});

test('GET /api/campaign returns the campaigns, and the stats of one by the name of its type', async () => {
  const types = ['Broadcast', 'Linkback', 'Texting'] as const;
  const rows = (await manager.get(`/api/campaign?clientId=${clientId}`)).json<Row[]>();
  expect(rows.map((row) => row.campaignTypeName).sort()).toEqual([...types]);
  for (const { campaignTypeName, campaignType } of rows) {
    expect(types[Number(campaignType) - 1]).toBe(campaignTypeName);
  }
  for (const row of rows) {
    const stats = await got(
      `/api/campaign?clientId=${clientId}&campaignId=${row.campaignId}&type=${row.campaignTypeName}`,
    );
    expect(stats).toMatchObject({ campaignId: row.campaignId, campaignType: row.campaignType });
  }
});

test('a run status goes by its documented id and name', async () => {
  const own = await makeClient(db);
  const statuses = { Stopped: 1, Starting: 2, Running: 3, Stopping: 4 } as const;
  for (const [name, runStatus] of Object.entries(statuses)) {
    await makeCampaign(db, own.clientId, { name, runStatus });
  }
  const rows = (await (await api.signIn(own)).get('/api/campaign')).json<Row[]>();
  expect(rows).toHaveLength(4);
  for (const { name, campaignStatusId, campaignStatusName } of rows) {
    expect(campaignStatusName).toBe(name);
    expect(campaignStatusId).toBe(statuses[name as keyof typeof statuses]);
  }
});

test('POST /api/campaign/progress1 takes a list of ids and returns their progress', async () => {
  const asked = [ids.broadcast, ids.linkback];
  const response = await posted(`/api/campaign/progress1?clientId=${clientId}`, asked);
  expect(response).toEqual(asked.map((campaignId) => ({ campaignId, progress: 0 })));
});

test('a campaign is started, stopped and deleted with itself as the body', async () => {
  const id = await makeCampaign(db, clientId, { name: 'Runs', runStatus: 3 });
  const campaign = await got(`/api/campaign/broadcast/${id}/item`);
  await posted(`/api/campaign/${id}/stop`, campaign);
  // It has no list: the server says why it does not start.
  expect((await manager.post(`/api/campaign/${id}/start`, campaign)).status).toBe(409);
  const idle = await makeCampaign(db, clientId, { name: 'Idle' });
  const body = await got(`/api/campaign/broadcast/${idle}/item`);
  expect(await posted(`/api/campaign/${idle}/delete`, body)).toBe(true);
});

test('GET /api/campaign/dialer returns the voice campaigns only', async () => {
  const rows = (await manager.get(`/api/campaign/dialer?clientId=${clientId}`)).json<Row[]>();
  expect(new Set(rows.map((row) => row.campaignTypeName))).toEqual(
    new Set(['Broadcast', 'Linkback']),
  );
});

test.each(['broadcast', 'linkback'] as const)(
  'a %s is saved as it was read, without updated and campaignStarted; id 0 creates',
  async (type) => {
    const read = await got(`/api/campaign/${type}/${ids[type]}/item`);
    const { updated, campaignStarted, ...body } = read ?? {};
    expect([typeof updated, campaignStarted]).toEqual(['string', null]);
    expect(await posted(`/api/campaign/${type}/${ids[type]}/edit`, body)).toBe(true);
    const copy = { ...body, campaignId: 0, name: `A second ${type}` };
    expect(await posted(`/api/campaign/${type}/0/edit`, copy)).toBe(true);
    const names = (await manager.get('/api/campaign/dialer')).json<Row[]>().map((row) => row.name);
    expect(names).toContain(`A second ${type}`);
  },
);

test('GET /api/calllist returns lists, those of a campaign, and the stats of one by type 1, 2 or 3', async () => {
  const { calllists } = (await got(
    `/api/calllist?clientId=${clientId}&campaignId=${ids.broadcast}&type=Broadcast`,
  )) as { calllists: Row[] };
  expect(calllists).toEqual([
    { callListId: ids.list, originalFileName: 'Of the Broadcast', callListStatusId: 3 },
  ]);
  const statsOf = (id: number, type: number) =>
    got(`/api/calllist?clientId=${clientId}&calllistId=${id}&type=${type}`);
  expect(await statsOf(ids.list, 1)).toMatchObject({ callListId: ids.list, campaignType: 1 });
  expect(await statsOf(ids.linkbackList, 2)).toMatchObject({ campaignType: 2 });
  expect(await statsOf(ids.textList, 3)).toMatchObject({ campaignType: 3 });
});

test('POST /api/calllist/{id}/close takes the list as the body', async () => {
  const path = `/api/calllist?clientId=${clientId}`;
  const list = await got(path, (rows) => rows.find((row) => row.callListId === ids.list));
  expect(await posted(`/api/calllist/${ids.list}/close`, list)).toBe(true);
});

test('POST /api/calllist/{calllistId}/renew takes the renew request', async () => {
  const response = await manager.post(`/api/calllist/${closedList}/renew`, {
    newCalllistName: 'Again',
    calllistId: closedList,
    calllistName: 'Closed',
    campaignId: ids.broadcast,
    filterOptionNotCalled: true,
    filterOptionCalledAnswered: true,
    filterOptionCalledNotAnswered: true,
  });
  // The list of this test has counts and no entries.
  expect(response.json<Row>().code).toBe('nothing_to_call');
});

test('a do-not-call entry is deleted with itself as the body', async () => {
  const entry = await got(`/api/donotcall?clientId=${clientId}`);
  expect(entry).toMatchObject({ phoneRestriction: '13025550148', doNotCallTypeId: 1 });
  expect(await posted(`/api/donotcall/${clientId}/delete`, entry)).toBe(true);
  expect((await manager.get('/api/donotcall')).json()).toEqual([]);
});

test('an account field is saved with itself as the body', async () => {
  const field = await got(`/api/customfield?clientId=${clientId}`);
  const path = `/api/customfield/${field?.id}/edit?clientId=${clientId}`;
  expect(await posted(path, { ...field, name: 'Amount' })).toBe(true);
  expect(await got('/api/customfield')).toMatchObject({ id: field?.id, name: 'Amount' });
});
