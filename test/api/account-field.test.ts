import { expect, test } from 'vitest';
import type { AccountField } from '../../src/contract/account-field.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const manager = await api.signIn(client);

const save = (field: object, id = 0) => manager.post(`/api/customfield/${id}/edit`, field);
const list = async () => (await manager.get('/api/customfield')).json<AccountField[]>();
const named = async (name: string) => (await list()).find((field) => field.name === name);

test('a field is made, renamed and switched off for messages', async () => {
  expect((await save({ name: ' Balance Due ' })).json()).toBe(true);
  const field = await named('Balance Due');
  expect(field).toMatchObject({ customIndex: 1, messageEnabled: true, used: false });
  const spoken = async () =>
    (await manager.get('/api/ttsfield/getinuse')).json<{ id: number; value: string }[]>();
  expect((await spoken()).slice(-2)).toEqual([
    { id: 11, value: 'External Id' },
    { id: 12, value: 'Balance Due' },
  ]);
  await save({ id: field?.id, name: 'Amount', messageEnabled: false }, field?.id);
  expect(await named('Amount')).toMatchObject({ id: field?.id, messageEnabled: false });
  expect(await spoken()).toHaveLength(11);
});

test('a field is used while a list that is not closed maps it, or a message speaks it', async () => {
  await save({ name: 'Mapped' });
  await save({ name: 'Spoken' });
  const indexes = new Map((await list()).map(({ name, customIndex }) => [name, customIndex + 11]));
  const { clientId } = client;
  await asClient(db, clientId, async (tx) => {
    const campaign = await tx.row<{ id: number }>(
      `INSERT INTO campaign (client_id, name, campaign_type) VALUES ($1, 'C', 1)
       RETURNING campaign_id AS id`,
      [clientId],
    );
    await tx.run(
      `INSERT INTO call_list (client_id, campaign_id, name, status_id, mapped_fields)
       VALUES ($1, $2, 'L', 4, ARRAY[$3::integer])`,
      [clientId, campaign?.id, indexes.get('Mapped')],
    );
  });
  const data = new FormData();
  const step = { messageStepType: 5, ttsVoiceId: 1, ttsFieldId: indexes.get('Spoken') };
  data.set('message', JSON.stringify({ name: 'M', messageSteps: [step] }));
  expect((await manager.post('/api/message/0/edit', data)).status).toBe(200);
  expect((await list()).filter(({ used }) => used).map(({ name }) => name)).toEqual([
    'Mapped',
    'Spoken',
  ]);
  await asClient(db, clientId, (tx) =>
    tx.run('UPDATE call_list SET status_id = 6 WHERE client_id = $1', [clientId]),
  );
  expect((await named('Mapped'))?.used).toBe(false);
});

test.each([
  [{ name: '' }, 422, 'Name is Required'],
  [{ name: 'mapped' }, 409, 'An account field with this name already exists.'],
  [{ name: 'First name' }, 409, 'An account field with this name already exists.'],
])('%j is refused', async (field, status, sentence) => {
  const response = await save(field);
  expect([response.status, response.json<ProblemBody>().detail]).toEqual([status, sentence]);
});

test('a 51st field is refused, and fields added at once never share an index', async () => {
  const free = 50 - (await list()).length;
  await Promise.all(Array.from({ length: free }, (_, index) => save({ name: `Field ${index}` })));
  const indexes = (await list()).map(({ customIndex }) => customIndex);
  expect(indexes).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
  const response = await save({ name: 'One more' });
  expect([response.status, response.json<ProblemBody>().detail]).toEqual([
    422,
    'There are already 50 account fields. No more can be added.',
  ]);
});

test('a field of another client is not there', async () => {
  const other = await api.signIn(await makeClient(db));
  const [field] = await list();
  const response = await other.post(`/api/customfield/${field?.id}/edit`, { name: 'Mine now' });
  expect(response.status).toBe(404);
});
