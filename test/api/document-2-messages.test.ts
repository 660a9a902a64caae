/** What document 2 sections 3, 4 and 7 say of voice messages on the wire. */
import { beforeAll, expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { Caller } from '../harness/caller.ts';
import { makeVoiceMessage } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

type Row = Record<string, unknown>;

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const { clientId } = client;

let manager: Caller;
beforeAll(async () => {
  manager = await api.signIn(client);
});

const messages = async () => (await manager.get(`/api/message?clientId=${clientId}`)).json<Row[]>();

async function saved(messageSteps: object[]): Promise<Row[]> {
  const form = new FormData();
  // Every field of the documents' message, as their console sends them.
  const message = { id: 0, name: 'Reminder', clientId, messageStatusId: 1, campaigns: '' };
  const dates = { messageStatusName: 'Pending', created: '2020-01-01', updated: '2020-01-01' };
  form.set('message', JSON.stringify({ ...message, ...dates, messageSteps }));
  const response = await manager.post('/api/message/0/edit/', form);
  expect([response.status, response.json()], response.text).toEqual([200, true]);
  const id = response.headers.get('content-location')?.split('/').at(-1);
  return (await manager.get(`/api/message/${id}/steps?clientId=${clientId}`)).json();
}

test('a message has every documented field, its dates among them', async () => {
  await saved([{ messageStepType: 4, value: 'Hello.', ttsVoiceId: 1 }]);
  const [message = {}] = await messages();
  const fields = 'id, name, clientId, messageStatusId, messageStatusName, messageSteps, campaigns';
  expect(Object.keys(message)).toEqual(expect.arrayContaining(fields.split(', ')));
  for (const date of [message.created, message.updated]) {
    expect(Math.abs(Date.parse(String(date)) - Date.now())).toBeLessThan(600_000);
  }
});

test('a message status goes by its documented id and name', async () => {
  const statuses = { Pending: 1, Processing: 2, Ready: 3, Error: 4 };
  for (const [name, status] of Object.entries(statuses)) {
    const id = await makeVoiceMessage(db, clientId, name);
    await asClient(db, clientId, (tx) =>
      tx.run('UPDATE voice_message SET status_id = $2 WHERE voice_message_id = $1', [id, status]),
    );
  }
  const all = await messages();
  for (const [name, status] of Object.entries(statuses)) {
    const message = all.find((one) => one.name === name);
    expect([message?.messageStatusId, message?.messageStatusName]).toEqual([status, name]);
  }
});

test('a step is saved with every documented field and returned with those that are kept', async () => {
  const step = {
    id: 0,
    messageId: 0,
    messageStepType: 5,
    stepOrder: 0,
    value: '',
    ttsVoiceId: 1,
    fileName: '',
    ttsModeId: 2,
    ttsFieldId: 3,
    file: null,
    clientsFileName: '',
    isDirty: false,
    phoneNumber: null,
  };
  const [first] = await saved([step]);
  const { file, isDirty, phoneNumber, ...kept } = step;
  expect(first).toMatchObject({
    ...kept,
    id: expect.any(Number),
    messageId: expect.any(Number),
  });
});

test('a step that says only what it speaks takes the documented defaults', async () => {
  const [fixed] = await saved([{ messageStepType: 4, value: 'Hello.', ttsVoiceId: 1 }]);
  expect(fixed).toMatchObject({ stepOrder: 0, ttsModeId: 1 });
  const [field] = await saved([{ messageStepType: 5, ttsFieldId: 1, ttsVoiceId: 1 }]);
  expect(field).toMatchObject({ stepOrder: 0, ttsModeId: 1, value: '' });
});

test('ttsfield/getinuse returns id and value of the eleven fixed fields and of those enabled for messages', async () => {
  await manager.post('/api/customfield/0/edit', { name: 'Balance' });
  await manager.post('/api/customfield/0/edit', { name: 'Note', messageEnabled: false });
  const fields = (await manager.get(`/api/ttsfield/getinuse?clientId=${clientId}`)).json<Row[]>();
  expect(fields).toHaveLength(12);
  expect(fields[0]).toEqual({ id: 1, value: 'First Name' });
  expect(fields[11]).toEqual({ id: 12, value: 'Balance' });
});
