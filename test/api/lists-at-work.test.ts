/** What lists of many rows need of the server: figures, copies, renames, files, people by name. */
import { expect, test } from 'vitest';
import type { AccountField } from '../../src/contract/account-field.ts';
import type { CallList } from '../../src/contract/call-list.ts';
import type { Campaign } from '../../src/contract/campaign.ts';
import type { CampaignFigures } from '../../src/contract/campaign-figures.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { Person } from '../../src/contract/person.ts';
import type { TextMessage } from '../../src/contract/text-message.ts';
import type { VoiceMessage, VoiceMessageStep } from '../../src/contract/voice-message.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { addCallRecords } from '../harness/call-records.ts';
import { makeCallList, makeCampaign, makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;
const manager = await api.signIn(client);
const stranger = await api.signIn(await makeClient(db));

const campaigns = async () => (await manager.get('/api/campaign')).json<Campaign[]>();
const run = (sql: string, values: unknown[]) =>
  asClient(db, clientId, (tx) => tx.run(sql, [clientId, ...values]));

test('lists come with names in the order of people: 2 before 10, whatever the case', async () => {
  for (const name of ['Wave 10', 'wave 2', 'Wave 2 b', 'Wave 02', 'Wave 1']) {
    await makeCampaign(db, clientId, { name });
  }
  const names = (await campaigns()).map(({ name }) => name).filter((name) => /^wave/i.test(name));
  expect(names).toEqual(['Wave 1', 'Wave 02', 'wave 2', 'Wave 2 b', 'Wave 10']);
});

test('the figures of all campaigns come in one response, and add up', async () => {
  const messageId = await makeVoiceMessage(db, clientId, 'Balance');
  const campaignId = await makeCampaign(db, clientId, {
    name: 'Figures',
    customerMessageId: messageId,
    reason: { code: 'no_list' },
  });
  const counts = { attempted: 90, person: 10, machine: 20, no_answer: 5, busy: 6, failed: 7 };
  const lastCall = '2026-11-20T15:00:00.000Z';
  await makeCallList(db, clientId, { campaignId, name: 'One', phones: 100, counts, lastCall });
  await makeCallList(db, clientId, {
    campaignId,
    name: 'Two',
    phones: 50,
    counts: { barred: 3, unknown: 1 },
  });
  const empty = await makeCampaign(db, clientId, { name: 'Empty' });
  const figures = (await manager.get('/api/campaign/figures')).json<CampaignFigures[]>();
  const of = (id: number) => figures.find((one) => one.campaignId === id);
  expect(of(campaignId)).toEqual({
    campaignId,
    total: 150,
    called: 49,
    person: 10,
    machine: 20,
    noAnswer: 11,
    failed: 8,
    delivered: 0,
    barred: 3,
    inProgress: 41,
    lastCall,
    reason: { code: 'no_list' },
    statusReason: expect.any(String),
    listNames: expect.arrayContaining(['One', 'Two']),
    messageNames: ['Balance'],
  });
  expect(of(empty)).toMatchObject({ total: 0, called: 0, lastCall: null, listNames: [] });
});

test('a copy of a campaign is stopped, has no list, and cannot start by itself, not even after a save', async () => {
  const id = await makeCampaign(db, clientId, { name: 'Original', runStatus: 3 });
  await makeCallList(db, clientId, { campaignId: id, name: 'Its list', phones: 10 });
  await run(
    `UPDATE campaign SET start_time = '09:00', stop_time = '20:00', start_automatically = true,
       stop_automatically = true, start_weekdays = '1111100', stop_weekdays = '1111100'
     WHERE client_id = $1 AND campaign_id = $2`,
    [id],
  );
  const copy = (await manager.post(`/api/campaign/${id}/copy`)).json<{
    campaignId: number;
    name: string;
  }>();
  expect(copy.name).toBe('Original copy');
  const stored = (await campaigns()).find(({ campaignId }) => campaignId === copy.campaignId);
  expect(stored).toMatchObject({
    campaignStatusName: 'Stopped',
    startAutomatically: false,
    startWeekdays: '0000000',
    stopAutomatically: true,
    stopWeekdays: '1111100',
    callsPerMinute: 60,
  });
  const lists = (await manager.get('/api/calllist')).json<CallList[]>();
  expect(lists.some(({ campaignId }) => campaignId === copy.campaignId)).toBe(false);
  const path = `/api/campaign/broadcast/${copy.campaignId}`;
  const item = (await manager.get(`${path}/item`)).json<Record<string, unknown>>();
  const { startAutomatically, stopAutomatically, ...saved } = item;
  expect((await manager.post(`${path}/edit`, saved)).status).toBe(200);
  const again = (await campaigns()).find(({ campaignId }) => campaignId === copy.campaignId);
  expect(again?.startAutomatically).toBe(false);
});

test('copies that are made at once have names of their own', async () => {
  const id = await makeCampaign(db, clientId, { name: 'At once' });
  const copies = await Promise.all(
    Array.from({ length: 3 }, () => manager.post(`/api/campaign/${id}/copy`)),
  );
  expect(copies.map((copy) => copy.json<{ name: string }>().name).sort()).toEqual([
    'At once copy',
    'At once copy 2',
    'At once copy 3',
  ]);
});

test('a copy of a message has its steps or its text, and no campaign', async () => {
  const data = new FormData();
  const messageSteps = [
    { messageStepType: 4, value: 'Hello.', ttsVoiceId: 4, stepOrder: 0 },
    { messageStepType: 5, ttsFieldId: 1, ttsVoiceId: 1, stepOrder: 1 },
  ];
  data.set('message', JSON.stringify({ name: 'Spoken', messageSteps }));
  const saved = await manager.post('/api/message/0/edit', data);
  const id = Number(saved.headers.get('content-location')?.split('/').at(-1));
  const copy = (await manager.post(`/api/message/${id}/copy`)).json<{ id: number; name: string }>();
  expect(copy.name).toBe('Spoken copy');
  const steps = (await manager.get(`/api/message/${copy.id}/steps`)).json<VoiceMessageStep[]>();
  expect(steps.map(({ value, ttsFieldId }) => [value, ttsFieldId])).toEqual([
    ['Hello.', 0],
    ['', 1],
  ]);
  const voice = (await manager.get('/api/message')).json<VoiceMessage[]>();
  expect(voice.find((one) => one.id === copy.id)).toMatchObject({ campaigns: '' });

  await manager.post('/api/messagetext/0/edit', { name: 'Written', message: 'Hi [first_name]' });
  const texts = async () => (await manager.get('/api/messagetext')).json<TextMessage[]>();
  const original = (await texts()).find(({ name }) => name === 'Written');
  await manager.post(`/api/messagetext/${original?.id}/copy`);
  expect((await texts()).find(({ name }) => name === 'Written copy')?.message).toBe(
    'Hi [first_name]',
  );
});

test('a list is renamed, and another client cannot', async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'Renames' });
  const id = await makeCallList(db, clientId, { campaignId, name: 'Before', phones: 1 });
  const rename = (name: string, who = manager) => who.post(`/api/calllist/${id}/rename`, { name });
  expect((await rename('Mine', stranger)).status).toBe(404);
  expect((await rename('  ')).json<ProblemBody>().detail).toContain('A name is required');
  expect((await rename('  After ')).json()).toBe(true);
  const lists = (await manager.get('/api/calllist')).json<CallList[]>();
  expect(lists.find(({ callListId }) => callListId === id)?.originalFileName).toBe('After');
});

