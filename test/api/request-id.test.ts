import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { recordingHubPath } from '../../src/contract/message-recording.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';

const db = await freshDatabase();
const api = await testApi(db, { trustedProxies: ['127.0.0.1'] });
const client = await makeClient(db);
const me = await api.signIn(client);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const lineOf = (requestId: string) =>
  until(async () =>
    api.logged.find((one) => one.requestId === requestId && one.msg === 'responded'),
  );

test('an id that comes with a request is its own in the response and in the log', async () => {
  const given = 'lb-7f3a.2_X';
  const headers = { 'x-request-id': given, 'x-forwarded-for': '203.0.113.9' };
  const response = await me.get('/api/manager?search=Ann', headers);
  expect(response.headers.get('x-request-id')).toBe(given);
  expect(await lineOf(given)).toMatchObject({
    ...{ method: 'GET', route: '/api/manager', status: 200, address: '203.0.113.9' },
    ...{ clientId: client.clientId, ms: expect.any(Number) },
  });
  expect(JSON.stringify(await lineOf(given))).not.toContain('Ann');
});

test('the log has the pattern of an address and its ids, and nothing else of it', async () => {
  await me.get('/api/manager/999/current', { 'x-request-id': 'with-id' });
  expect(await lineOf('with-id')).toMatchObject({
    ...{ route: '/api/manager/{id}/current', ids: { id: 999 }, status: 404 },
  });
  await me.get('/api/manager/13035550100/current', { 'x-request-id': 'a-phone' });
  expect(JSON.stringify(await lineOf('a-phone'))).not.toContain('13035550100');
  await me.get('/Ann-Example', { 'x-request-id': 'unknown' });
  const unknown = await lineOf('unknown');
  expect(unknown).toMatchObject({ route: null, status: 404 });
  expect(JSON.stringify(unknown)).not.toContain('Ann');
});

test('without an id, or with one that no log may hold, a request gets a new one', async () => {
  for (const bad of [undefined, 'x'.repeat(129), 'two words', '{"a":1}', 'é']) {
    const headers: Record<string, string> = bad === undefined ? {} : { 'x-request-id': bad };
    const response = await me.get('/health/live', headers);
    expect(response.headers.get('x-request-id')).toMatch(uuid);
  }
});

test('every response has it, errors too, and a problem names it', async () => {
  const json = { 'content-type': 'application/json' };
  for (const [id, response] of [
    ['gone', await me.get('/api/nothing', { 'x-request-id': 'gone' })],
    ['bad-url', await me.get('/api/manager/%zz/current', { 'x-request-id': 'bad-url' })],
    ['nobody', await api.stranger.get('/api/manager', { 'x-request-id': 'nobody' })],
    ['no-json', await me.post('/api/manager/add', '{', { ...json, 'x-request-id': 'no-json' })],
    ['negotiate', await me.post(`${recordingHubPath}x`, '', { 'x-request-id': 'negotiate' })],
  ] as const) {
    expect([id, response.headers.get('x-request-id')]).toEqual([id, id]);
    expect(response.json()).toMatchObject({ requestId: id });
  }
});

test('bytes that are no HTTP get an id with their refusal', async () => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.write('NONSENSE\r\n\r\n');
  await once(socket, 'end');
  const [, id] = /^X-Request-Id: (.*)\r$/m.exec(text) ?? [];
  expect(id).toMatch(uuid);
  expect(text).toContain(`"requestId":"${id}"`);
});

test('the hub takes and returns it, whether it lets one in or not', async () => {
  const address = (token: string) =>
    `${api.url.replace('http', 'ws')}${recordingHubPath}?access_token=${token}`;
  const headers = { 'x-request-id': 'hub-in', 'x-forwarded-for': '203.0.113.9' };
  const socket = new WebSocket(address(me.token ?? ''), { headers });
  const [upgrade] = await once(socket, 'upgrade');
  expect(upgrade.headers['x-request-id']).toBe('hub-in');
  expect(await lineOf('hub-in')).toMatchObject({
    ...{ status: 101, route: recordingHubPath, address: '203.0.113.9' },
  });
  socket.terminate();
  const refused = new WebSocket(address('y'.repeat(43)), {
    headers: { 'x-request-id': 'hub-out' },
  });
  refused.on('error', () => {});
  const [, response] = await once(refused, 'unexpected-response');
  expect([response.statusCode, response.headers['x-request-id']]).toEqual([401, 'hub-out']);
  response.destroy();
});
