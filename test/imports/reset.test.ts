import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { uploadTurnTexts } from '../../src/api/upload-turns.ts';
import { asClient } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeCampaign } from '../harness/campaign-data.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { leftovers, nothing } from './leftovers.ts';
import { mappingOf, uploadForm } from './uploads.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const me = await api.signIn(client);
const { clientId } = client;
const port = Number(new URL(api.url).port);

const head = (path: string, type: string, length: number) =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: carillon',
    `Authorization: Bearer ${me.token}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
    '\r\n',
  ].join('\r\n');

/** Sends this much of a request and resets the connection this many milliseconds later. */
async function cutAfter(ms: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((resolve) => socket.write(text, resolve));
  await sleep(ms);
  socket.resetAndDestroy();
}

const detailOf = async (response: Response) =>
  ((await response.json()) as { detail: string }).detail;

const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;

const underWay = async () => {
  const row = await asClient(db, clientId, (tx) =>
    tx.row<{ count: number }>(
      `SELECT count(*) FROM upload
       WHERE client_id = $1 AND lease_until > clock_timestamp() AND stage NOT IN ('done', 'failed', 'canceled')`,
      [clientId],
    ),
  );
  return row?.count;
};

const untilSo = (holds: () => Promise<boolean>) =>
  until(async () => ((await holds()) ? true : undefined));

test('an upload that is reset in its first milliseconds, whichever it is, ends with its connection', async () => {
  const upload = head('/api/calllist/upload', 'multipart/form-data; boundary=b', 100_000);
  const begun = `${upload}--b\r\nContent-Disposition: form-data; name="fileSelect"; filename="a.csv"\r\n\r\nPhone\n`;
  const before = timers();
  for (const text of [upload, begun]) {
    await Promise.all(Array.from({ length: 4 }, (_, n) => cutAfter(n, text)));
    for (let ms = 0; ms < 40; ms += 1) await cutAfter(ms, text);
  }
  await untilSo(async () => (await underWay()) === 0);
  await untilSo(async () => timers() <= before);
  expect(await leftovers(db, clientId)).toEqual(nothing);
});

test('a body that is cut off is no word about the database', async () => {
  for (let n = 0; n < 5; n += 1) {
    await cutAfter(20, `${head('/api/security/login', 'application/json', 1_000)}{"code":`);
  }
  await cutAfter(20, head('/api/calllist/preview', 'multipart/form-data; boundary=b', 1_000));
  await sleep(100);
  const errors = api.logged.filter((line) => Number(line.level) >= 50);
  expect(errors).toEqual([]);
});

test('a boundary that the standard does not allow is refused with a sentence', async () => {
  for (const length of [71, 253, 4_000]) {
    const boundary = 'B'.repeat(length);
    const response = await fetch(`${api.url}/api/calllist/preview`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${me.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: `--${boundary}--\r\n`,
    });
    expect(response.status).toBe(400);
    expect(await detailOf(response)).toBe("The form's boundary is longer than 70 characters.");
  }
});

const long = 'x'.repeat(253);
const tooLong = "The form's boundary is longer than 70 characters.";
const none = 'The form has no boundary.';

test.each([
  [`multipart/form-data; boundary="${long}"`, tooLong],
  [`multipart/form-data; BOUNDARY=${long}`, tooLong],
  [`multipart/form-data; boundary="a\\"${long}"`, tooLong],
  [`multipart/form-data; foo="; boundary=z"; boundary=${long}`, tooLong],
  [`multipart/form-data; boundary*=utf-8''${long}`, tooLong],
  ['multipart/form-data', none],
  ['multipart/form-data; boundary=', none],
  ['multipart/form-data; boundary', none],
])('a form with the header %s is refused with a sentence', async (type, sentence) => {
  for (const path of ['preview', 'upload']) {
    const response = await fetch(`${api.url}/api/calllist/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}`, 'content-type': type },
      body: '--z--\r\n',
    });
    expect(response.status).toBe(400);
    expect(await detailOf(response)).toBe(sentence);
  }
});

test('a client has four uploads at once at the most; a fifth is refused with that reason, and other clients are not', async () => {
  const other = await makeClient(db);
  const you = await api.signIn(other);
  const sockets = Array.from({ length: 4 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => {});
    socket.write(head('/api/calllist/upload', 'multipart/form-data; boundary=b', 100_000));
  }
  await untilSo(async () => (await underWay()) === 4);
  const campaignOf = (id: number) => makeCampaign(db, id, { name: 'Reminders' });
  const campaigns = {
    [clientId]: await campaignOf(clientId),
    [other.clientId]: await campaignOf(other.clientId),
  };
  const send = (token: string | undefined, id: number) =>
    fetch(`${api.url}/api/calllist/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: uploadForm('Phone\n2125552368\n', {
        campaignId: campaigns[id] ?? 0,
        mapping: mappingOf(['Phone'], ['Phone']),
        headers: ['Phone'],
      }),
    });
  const refused = await send(me.token, clientId);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await detailOf(refused)).toBe(uploadTurnTexts.ofClient);
  expect((await send(you.token, other.clientId)).status).toBe(200);
  for (const socket of sockets) socket.resetAndDestroy();
  await untilSo(async () => (await underWay()) === 0);
  expect((await send(me.token, clientId)).status).toBe(200);
});
