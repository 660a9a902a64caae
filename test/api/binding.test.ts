import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import multipart from '@fastify/multipart';
import { fastify } from 'fastify';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Bindings, bindOperations, route } from '../../src/api/binding.ts';
import { explainProblems } from '../../src/api/plugins/problems.ts';
import { authentication } from '../../src/api/plugins/session.ts';
import { maxUploadBytes, uploadCallList } from '../../src/contract/call-list-upload.ts';
import { problem } from '../../src/contract/errors.ts';
import { allOperations } from '../../src/contract/operations.ts';
import { createVault } from '../../src/db/encryption.ts';
import { caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';

const db = await freshDatabase();
const client = await makeClient(db);
const token = await openSession(db, client.clientId, client.manager.managerId);

/** What the handler below saw, in order. */
let seen: string[] = [];
let refusal: Error | undefined;
beforeEach(() => {
  seen = [];
  refusal = undefined;
});

/** The real binding with a handler that only counts what a form brings. */
const app = fastify();
explainProblems(app);
await app.register(multipart);
const bindings: Bindings = new Map();
route(bindings, uploadCallList, async ({ form }) => {
  const { callListMap } = await form({
    onField: async (name) => {
      seen.push(name);
    },
    onFile: async ({ field, fileName, stream }) => {
      let bytes = 0;
      for await (const chunk of stream) {
        bytes += (chunk as Buffer).length;
        if (refusal) throw refusal;
      }
      seen.push(`${field} ${fileName} ${bytes}`);
    },
  }).catch((error: Error) => {
    seen.push(`failed: ${error.message}`);
    throw error;
  });
  const counts = { accountsTotal: 0, accountsNotImported: 0, accountPhonesTotal: 0 };
  const phones = { accountPhonesImported: 0, wrongFormatPhoneNumbers: 0, fieldsTrucated: 0 };
  const callListId = callListMap.campaignId;
  return { callListId, ...counts, ...phones, restrictedPhoneNotCallable: 0, unknownStates: 0 };
});
for (const { name } of allOperations) {
  if (!bindings.has(name))
    bindings.set(name, () => Promise.reject(problem('not_found', 'Unused.')));
}
const kept = { db, vault: createVault(Buffer.alloc(32, 7)) };
bindOperations(app, bindings, {
  authenticate: authentication(app, db),
  checkResponses: true,
  kept,
});
const url = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());
const me = caller(url, token);

const settings = { callListName: 'L', campaignId: 7, delimiter: ',', callListMapList: [] };
const file = (content: string) => new Blob([content], { type: 'text/csv' });

function formOf(parts: [name: string, value: string | Blob][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

const upload = (parts: [string, string | Blob][]) => me.post('/api/calllist/upload', formOf(parts));

test('fields may come before or after the file, and unknown parts are ignored', async () => {
  const parts: [string, string | Blob][] = [
    ['callListMap', JSON.stringify(settings)],
    ['fileSelect', file('a,b')],
    ['other', 'x'],
    ['photo', file('not asked for')],
  ];
  for (const order of [parts, parts.toReversed()]) {
    const uploaded = await upload(order);
    expect([uploaded.status, uploaded.text]).toEqual([
      200,
      expect.stringContaining('"callListId":7'),
    ]);
  }
  expect(seen).toEqual(['callListMap', 'fileSelect blob 3', 'fileSelect blob 3', 'callListMap']);
});

test('a field that is no JSON returns 400, one that breaks a rule 422, each with its path', async () => {
  const broken = await upload([['callListMap', '{']]);
  expect([broken.status, broken.json()]).toEqual([
    400,
    expect.objectContaining({ detail: 'The field callListMap is not valid JSON.' }),
  ]);
  const unnamed = { ...settings, callListName: ' ' };
  const nameless = await upload([['callListMap', JSON.stringify(unnamed)]]);
  expect(nameless.json()).toMatchObject({
    status: 422,
    detail: 'A name is required for the contact list',
    errors: [{ path: 'callListMap.callListName' }],
  });
  expect((await upload([['fileSelect', file('a')]])).status).toBe(422);
});

test('another client in a field returns 403 before the file is read', async () => {
  const foreign = JSON.stringify({ ...settings, clientId: client.clientId + 1 });
  const uploaded = await upload([
    ['callListMap', foreign],
    ['fileSelect', file('a')],
  ]);
  expect(uploaded.status).toBe(403);
  expect(seen).toEqual(['failed: This belongs to another client.']);
});

test('a refusal in the middle of a large file is a response, not a cut connection', async () => {
  refusal = problem('bad_file', 'Line 2 is not text.');
  const uploaded = await upload([
    ['callListMap', JSON.stringify(settings)],
    ['fileSelect', new Blob([Buffer.alloc(40_000_000, 'x')])],
  ]);
  expect(uploaded.json()).toMatchObject({ status: 422, detail: 'Line 2 is not text.' });
  refusal = undefined;
  expect((await me.post('/api/calllist/upload', formOf([]))).status).toBe(422);
});

test('a file over the limit returns 413: at once by its length, or when it has gone over', async () => {
  const boundary = 'frontier';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="fileSelect"; filename="a.csv"\r\n\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  const chunk = Buffer.alloc(1_048_576, 'x');
  async function* body() {
    yield Buffer.from(head);
    for (let sent = 0; sent <= maxUploadBytes; sent += chunk.length) yield chunk;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  const response = await fetch(`${url}/api/calllist/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: Readable.toWeb(Readable.from(body())) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  expect([response.status, (await response.json()) as object]).toEqual([
    413,
    expect.objectContaining({ detail: 'The file is over the limit of 120 MiB.' }),
  ]);
  expect(seen.at(0)).toBe(`fileSelect a.csv ${maxUploadBytes}`);

  const announced = await firstLine([
    'POST /api/calllist/upload HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${maxUploadBytes * 2}`,
  ]);
  expect(announced).toBe('HTTP/1.1 413 Payload Too Large');
});

test('a connection that is cut in the middle of a file fails the form', async () => {
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  const lines = [
    'POST /api/calllist/upload HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${token}`,
    'Content-Type: multipart/form-data; boundary=b',
    'Content-Length: 100000',
    '',
    '--b',
    'Content-Disposition: form-data; name="fileSelect"; filename="a.csv"',
    '',
    'half a li',
  ];
  socket.write(lines.join('\r\n'));
  await sleep(100);
  socket.destroy();
  for (let wait = 0; wait < 40 && seen.length === 0; wait += 1) await sleep(25);
  expect(seen).toEqual([expect.stringContaining('failed:')]);
});

test('an operation without a handler stops the start', () => {
  const other = fastify();
  const some = new Map([...bindings].filter(([name]) => name !== uploadCallList.name));
  const options = { authenticate: authentication(other, db), checkResponses: true, kept };
  expect(() => bindOperations(other, some, options)).toThrow(
    'The operation uploadCallList has no handler.',
  );
});

test('an operation is for those who are signed in, and for their own client', async () => {
  expect((await me.get('/api/manager')).status).toBe(404);
  expect((await caller(url).get('/api/manager')).status).toBe(401);
  expect((await me.get(`/api/manager?clientId=${client.clientId + 1}`)).status).toBe(403);
});

/** The first line of the response to a request whose body never comes. */
function firstLine(head: string[]): Promise<string> {
  const { port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(`${head.join('\r\n')}\r\n\r\n`);
    });
    socket.once('data', (chunk) => {
      resolve(String(chunk).split('\r\n')[0] ?? '');
      socket.destroy();
    });
    socket.on('error', reject);
  });
}