test('values of a deleted field never appear under the name of a new one', async () => {
  const fields = async () => (await manager.get('/api/customfield')).json<AccountField[]>();
  const save = (name: string) => manager.post('/api/customfield/0/edit', { name });
  await save('Old balance');
  const old = (await fields()).find(({ name }) => name === 'Old balance');
  const campaignId = await makeCampaign(db, clientId, { name: 'Mapped' });
  const listId = await makeCallList(db, clientId, { campaignId, name: 'Mapped', phones: 1 });
  const map = `UPDATE call_list SET mapped_fields = ARRAY[$3::integer], status_id = $4
    WHERE client_id = $1 AND call_list_id = $2`;
  await run(map, [listId, (old?.customIndex ?? 0) + 11, 4]);
  const remove = () => manager.post(`/api/customfield/${old?.id}/delete`);
  const refused = await remove();
  expect([refused.status, refused.json<ProblemBody>().code]).toEqual([409, 'in_use']);

  await run(map, [listId, (old?.customIndex ?? 0) + 11, 6]);
  expect((await remove()).json()).toBe(true);
  expect((await remove()).status).toBe(404);
  await save('Old balance');
  const fresh = (await fields()).find(({ name }) => name === 'Old balance');
  expect(fresh?.used).toBe(false);
  expect(fresh?.customIndex).toBeGreaterThan(old?.customIndex ?? 0);
});

test('a message that speaks a field keeps it from being deleted', async () => {
  await manager.post('/api/customfield/0/edit', { name: 'Spoken field' });
  const fields = (await manager.get('/api/customfield')).json<AccountField[]>();
  const field = fields.find(({ name }) => name === 'Spoken field');
  const data = new FormData();
  const ttsFieldId = (field?.customIndex ?? 0) + 11;
  const messageSteps = [{ messageStepType: 5, ttsFieldId, ttsVoiceId: 1 }];
  data.set('message', JSON.stringify({ name: 'Speaks it', messageSteps }));
  expect((await manager.post('/api/message/0/edit', data)).status).toBe(200);
  const refused = await manager.post(`/api/customfield/${field?.id}/delete`);
  expect(refused.json<ProblemBody>().detail).toContain('uses this field');
});

