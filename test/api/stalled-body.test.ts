import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
/** Long against what this machine does between two bytes, short against a test's patience. */
const bodyPatience = 1_200;
/** Bytes a second. */
const slowestBody = 500;
const api = await testApi(db, { bodyPatience, slowestBody });
const client = await makeClient(db);
const me = await api.signIn(client);
const campaignId = await makeCampaign(db, client.clientId, { name: 'Reminders' });

const settings = {
  callListName: 'People',
  campaignId,
  delimiter: ',',
  callListMapList: [
    {
      accountField: { id: 0, value: 'Phone Number' },
      selectedCallListField: [{ fieldColumn: 0, fieldName: 'Phone' }],
    },
  ],
  restriction: { restrictionType: 1 },
};
const part = (name: string, more = '') =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
const begin = `${part('callListMap')}${JSON.stringify(settings)}\r\n${part('fileSelect', '; filename="a.csv"')}Phone\n`;
const end = `\r\n${part('headers')}["Phone"]\r\n--b--\r\n`;
const form = 'multipart/form-data; boundary=b';

interface Sender {
  socket: Socket;
  /** The whole response, once the server has closed the connection. */
  finished: Promise<string>;
}

function send(path: string, type: string, length: number, body: string): Sender {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
  let received = '';
  const finished = new Promise<string>((resolve, reject) => {
    socket.on('data', (chunk) => {
      received += String(chunk);
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: carillon',
    `Authorization: Bearer ${me.token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    '',
    '',
  ];
  socket.write(head.join('\r\n') + body);
  return { socket, finished };
}

const lists = () =>
  asClient(db, client.clientId, (tx) => tx.rows<{ status: number }>('SELECT 1 FROM call_list'));

test('an upload that stops coming is ended with a sentence, and leaves no list', async () => {
  const { finished } = send('/api/calllist/upload?uploadKey=asleep', form, 100_000, begin);
  const response = await finished;
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response.toLowerCase()).toContain('connection: close');
  expect(response).toContain('Check the connection, then send it again.');
  expect(await lists()).toEqual([]);
  const progress = await me.get('/api/calllist/upload/asleep/progress');
  expect(progress.json()).toMatchObject({ stage: 'failed' });
});

/** Sends one byte of a body after the other until the server ends it. */
async function drip({ socket, finished }: Sender): Promise<string> {
  const timer = setInterval(() => socket.write(' '), bodyPatience / 10);
  return finished.finally(() => clearInterval(timer));
}

test('an upload that drips is ended with a sentence, and leaves no list', async () => {
  const sender = send('/api/calllist/upload', form, 100_000, begin);
  const response = await drip(sender);
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain(`fewer than ${slowestBody} bytes a second`);
  expect(await lists()).toEqual([]);
});

test('JSON that drips is ended, too', async () => {
  const response = await drip(send('/api/manager/add', 'application/json', 5_000, '{"name":'));
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain(`fewer than ${slowestBody} bytes a second`);
});

test('one that comes slowly, in small pieces, is taken whole', async () => {
  const pieces = Array.from({ length: 6 }, () => '3025550148\n'.repeat(100));
  const length = Buffer.byteLength([begin, ...pieces, end].join(''));
  const { socket, finished } = send('/api/calllist/upload', form, length, begin);
  for (const piece of pieces) {
    await sleep(bodyPatience / 3);
    socket.write(piece);
  }
  socket.write(end);
  const responded = new Promise((resolve) => socket.once('data', resolve));
  await responded;
  socket.end();
  expect(await finished).toMatch(/^HTTP.1\.1 200 .*"accountPhonesImported":/s);
});

test('JSON that stops coming is ended too', async () => {
  const { finished } = send('/api/manager/add', 'application/json', 500, '{"name": "An');
  const response = await finished;
  expect(response).toMatch(/^HTTP\/1\.1 400 /);
  expect(response).toContain('Check the connection, then send it again.');
});

test('a connection whose request got its response before its end is not kept open for the rest', async () => {
  const { finished } = send('/api/calllist/upload', form, 500_000_000, '--b\r\n');
  expect(await finished).toMatch(/^HTTP\/1\.1 413 /);
});

test('work on a body that is complete may take its time', async () => {
  const taken = await asClient(db, client.clientId, async (tx) => {
    await tx.run('SELECT FROM manager WHERE manager_id = $1 FOR UPDATE', [
      client.manager.managerId,
    ]);
    const saving = me.post(`/api/manager/${client.manager.managerId}/edit`, {
      name: 'Slow',
      username: client.manager.username,
      email: 'slow@example.com',
    });
    await sleep(bodyPatience * 2);
    return [saving];
  });
  expect((await taken[0])?.status).toBe(200);
});

const numbersForm = `${part('fileSelect', '; filename="a.csv"')}2125550187\n`;
const numbersPath = `/api/donotcall/${client.clientId}/upload`;

test('a do-not-call file that breaks off is refused, however it breaks off, and holds up no later one', async () => {
  // Once more than a client has turns.
  for (let n = 0; n < 5; n += 1) {
    const { socket } = send(numbersPath, form, numbersForm.length, numbersForm);
    const [response] = await once(socket, 'data');
    expect(String(response)).toContain('"code":"malformed"');
    socket.destroy();
  }
  for (let n = 0; n < 5; n += 1) {
    const { socket } = send(numbersPath, form, 100_000, numbersForm);
    await sleep(50);
    socket.destroy();
  }
  const stops = send(numbersPath, form, 100_000, numbersForm);
  expect(await stops.finished).toContain('Check the connection, then send it again.');
  const whole = new FormData();
  whole.set('fileSelect', new Blob(['2125550187\n']), 'a.csv');
  await expect.poll(async () => (await me.post(numbersPath, whole)).status).toBe(200);
});
