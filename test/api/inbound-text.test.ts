import { expect, test } from 'vitest';
import type { InboundText } from '../../src/contract/inbound-text.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts } from '../harness/text-data.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const manager = await api.signIn(client);
const { clientId } = client;

const list = async (more = '') =>
  (await manager.get(`/api/inboundmessagetext?clientId=${clientId}${more}`)).json<InboundText[]>();

test('an inbound text has every documented field, and the newest comes first', async () => {
  await addInboundTexts(db, clientId, [
    { message: 'Who is this?', received: '2026-11-20T15:41:00Z' },
    { message: 'STOP', received: '2026-11-20T15:43:00Z', intent: 3, phone: '12125550199' },
    { message: 'HELP', received: '2026-11-20T15:42:00Z', intent: 4 },
  ]);
  const texts = await list();
  expect(texts.map(({ message }) => message)).toEqual(['STOP', 'HELP', 'Who is this?']);
  expect(texts[0]).toEqual({
    id: expect.any(Number),
    phoneNumber: '12125550199',
    date: '2026-11-20T15:43:00.000Z',
    message: 'STOP',
    messageIntent: 3,
  });
});

test('beyond the documents it returns only the newest, or only what came after a known text', async () => {
  const texts = await list();
  const newest = Math.max(...texts.map(({ id }) => id));
  expect(await list('&limit=1')).toEqual(texts.slice(0, 1));
  expect(await list(`&after=${newest}`)).toEqual([]);
  await addInboundTexts(db, clientId, [{ message: 'Late', received: '2026-11-20T15:00:00Z' }]);
  expect((await list(`&after=${newest}`)).map(({ message }) => message)).toEqual(['Late']);
  const refused = await manager.get('/api/inboundmessagetext?limit=0');
  expect(refused.status).toBe(422);
});

test('a long list comes whole and in its order, also where texts share an instant', async () => {
  const other = await makeClient(db);
  const many = Array.from({ length: 12_000 }, (_, at) => ({
    message: `Text ${at}`,
    received: new Date(Date.UTC(2026, 10, 20) + Math.floor(at / 3_000) * 1_000).toISOString(),
  }));
  await addInboundTexts(db, other.clientId, many);
  const them = await api.signIn(other);
  const texts = (await them.get('/api/inboundmessagetext')).json<InboundText[]>();
  expect(texts.map(({ message }) => message)).toEqual(many.map(({ message }) => message).reverse());
});

test('a client sees its own inbound texts only', async () => {
  const other = await makeClient(db);
  const stranger = await api.signIn(other);
  expect((await stranger.get('/api/inboundmessagetext')).json()).toEqual([]);
  expect((await stranger.get(`/api/inboundmessagetext?clientId=${clientId}`)).status).toBe(403);
  expect((await api.stranger.get('/api/inboundmessagetext')).status).toBe(401);
});
