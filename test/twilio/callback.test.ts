import twilio from 'twilio';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import {
  findCallbacks,
  removeOldCallbacks,
  takeCallbacks,
} from '../../src/db/queries/carrier-callback.ts';
import { testApi } from '../harness/api.ts';
import { freshDatabase } from '../harness/database.ts';
import { authToken } from './double/account.ts';
import { publicUrl } from './open-carrier.ts';
import { addCarrier, twilioSite } from './texting-world.ts';

const db = await freshDatabase();
const site = await twilioSite(db);
afterAll(() => site.double.close());
const name = await addCarrier(db, site);
const receipt = {
  ...{ MessageSid: 'SM0123456789abcdef', MessageStatus: 'delivered' },
  ...{ From: '+13025560001', To: '+12122000000', ApiVersion: '2010-04-01' },
};
const path = `/carrier/${name}/status/1-1-1`;

beforeEach(() => asPlatform(db, (tx) => tx.run('DELETE FROM carrier_callback')));

interface Post {
  path?: string;
  fields?: Record<string, string>;
  /** What was signed, when it is something else. */
  signed?: { path?: string; fields?: Record<string, string>; token?: string };
  headers?: Record<string, string>;
}

async function post({ path: at = path, fields = receipt, signed = {}, headers = {} }: Post = {}) {
  const signature = twilio.getExpectedTwilioSignature(
    signed.token ?? authToken,
    publicUrl + (signed.path ?? at),
    signed.fields ?? fields,
  );
  const response = await fetch(site.api.url + at, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signature,
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, body: await response.text() };
}

const stored = () =>
  asPlatform(db, (tx) =>
    tx.rows<{ once: string; path: string; fields: Record<string, string> }>(
      'SELECT once, path, fields FROM carrier_callback ORDER BY 1',
    ),
  );

test('a signed callback is stored with the needed fields, once however often it comes', async () => {
  expect(await post()).toEqual({ status: 200, body: '' });
  expect(await post()).toEqual({ status: 200, body: '' });
  const { ApiVersion, ...kept } = receipt;
  expect(ApiVersion).toBe('2010-04-01');
  expect(await stored()).toEqual([
    { once: 'SM0123456789abcdef delivered', path: 'status/1-1-1', fields: kept },
  ]);
});

test('any characters come through, and the query is part of what is signed', async () => {
  const Body = 'Señor & "é" = 100 % 👍\r\n+1\0 \\u0000';
  const fields = { MessageSid: 'SM0123456789abcdef', From: '+12122000000', To: '+1', Body };
  const inbound = `/carrier/${name}/inbound?of=a%20b`;
  expect((await post({ path: inbound, fields })).status).toBe(200);
  expect((await stored())[0]?.fields.Body).toBe(Body.replace('\0', ''));
  expect((await post({ path: inbound, fields, signed: { path: path } })).status).toBe(403);
});

function withoutRequestId(response: { status: number; body: string }): object {
  const { requestId, ...rest } = JSON.parse(response.body);
  expect(requestId).toEqual(expect.any(String));
  return { status: response.status, ...rest };
}

test.each<[string, Post]>([
  ['another token', { signed: { token: 'wrong' } }],
  ['another field', { signed: { fields: { ...receipt, MessageStatus: 'failed' } } }],
  ['a field more', { fields: { ...receipt, ErrorCode: '1' }, signed: { fields: receipt } }],
  ['another address', { signed: { path: `/carrier/${name}/status/1-1-2` } }],
  ['no signature', { headers: { 'x-twilio-signature': '' } }],
  ['half a signature', { headers: { 'x-twilio-signature': 'AAAA' } }],
  [
    'another kind of body',
    { headers: { 'content-type': 'text/plain' }, fields: {}, signed: { fields: receipt } },
  ],
  ['an unknown carrier', { path: '/carrier/nobody/status/1-1-1' }],
  ['a carrier without callbacks', { path: '/carrier/simulated/status/1-1-1' }],
])('with %s the response is the same 403, and nothing is stored', async (_what, given) => {
  const response = await post(given);
  const wrong = await post({ signed: { token: 'wrong' } });
  // Only the request's own id may differ: a stranger learns nothing from which check failed.
  expect(withoutRequestId(response)).toEqual(withoutRequestId(wrong));
  expect(JSON.parse(response.body)).toMatchObject({ status: 403, code: 'not_signed' });
  expect(await stored()).toEqual([]);
});

test('an interim status is acknowledged and dropped; an unknown callback gets a 404', async () => {
  expect((await post({ fields: { ...receipt, MessageStatus: 'sent' } })).status).toBe(200);
  expect((await post({ path: `/carrier/${name}/else` })).status).toBe(404);
  expect((await post({ fields: { Hello: 'there' } })).status).toBe(404);
  expect(await stored()).toEqual([]);
});

test('a call that asks for instructions gets TwiML at once, and only when it is signed', async () => {
  const call = `/carrier/${name}/call/engine/1-2-3/key/4.0`;
  const fields = { CallSid: `CA${'0a'.repeat(16)}`, CallStatus: 'in-progress', Digits: '9' };
  const { status, body } = await post({ path: call, fields });
  expect(status).toBe(200);
  expect(body).toContain(`action="${publicUrl}/carrier/${name}/call/engine/1-2-3/key/4.1"`);
  expect(await post({ path: call, fields })).toEqual({ status, body });
  expect(await stored()).toEqual([
    {
      ...{ once: `${fields.CallSid} key/4.0`, path: 'call/engine/1-2-3/key/4.0' },
      fields: { CallSid: fields.CallSid, key: '9' },
    },
  ]);
  const pressed = { ...fields, Digits: '1' };
  expect((await post({ path: call, fields: pressed, signed: { fields } })).status).toBe(403);
  expect((await post({ path: call, fields: { CallStatus: 'ringing' } })).status).toBe(404);
  expect((await stored()).length).toBe(1);
});

