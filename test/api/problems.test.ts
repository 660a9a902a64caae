import { connect } from 'node:net';
import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { problemSchema } from '../../src/contract/errors.ts';
import { allOperations } from '../../src/contract/operations.ts';
import { closeDatabase, openDatabase } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import type { TestResponse } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const me = await api.signIn(await makeClient(db));

/** The problem in a response; fails when it is none. */
function problemIn(response: TestResponse) {
  expect(response.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  const body = problemSchema.parse(response.json());
  expect(body.status).toBe(response.status);
  return body;
}

test('an unknown path and a known path with another method return 404', async () => {
  for (const response of [
    await me.get('/api/nothing'),
    await me.post('/api/manager', {}),
    await me.get('/hubs/nothing'),
    await me.get('/api'),
  ]) {
    expect(problemIn(response)).toMatchObject({ status: 404, code: 'not_found' });
  }
});

test('a trailing slash does not matter', async () => {
  expect((await me.get('/api/manager/')).status).toBe(200);
  expect((await me.get('/api/security/testtoken/')).status).toBe(200);
});

test('a body that is no JSON returns 400, and an empty one is no body', async () => {
  for (const text of ['{"name":', 'name=Ann', '[1,]', '\u0000']) {
    const response = await me.post('/api/manager/add', text);
    expect(problemIn(response)).toMatchObject({
      code: 'malformed',
      detail: 'The body is not valid JSON.',
    });
  }
  const json = { 'content-type': 'application/json' };
  expect((await me.post('/api/security/logout', '', json)).status).toBe(204);
});

test('fields that are missing return 422 with the sentence at each field', async () => {
  const response = await api.stranger.post('/api/security/login', { username: ' ' });
  expect(problemIn(response)).toMatchObject({
    status: 422,
    code: 'rule_broken',
    detail: 'Code is required!',
    errors: [
      { path: 'code', message: 'Code is required!' },
      { path: 'username', message: 'Username is required!' },
      { path: 'password', message: 'Password is required!' },
    ],
  });
});

test('fields of the wrong type return 400 and say what they must be', async () => {
  const body = { code: 1, username: 'a', password: [] };
  const response = await api.stranger.post('/api/security/login', body);
  expect(problemIn(response)).toMatchObject({
    status: 400,
    code: 'malformed',
    detail: '"code" must be text.',
    errors: [{ path: 'code' }, { path: 'password', message: '"password" must be text.' }],
  });
  const noBody = await api.stranger.post('/api/security/login');
  expect(problemIn(noBody)).toMatchObject({ status: 422, detail: 'The body is required.' });
});

test('an id that is not a number returns 400', async () => {
  const fresh = await api.signIn(await makeClient(db));
  for (const id of ['abc', '1.5', 'NaN', '%20x']) {
    expect(problemIn(await fresh.get(`/api/manager/${id}/current`)).status).toBe(400);
  }
  expect(problemIn(await fresh.get(`/api/manager/${2 ** 60}/current`)).status).toBe(422);
});

test('an address that cannot be read returns 400', async () => {
  expect(problemIn(await me.get('/api/manager/%zz/current')).code).toBe('malformed');
});

test('a body over the limit returns 413, another media type 415', async () => {
  const client = await makeClient(db);
  const fresh = await api.signIn(client);
  const large = await fresh.post('/api/manager/add', { name: 'x'.repeat(2 * 1024 * 1024) });
  expect(problemIn(large)).toMatchObject({
    ...{ status: 413, code: 'too_large', detail: 'The body is over the limit of 1 MiB.' },
  });
  const form = new FormData();
  form.set('name', 'Ann');
  expect(problemIn(await fresh.post('/api/manager/add', form)).status).toBe(415);
  const xml = await fresh.post('/api/manager/add', '<a/>', { 'content-type': 'text/xml' });
  expect(problemIn(xml).code).toBe('wrong_media_type');
});

test('text with a NUL character is refused, not stored and no accident', async () => {
  const fresh = await api.signIn(await makeClient(db));
  const response = await fresh.post('/api/security/login', {
    code: 'a\0b',
    username: 'u',
    password: 'p',
  });
  expect(problemIn(response)).toMatchObject({
    status: 400,
    detail: 'Text cannot contain NUL characters.',
  });
  // The response begins only when the first part of the file is read.
  const file = await fresh.get('/api/audit/export?thingId=a%00b');
  expect(problemIn(file)).toMatchObject({
    ...{ status: 400, detail: 'Text cannot contain NUL characters.' },
  });
  expect(file.headers.get('content-disposition')).toBeNull();
});

/** The whole response to these bytes, once the server has closed the connection. */
function responseTo(bytes: string): Promise<string> {
  const { port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
  });
}