const sendFile = (text: string, column?: string) => {
  const form = new FormData();
  if (column !== undefined) form.set('column', column);
  form.set('fileSelect', new Blob([text]), 'numbers.csv');
  return manager.post(`/api/donotcall/${clientId}/upload`, form);
};

test('a do-not-call file blocks its numbers, in open lists too, and says what each line was', async () => {
  const campaignId = await makeCampaign(db, clientId, { name: 'Calls them' });
  const listId = await makeCallList(db, clientId, { campaignId, name: 'Open', phones: 2 });
  await run(
    `INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone)
     VALUES ($1, $2, 1, 1, '12125550101'), ($1, $2, 2, 2, '12125550199')`,
    [listId],
  );
  await manager.post(`/api/donotcall/${clientId}/edit`, { phoneRestriction: '2125550102' });
  const file = 'Name,Phone\r\nAnn,(212) 555-0101\r\nBob,2125550102\r\nCy,123\r\nAnn,2125550101\r\n';
  const response = await sendFile(file);
  expect([response.status, response.json()], response.text).toEqual([
    200,
    { added: 1, alreadyThere: 2, invalid: 1, invalidLines: [{ line: 4, value: '123' }] },
  ]);
  const entries = await asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string; waits: boolean }>(
      `SELECT phone, state = 0 AS waits FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 ORDER BY phone`,
      [clientId, listId],
    ),
  );
  expect(entries).toEqual([
    { phone: '12125550101', waits: false },
    { phone: '12125550199', waits: true },
  ]);
  const found = await manager.get('/api/donotcall?limit=5&search=5550101');
  expect(found.json<{ entries: object[] }>().entries).toMatchObject([
    { phoneRestriction: '12125550101', source: 'manager', managerName: client.manager.name },
  ]);
});

test('a file without a number, or without its column, adds nothing and says so', async () => {
  const nothing = await sendFile('Name\r\nAnn\r\n');
  expect([nothing.status, nothing.json<ProblemBody>().detail]).toEqual([
    422,
    'The file has no telephone number. Nothing was added.',
  ]);
  const column = await sendFile('Name,Phone\r\nAnn,2125550103\r\n', 'Mobile');
  expect(column.json<ProblemBody>().detail).toContain('no column "Mobile"');
});

test('the whole list is exported as CSV with where each number came from', async () => {
  const response = await manager.get('/api/donotcall/export');
  const lines = response.text.replace('\ufeff', '').trim().split('\r\n');
  expect(lines[0]).toBe('Phone Number,Added By,Manager,Added (ET)');
  expect(lines.find((line) => line.startsWith('12125550102'))).toMatch(
    new RegExp(`^12125550102,Manager,${client.manager.name},\\d{4}-\\d\\d-\\d\\d [\\d:]{8} [AP]M$`),
  );
  expect((await stranger.get('/api/donotcall/export')).text.trim().split('\r\n')).toHaveLength(1);
});

test('people are found by parts of their names, newest first, and only those of the client', async () => {
  await addCallRecords(db, clientId, api.deps.vault, [
    { firstName: 'Marguerite', lastName: "O'Hara", phone: '12125550111' },
    { firstName: 'Margaret', lastName: 'Ohanian', phone: '12125550112' },
  ]);
  const find = async (search: string, who = manager) =>
    (await who.get(`/api/person?search=${encodeURIComponent(search)}`)).json<Person[]>();
  expect((await find("marg o'h")).map(({ name }) => name)).toEqual(["Marguerite O'Hara"]);
  expect((await find('marg')).map(({ phone }) => phone).sort()).toEqual([
    '12125550111',
    '12125550112',
  ]);
  expect(await find('marg%')).toEqual([]);
  expect(await find('marg', stranger)).toEqual([]);
  expect((await manager.get('/api/person?search=ma')).status).toBe(422);

  // The whole name, then whole words, then the newest; also when more records begin with it.
  const people = (count: number, firstName: string) =>
    Array.from({ length: count }, (_, at) => ({
      ...{ firstName: `${firstName}${at}`, lastName: `Lind${at}` },
      phone: `1${2_125_560_000 + at}`,
    }));
  const named = { firstName: 'Jo', lastName: 'Lin', phone: '12125550113' };
  await addCallRecords(db, clientId, api.deps.vault, [
    { ...named, startedAt: '2026-01-05T15:00:00Z' },
    {
      ...named,
      firstName: 'Lin',
      lastName: 'Jo',
      phone: '12125550114',
      startedAt: '2026-01-04T15:00:00Z',
    },
    ...people(600, 'Joan'),
  ]);
  const found = await find('jo lin');
  expect(found).toHaveLength(20);
  expect(found.slice(0, 2).map(({ name }) => name)).toEqual(['Jo Lin', 'Lin Jo']);
});