test('behind a proxy that takes a prefix off the path, the signature and the TwiML use the public address', async () => {
  const prefix = 'https://carillon.example/dial';
  const behind = await testApi(db, {
    ...{ carrierKinds: site.api.deps.carrierKinds ?? {}, publicUrl: prefix },
    vault: site.api.deps.vault,
    now: site.api.deps.now,
  });
  const call = `/carrier/${name}/call/engine/1-2-3/hold/4.0`;
  const fields = { CallSid: `CA${'0d'.repeat(16)}`, CallStatus: 'in-progress' };
  const postedAs = async (address: string) => {
    const response = await fetch(behind.url + call, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, address, fields),
      },
      body: new URLSearchParams(fields).toString(),
    });
    return { status: response.status, body: await response.text() };
  };
  const response = await postedAs(prefix + call);
  expect(response.status).toBe(200);
  expect(response.body).toContain(`>${prefix}/carrier/${name}/call/engine/1-2-3/hold/4.1<`);
  expect((await postedAs(publicUrl + call)).status).toBe(403);
});

test('of many callbacks an inbound text can be taken first', async () => {
  for (let n = 1; n <= 20; n += 1) {
    const sid = `SM${String(n).padStart(32, '0')}`;
    await post({ fields: { ...receipt, MessageSid: sid } });
  }
  const text = { MessageSid: `SM${'f'.repeat(32)}`, From: '+12122000000', To: '+13025560001' };
  await post({ path: `/carrier/${name}/inbound`, fields: { ...text, Body: 'STOP' } });
  const take = (urgent: boolean) =>
    asPlatform(db, (tx) =>
      takeCallbacks(tx, name, {
        ...{ taker: crypto.randomUUID(), most: 5, under: ['inbound', 'status/'], urgent },
      }),
    );
  expect((await take(true)).map(({ path }) => path)).toEqual(['inbound']);
  expect(await take(true)).toEqual([]);
  expect((await take(false)).length).toBe(5);
});

test('a webhook that one engine holds is found by others, and taken when none has held it for a while', async () => {
  const sid = `CA${'0b'.repeat(16)}`;
  const fields = { CallSid: sid, CallStatus: 'initiated' };
  await post({ path: `/carrier/${name}/call/one/1-2-3/status`, fields });
  const take = (under: string, leftFor = 0) =>
    asPlatform(db, (tx) =>
      takeCallbacks(tx, name, { taker: crypto.randomUUID(), most: 5, under: [under], leftFor }),
    );
  expect(await take('call/other/')).toEqual([]);
  expect(await take('inbound')).toEqual([]);
  expect((await take('call/one/')).length).toBe(1);
  const find = (word: string) => asPlatform(db, (tx) => findCallbacks(tx, name, [word, '/none/']));
  expect((await find('/1-2-3/')).map(({ fields: kept }) => kept.CallSid)).toEqual([sid]);
  expect(await find('/1-2-30/')).toEqual([]);
  expect(await take('call/', 15)).toEqual([]);
  await asPlatform(db, (tx) =>
    tx.run("UPDATE carrier_callback SET taken_until = now() - interval '16 seconds'"),
  );
  expect((await take('call/', 15)).length).toBe(1);
});

test('a body over 64 KiB is refused, and forms are taken at no other path', async () => {
  const large = await post({ fields: { ...receipt, Body: 'x'.repeat(70_000) } });
  expect(large.status).toBe(413);
  expect(large.body).toContain('The body is over the limit of 64 KiB.');
  expect((await post({ path: '/api/security/login' })).status).toBe(415);
  expect(await stored()).toEqual([]);
});

test('the response comes after the commit: we acknowledge nothing that we may still lose', async () => {
  const order: string[] = [];
  const holder = await db.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE carrier_callback IN SHARE MODE');
  const responded = post().then(({ status }) => order.push(`response ${status}`));
  await new Promise((resolve) => setTimeout(resolve, 300));
  order.push('commit');
  await holder.query('COMMIT');
  holder.release();
  await responded;
  expect(order).toEqual(['commit', 'response 200']);
});

test('callbacks that one engine took go to another only after their time is up, in the order in which they came', async () => {
  for (const n of [1, 2, 3]) {
    await post({ fields: { ...receipt, MessageSid: `SM0123456789${n}` } });
  }
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const take = (taker: string, most: number) =>
    asPlatform(db, async (tx) =>
      (await takeCallbacks(tx, name, { taker, most, under: [''] })).map(({ fields }) =>
        fields.MessageSid?.slice(-1),
      ),
    );
  expect(await take(one, 2)).toEqual(['1', '2']);
  expect(await take(other, 5)).toEqual(['3']);
  expect(await take(one, 5)).toEqual([]);
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE carrier_callback SET taken_until = now() WHERE taken_by = '${one}'`),
  );
  expect(await take(other, 5)).toEqual(['1', '2']);
});

test('a callback that no engine takes for a week is removed', async () => {
  await post();
  await post({ fields: { ...receipt, MessageStatus: 'failed' } });
  const removed = () => asPlatform(db, removeOldCallbacks);
  expect(await removed()).toBe(0);
  await asPlatform(db, (tx) =>
    tx.run(
      "UPDATE carrier_callback SET received = now() - interval '8 days' WHERE once LIKE '%failed'",
    ),
  );
  expect(await removed()).toBe(1);
  expect((await stored()).length).toBe(1);
});
