import { expect, test } from 'vitest';
import type { ProblemBody } from '../../src/contract/errors.ts';
import type { TextMessage } from '../../src/contract/text-message.ts';
import { testApi } from '../harness/api.ts';
import { makeCallList, makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { addContacts, makeTextCampaign, makeTextingNumber } from '../harness/text-data.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const manager = await api.signIn(client);
const otherClient = await makeClient(db);
const stranger = await api.signIn(otherClient);

const hello = { name: 'Reminder', message: 'Hello [first_name].' };
const save = (body: object, id = 0, who = manager) => who.post(`/api/messagetext/${id}/edit`, body);
const remove = (id: number, who = manager) => who.post(`/api/messagetext/${id}/delete`, {});

async function made(body: object = hello): Promise<number> {
  const response = await save(body);
  expect([response.status, response.json()], response.text).toEqual([200, true]);
  return Number(response.headers.get('content-location')?.split('/').at(-1));
}

async function list(): Promise<TextMessage[]> {
  return (await manager.get(`/api/messagetext?clientId=${client.clientId}`)).json();
}
const listed = async (id: number) => (await list()).find((message) => message.id === id);

test('a text message is saved with the body of the documents and returned as it was written', async () => {
  const message = 'Hello [first_name] [last_name],\nyour file is [file_number]. ’';
  const when = '2020-01-01T00:00:00.000Z';
  const id = await made({
    id: 0,
    clientId: client.clientId,
    name: '  Balance  ',
    message,
    campaigns: 'Ignored',
    created: when,
    updated: when,
  });
  const saved = await listed(id);
  expect(saved).toMatchObject({ clientId: client.clientId, name: 'Balance', message });
  expect(saved?.campaigns).toBe('');
  expect(saved?.created).not.toBe(when);
});

test('an edit keeps the message and its date of creation', async () => {
  const id = await made();
  const before = await listed(id);
  const response = await save({ id, name: 'Renamed', message: 'Good day.' }, id);
  expect(response.json()).toBe(true);
  expect(await listed(id)).toMatchObject({
    name: 'Renamed',
    message: 'Good day.',
    created: before?.created,
  });
  expect(Date.parse((await listed(id))?.updated ?? '')).toBeGreaterThan(
    Date.parse(before?.updated ?? ''),
  );
});

test.each([
  [{ name: ' ' }, 'name', 'Name is Required'],
  [{ name: undefined }, 'name', 'Name is Required'],
  [{ message: '' }, 'message', 'Message is Required'],
  [{ message: ' \n ' }, 'message', 'Message is Required'],
  [{ message: undefined }, 'message', 'Message is Required'],
  [{ message: 'x'.repeat(501) }, 'message', 'A message can have at most 500 characters.'],
  [{ message: 'Dear [name]' }, 'message', 'Invalid account fields: [name]'],
  [
    { message: '[First_Name] [first_name] [city] [city] []' },
    'message',
    'Invalid account fields: [First_Name], [city], []',
  ],
])(
  'a text message that breaks a rule is refused and says which (%#)',
  async (part, path, sentence) => {
    const before = (await list()).length;
    const response = await save({ ...hello, ...part });
    expect([response.status, response.json<ProblemBody>()]).toEqual([
      422,
      expect.objectContaining({
        code: 'rule_broken',
        detail: sentence,
        errors: [{ path, message: sentence }],
      }),
    ]);
    expect(await list()).toHaveLength(before);
  },
);

test('500 characters are saved, brackets that never close as well', async () => {
  expect((await listed(await made({ ...hello, message: 'x'.repeat(500) })))?.message).toHaveLength(
    500,
  );
  await made({ ...hello, message: 'Closed ] and open [first_name' });
});

test('a value that is not text is malformed', async () => {
  expect((await save({ ...hello, message: 7 })).status).toBe(400);
  expect((await save([])).status).toBe(400);
});

test('a text message names its campaigns and cannot be deleted while one uses it', async () => {
  const id = await made();
  const later = await makeTextCampaign(db, client.clientId, { name: 'Zeta', textMessageId: id });
  const first = await makeTextCampaign(db, client.clientId, { name: 'alpha', textMessageId: id });
  expect((await listed(id))?.campaigns).toBe('alpha, Zeta');
  const refused = await remove(id);
  expect([refused.status, refused.json<ProblemBody>()]).toEqual([
    409,
    expect.objectContaining({
      code: 'in_use',
      detail: 'A message belonging to a campaign cannot be deleted.',
    }),
  ]);
  for (const campaign of [later, first]) {
    await manager.post(`/api/campaign/${campaign}/delete`, {});
  }
  expect((await remove(id)).json()).toBe(true);
  expect(await listed(id)).toBeUndefined();
  expect((await remove(id)).status).toBe(404);
  expect((await save(hello, id)).status).toBe(404);
});

test('deleting a message and saving a campaign with it at once never leaves a campaign without its message', async () => {
  const sendersNumberId = await makeTextingNumber(db, client.clientId);
  for (let round = 0; round < 8; round += 1) {
    const id = await made();
    const body = { name: `Race ${round}`, textPerMinute: 1, messageTextId: id, sendersNumberId };
    const [deleted, saved] = await Promise.all([
      remove(id),
      manager.post('/api/campaigntext/0/edit', body),
    ]);
    expect([deleted.status, saved.status].sort()).toSatisfy(
      (both: number[]) => both.join() === '200,404' || both.join() === '200,409',
    );
  }
});

test('another client neither sees, changes nor deletes a text message', async () => {
  const id = await made();
  expect((await stranger.get('/api/messagetext')).json()).toEqual([]);
  expect((await save(hello, id, stranger)).status).toBe(404);
  expect((await remove(id, stranger)).status).toBe(404);
  expect((await manager.get(`/api/messagetext?clientId=${otherClient.clientId}`)).status).toBe(403);
  expect(await listed(id)).toMatchObject(hello);
});

test('the sample account is of a list of the campaign, else of the newest list, else null', async () => {
  const mine = await makeClient(db);
  const me = await api.signIn(mine);
  const sample = async (query = '') => (await me.get(`/api/messagetext/sample${query}`)).json();
  expect(await sample()).toBeNull();

  const campaignId = await makeTextCampaign(db, mine.clientId, { name: 'Texts' });
  const elsewhere = await makeCampaign(db, mine.clientId, { name: 'Calls' });
  const own = await makeCallList(db, mine.clientId, { campaignId, name: 'Own', phones: 2 });
  const newest = { campaignId: elsewhere, name: 'Newest', phones: 1 };
  await addContacts(db, mine.clientId, await makeCallList(db, mine.clientId, newest), [
    { first_name: 'Zoe', last_name: 'Quill', external_id: 'Z-1' },
  ]);
  await addContacts(db, mine.clientId, own, [
    { first_name: 'Ann' },
    { first_name: 'Bob', last_name: 'Marsh', external_id: 'B-2' },
  ]);
  const bob = { '[first_name]': 'Bob', '[last_name]': 'Marsh', '[file_number]': 'B-2' };
  expect(await sample(`?campaignId=${campaignId}`)).toEqual({ callListName: 'Own', values: bob });
  expect(await sample()).toMatchObject({ callListName: 'Newest' });
  expect((await me.get(`/api/messagetext/sample?campaignId=${elsewhere}`)).status).toBe(404);
});