test('bytes that are no HTTP at all get a problem too', async () => {
  const response = await responseTo('NONSENSE\r\n\r\n');
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('application/problem+json');
});

test.each([
  ['no Host', []],
  ['two Hosts', ['Host: carillon', 'Host: elsewhere.example']],
])('a request with %s gets a problem, whatever it asks for', async (_, hosts) => {
  const head = ['GET /api/manager HTTP/1.1', ...hosts, 'Connection: close'];
  const response = await responseTo(`${head.join('\r\n')}\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('"code":"malformed"');
  expect(response).toContain('A request has one Host header.');
});

test('an expectation that nobody knows is ignored', async () => {
  const head = 'GET /health/live HTTP/1.1\r\nHost: carillon\r\nExpect: a-miracle';
  const response = await responseTo(`${head}\r\nConnection: close\r\n\r\n`);
  expect(response).toMatch(/^HTTP\/1\.1 200 /);
});

test('an unexpected error returns 500 with an incident that the log explains, and nothing internal', async () => {
  const broken = await testApi(db, {
    now: () => {
      throw new Error('the secret inside');
    },
  });
  const response = await broken.stranger.get('/api/simulation');
  const { code, detail } = problemIn(response);
  expect(code).toBe('internal');
  expect(response.text).not.toContain('secret');
  const incident = /incident ([0-9a-f-]{36})/.exec(detail)?.[1];
  const line = broken.logged.find((one) => one.incident === incident);
  expect(JSON.stringify(line)).toContain('the secret inside');
});

test('the log of an unforeseen database error holds no values of rows', async () => {
  const broken = await testApi(db, {
    now: () => {
      const detail = 'Failing row contains (Ann, 123-45-6789).';
      throw Object.assign(new DatabaseError('a check is violated', 1, 'error'), {
        severity: 'ERROR',
        code: '23514',
        detail,
        where: detail,
      });
    },
  });
  expect(problemIn(await broken.stranger.get('/api/simulation')).code).toBe('internal');
  const log = JSON.stringify(broken.logged);
  expect(log).toContain('a check is violated');
  expect(log).not.toContain('123-45-6789');
});

test('a lost database connection returns 503 with Retry-After, and the process lives on', async () => {
  const nowhere = openDatabase({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' });
  const away = await testApi(nowhere);
  const body = { code: 'c', username: 'u', password: 'p' };
  const response = await away.stranger.post('/api/security/login', body);
  expect(problemIn(response)).toMatchObject({ status: 503, code: 'database_unreachable' });
  expect(response.headers.get('retry-after')).toBe('5');
  expect(problemIn(await away.stranger.get('/health/ready')).status).toBe(503);
  expect((await away.stranger.get('/health/live')).status).toBe(200);
  expect((await away.stranger.get('/status')).status).toBe(503);
  await closeDatabase(nowhere);
});

test('every call that needs a token says 401 to a stranger, before it reads anything', async () => {
  for (const call of allOperations.filter(({ auth }) => auth !== 'none')) {
    const path = call.path.replaceAll(/\{\w+\}/g, '1');
    const query = `?${(call.when ?? []).map((key) => `${key}=1`).join('&')}`;
    const ask = call.method === 'GET' ? api.stranger.get : api.stranger.post;
    const response = await ask(path + query);
    expect([call.name, response.status]).toEqual([call.name, 401]);
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  }
});
