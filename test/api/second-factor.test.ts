/** A second factor at the sign-in: set up, asked for, removed, required (decision 069). */
import { expect, test } from 'vitest';
import { codeOf, stepAt } from '../../src/api/second-factor/totp.ts';
import { asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { auditedActs } from '../harness/audit-entries.ts';
import { type Caller, caller } from '../harness/caller.ts';
import { makeClient, makeManager, type TestClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { softPasskey } from '../harness/passkey.ts';

const db = await freshDatabase();
let now = Date.parse('2026-11-27T12:00:00Z');
const publicUrl = 'https://carillon.example';
const api = await testApi(db, { realNow: () => now, publicUrl });
const from = { origin: publicUrl };
const factor = '/api/security/factor';

const secretFrom = (text: string) => {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

interface WithApp {
  code(away?: number): string;
  recoveryCodes: string[];
}

/** Each sign-in takes a code, so time goes on by a step before the next one. */
async function setUpApp(me: Caller): Promise<WithApp> {
  const { secret } = (await me.post(`${factor}/authenticator/begin`)).json<{ secret: string }>();
  const code = (away = 0) => codeOf(secretFrom(secret), stepAt(now) + away);
  const done = await me.post(`${factor}/authenticator/confirm`, { code: code() });
  expect(done.status, done.text).toBe(200);
  now += 30_000;
  return { code, ...done.json<{ recoveryCodes: string[] }>() };
}

const logIn = (
  { code, manager: first }: TestClient,
  { username, password } = first,
  headers = {},
) => api.stranger.post('/api/security/login', { code, username, password }, headers);

async function firstStep(client: TestClient, manager = client.manager): Promise<string> {
  const response = await logIn(client, manager, from);
  expect(response.json()).toMatchObject({ status: 401, code: 'second_factor_required' });
  return response.json<{ signInStep: { token: string } }>().signInStep.token;
}

const finish = (token: string, given: object, headers: Record<string, string> = from) =>
  api.stranger.post('/api/security/login/factor', { token, ...given }, headers);

test('an authenticator app is confirmed by a code and then asked for, each code once', async () => {
  const client = await makeClient(db);
  const me = await api.signIn(client);
  const there = await api.signIn(client);
  const begun = await me.post(`${factor}/authenticator/begin`);
  expect(begun.json()).toEqual({
    secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    uri: expect.stringContaining('otpauth://totp/Carillon:'),
  });
  const wrong = await me.post(`${factor}/authenticator/confirm`, { code: '000000' });
  expect(wrong.json()).toMatchObject({ status: 422, errors: [{ path: 'code' }] });
  // Not confirmed: the password alone is enough.
  expect((await logIn(client)).status).toBe(200);
  const { code, recoveryCodes } = await setUpApp(me);
  expect(recoveryCodes).toHaveLength(10);
  expect(new Set(recoveryCodes).size).toBe(10);
  // Sessions without a second factor have ended, but for the one that set it up.
  expect((await there.get('/api/security/testtoken')).status).toBe(401);
  expect((await me.get('/api/security/testtoken')).json()).toMatchObject({
    factorWays: ['code', 'recoveryCode'],
  });

  // The code that confirmed it was used.
  const token = await firstStep(client);
  expect((await finish(token, { code: code(-1) })).json()).toMatchObject({
    status: 401,
    code: 'wrong_second_factor',
  });
  const right = code();
  const done = await finish(token, { code: right });
  expect(done.json()).toMatchObject({ isAuthenticated: true, clientId: client.clientId });
  // Neither the step nor the code works again.
  expect((await finish(token, { code: right })).json()).toMatchObject({ code: 'sign_in_expired' });
  const again = await finish(await firstStep(client), { code: right });
  expect(again.json()).toMatchObject({ code: 'wrong_second_factor' });
});

test('a clock may be 30 seconds off, and no more', async () => {
  const client = await makeClient(db);
  const { code } = await setUpApp(await api.signIn(client));
  now += 90_000;
  const token = await firstStep(client);
  expect((await finish(token, { code: code(-2) })).status).toBe(401);
  expect((await finish(token, { code: code(2) })).status).toBe(401);
  expect((await finish(token, { code: code(-1) })).status).toBe(200);
  expect((await finish(await firstStep(client), { code: code(1) })).status).toBe(200);
  // Older than the newest one that was accepted.
  expect((await finish(await firstStep(client), { code: code() })).status).toBe(401);
});

test('the first step is good for the second and nothing else, for five minutes', async () => {
  const client = await makeClient(db);
  const { code } = await setUpApp(await api.signIn(client));
  const token = await firstStep(client);
  const bearer = caller(api.url, token);
  expect((await bearer.get('/api/security/testtoken')).status).toBe(401);
  expect((await bearer.post('/api/security/prove', { code: code() })).status).toBe(401);
  expect((await finish('x'.repeat(43), { code: code() })).json()).toMatchObject({
    code: 'sign_in_expired',
  });
  expect((await finish(token, {})).json()).toMatchObject({ code: 'wrong_second_factor' });
  await asPlatform(db, (tx) =>
    tx.run("UPDATE sign_in_step SET created = now() - interval '5 minutes 1 second'"),
  );
  expect((await finish(token, { code: code() })).json()).toMatchObject({
    code: 'sign_in_expired',
  });
  // Nor does it outlive the password that it was opened with.
  const second = await firstStep(client);
  await asPlatform(db, (tx) =>
    tx.run("UPDATE manager SET password_hash = password_hash || ' ' WHERE client_id = $1", [
      client.clientId,
    ]),
  );
  expect((await finish(second, { code: code() })).json()).toMatchObject({
    code: 'sign_in_expired',
  });
});

test('five wrong codes make the next try wait, also after another right password', async () => {
  const client = await makeClient(db);
  const { code } = await setUpApp(await api.signIn(client));
  const token = await firstStep(client);
  const wrong = code() === '000000' ? '000001' : '000000';
  for (let tries = 0; tries < 5; tries += 1) {
    expect((await finish(token, { code: wrong })).status).toBe(401);
  }
  const refused = await finish(token, { code: code() });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  expect((await finish(await firstStep(client), { code: code() })).status).toBe(429);
  // After the wait, which the throttle's own tests measure, the same step goes on.
  await asPlatform(db, (tx) => tx.run('DELETE FROM sign_in_failure'));
  expect((await finish(token, { code: code() })).status).toBe(200);
});

test('one recovery code used twice at once counts once', async () => {
  const client = await makeClient(db);
  const me = await api.signIn(client);
  const { recoveryCodes } = await setUpApp(me);
  const [first = '', second = ''] = recoveryCodes;
  const tokens = [await firstStep(client), await firstStep(client)];
  const both = await Promise.all(tokens.map((token) => finish(token, { recoveryCode: first })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
  const left = async () => (await me.get(factor)).json<{ recoveryCodes: number }>().recoveryCodes;
  expect(await left()).toBe(9);
  // As somebody types it.
  const typed = second.toUpperCase().replaceAll('-', ' ');
  expect((await finish(await firstStep(client), { recoveryCode: typed })).status).toBe(200);
  const renewed = await me.post(`${factor}/recoverycodes`);
  expect(renewed.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10);
  const old = await finish(await firstStep(client), { recoveryCode: recoveryCodes[2] });
  expect(old.status).toBe(401);
  // Nobody reads a code in the database.
  const stored = await asPlatform(db, (tx) => tx.rows('SELECT code_hash::text FROM recovery_code'));
  expect(JSON.stringify(stored)).not.toContain(Buffer.from(first).toString('hex'));
});

async function addPasskey(me: Caller, key: ReturnType<typeof softPasskey>, name = 'Key') {
  const begun = await me.post(`${factor}/passkeys/begin`, undefined, from);
  const { challenge } = begun.json<{ challenge: string }>();
  return me.post(`${factor}/passkeys/add`, { name, passkey: key.made(challenge) }, from);
}

async function challengeOf(token: string): Promise<string> {
  const asked = await api.stranger.post('/api/security/login/passkey', { token }, from);
  return asked.json<{ challenge: string }>().challenge;
}

const party = { host: 'carillon.example', origin: publicUrl };

test('a passkey signs in, once for each challenge and only with a growing counter', async () => {
  const client = await makeClient(db);
  const me = await api.signIn(client);
  const key = softPasskey(party);
  const added = await addPasskey(me, key, 'Office key');
  expect(added.json<{ recoveryCodes: string[] }>().recoveryCodes, added.text).toHaveLength(10);
  expect((await me.get(factor, from)).json()).toMatchObject({
    passkeys: [{ name: 'Office key', host: 'carillon.example', lastUsed: null }],
    passkeysWork: true,
  });
  const token = await firstStep(client);
  const challenge = await challengeOf(token);
  const signed = key.signed(challenge);
  // The response is sent again for a later sign-in, whose challenge is another.
  expect((await finish(token, { passkey: signed })).status).toBe(200);
  const second = await firstStep(client);
  expect((await finish(second, { passkey: signed })).status).toBe(401);
  await challengeOf(second);
  expect((await finish(second, { passkey: signed })).status).toBe(401);
  // A copy of the device counts on from an older number.
  const copied = key.signed(await challengeOf(second), { counter: 1 });
  expect((await finish(second, { passkey: copied })).status).toBe(401);
  const late = key.signed(await challengeOf(second), { counter: 7 });
  await asPlatform(db, (tx) =>
    tx.run("UPDATE passkey_challenge SET created = now() - interval '5 minutes 1 second'"),
  );
  expect((await finish(second, { passkey: late })).status).toBe(401);
  const good = key.signed(await challengeOf(second), { counter: 8 });
  expect((await finish(second, { passkey: good })).status).toBe(200);
});

test("another manager's passkey, another origin and an unverified person are refused", async () => {
  const client = await makeClient(db);
  const bob = await makeManager(db, client.clientId);
  const [mine, bobs] = [softPasskey(party), softPasskey(party)];
  const me = await api.signIn(client);
  await addPasskey(me, mine);
  await addPasskey(await api.signIn(client, bob), bobs);
  const token = await firstStep(client);
  const tries = [
    (challenge: string) => bobs.signed(challenge),
    (challenge: string) => mine.signed(challenge, { origin: 'https://evil.example' }),
    (challenge: string) => mine.signed(challenge, { host: 'evil.example' }),
    (challenge: string) => mine.signed(challenge, { userVerified: false }),
  ];
  for (const signed of tries) {
    const refused = await finish(token, { passkey: signed(await challengeOf(token)) });
    expect(refused.json()).toMatchObject({ status: 401, code: 'wrong_second_factor' });
  }
  // A page elsewhere is not even asked to sign.
  const evil = { origin: 'https://evil.example' };
  const asked = await api.stranger.post('/api/security/login/passkey', { token }, evil);
  expect(asked.json()).toMatchObject({ status: 403, code: 'wrong_origin' });
  // The challenge of one step is none of another's.
  const other = await firstStep(client);
  const stolen = mine.signed(await challengeOf(other));
  await asPlatform(db, (tx) => tx.run('DELETE FROM sign_in_failure'));
  expect((await finish(token, { passkey: stolen })).status).toBe(401);
  expect((await finish(other, { passkey: stolen })).status).toBe(200);
  // Nobody adds a colleague's passkey, nor one that answers an older challenge.
  expect((await addPasskey(me, bobs)).json()).toMatchObject({ code: 'not_unique' });
  const { challenge } = (await me.post(`${factor}/passkeys/begin`, undefined, from)).json<{
    challenge: string;
  }>();
  const body = { name: 'Phone', passkey: softPasskey(party).made(challenge) };
  expect((await me.post(`${factor}/passkeys/add`, body, from)).status).toBe(200);
  expect((await me.post(`${factor}/passkeys/add`, body, from)).status).toBe(409);
});

test('a second factor proves who is there, and its change asks for a proof', async () => {
  const client = await makeClient(db);
  const me = await api.signIn(client);
  const key = softPasskey(party);
  const { code, recoveryCodes } = await setUpApp(me);
  await addPasskey(me, key);
  const unproven = () =>
    asPlatform(db, (tx) => tx.run("UPDATE session SET proven_at = now() - interval '6 minutes'"));
  await unproven();
  for (const path of [
    `${factor}/authenticator/begin`,
    `${factor}/authenticator/remove`,
    `${factor}/passkeys/begin`,
    `${factor}/passkeys/1/remove`,
    `${factor}/recoverycodes`,
  ]) {
    expect((await me.post(path, undefined, from)).json(), path).toMatchObject({
      status: 403,
      code: 'password_required',
    });
  }
  const prove = (given: object) => me.post('/api/security/prove', given, from);
  expect((await prove({ code: '12' })).json()).toMatchObject({
    status: 422,
    errors: [{ path: 'code' }],
  });
  expect((await prove({})).json()).toMatchObject({ status: 422, errors: [{ path: 'password' }] });
  expect((await prove({ code: code() })).status).toBe(204);
  expect((await me.post(`${factor}/recoverycodes`)).status).toBe(200);
  await unproven();
  expect((await prove({ recoveryCode: recoveryCodes[0] })).status).toBe(422);
  const asked = await me.post('/api/security/prove/passkey', undefined, from);
  const passkey = key.signed(asked.json<{ challenge: string }>().challenge);
  expect((await prove({ passkey })).status).toBe(204);
  expect((await me.post(`${factor}/authenticator/remove`)).json()).toBe(true);
  expect((await me.post(`${factor}/authenticator/remove`)).status).toBe(404);
  const { passkeys } = (await me.get(factor)).json<{ passkeys: { id: number }[] }>();
  expect((await me.post(`${factor}/passkeys/${passkeys[0]?.id}/remove`)).json()).toBe(true);
  // The last one is gone, and its recovery codes with it.
  expect((await me.get(factor)).json()).toMatchObject({ recoveryCodes: 0 });
  expect((await logIn(client)).status).toBe(200);
});

test('who must have a second factor can do nothing else before, in old sessions too', async () => {
  const client = await makeClient(db);
  const bob = await makeManager(db, client.clientId);
  const me = await api.signIn(client);
  const bobs = await api.signIn(client, bob);
  const must = (required: boolean) => me.post(`${factor}/required`, { required });
  expect((await must(true)).json()).toMatchObject({ status: 409 });
  await setUpApp(me);
  expect((await must(true)).json()).toBe(true);
  for (const session of [bobs, await api.signIn(client, bob)]) {
    expect((await session.get('/api/campaign/broadcasts')).status).not.toBe(200);
    expect((await session.get('/api/security/sessions')).json()).toMatchObject({
      status: 403,
      code: 'second_factor_setup_required',
    });
    expect((await session.get('/api/security/testtoken')).json()).toMatchObject({
      mustSetUpFactor: true,
    });
    expect((await session.get(factor)).status).toBe(200);
  }
  const { code } = await setUpApp(bobs);
  expect((await bobs.get('/api/security/sessions')).status).toBe(200);
  // The rule holds: nobody removes their last one.
  expect((await bobs.post(`${factor}/authenticator/remove`)).json()).toMatchObject({
    status: 409,
    code: 'conflict',
  });
  const token = await firstStep(client, bob);
  expect((await finish(token, { code: code() })).status).toBe(200);

  // An administrator removes it for a colleague who lost it, and the rule stays.
  const listed = (await me.get('/api/manager')).json<{ id: number; hasSecondFactor: boolean }[]>();
  expect(listed.map(({ hasSecondFactor }) => hasSecondFactor)).toEqual([true, true]);
  expect((await me.post(`/api/manager/${client.manager.managerId}/factor/remove`)).status).toBe(
    422,
  );
  expect((await me.post(`/api/manager/${bob.managerId}/factor/remove`)).json()).toBe(true);
  expect((await bobs.get('/api/security/testtoken')).status).toBe(401);
  const back = await api.signIn(client, bob);
  expect((await back.get('/api/security/sessions')).status).toBe(403);
  expect((await must(false)).json()).toBe(true);
  expect((await back.get('/api/security/sessions')).status).toBe(200);
});

test('what is done with second factors is in the audit log, and no secret of them', async () => {
  const client = await makeClient(db);
  const bob = await makeManager(db, client.clientId);
  const me = await api.signIn(client);
  const { code, recoveryCodes } = await setUpApp(me);
  await setUpApp(await api.signIn(client, bob));
  await addPasskey(me, softPasskey(party));
  const token = await firstStep(client);
  await finish(token, { code: code() === '000000' ? '000001' : '000000' });
  await finish(token, { recoveryCode: recoveryCodes[0] });
  await me.post(`${factor}/recoverycodes`);
  await me.post('/api/security/prove', { code: code() }, from);
  await me.post(`${factor}/required`, { required: true });
  await me.post(`/api/manager/${bob.managerId}/factor/remove`);
  const { passkeys } = (await me.get(factor)).json<{ passkeys: { id: number }[] }>();
  await me.post(`${factor}/passkeys/${passkeys[0]?.id}/remove`);
  await me.post(`${factor}/required`, { required: false });
  await me.post(`${factor}/authenticator/remove`);
  const acts = await auditedActs(db, client.clientId);
  expect([...new Set(acts)]).toEqual([
    'login done',
    'renewRecoveryCodes done',
    'confirmAuthenticator done',
    'addPasskey done',
    'finishLogin refused wrong_second_factor',
    'finishLogin done',
    'provePassword done',
    'requireSecondFactor done',
    'removeManagersFactor done',
    'removePasskey done',
    'removeAuthenticator done',
  ]);
  const all = await asPlatform(db, (tx) => tx.rows('SELECT before, after FROM audit_entry'));
  for (const secret of [...recoveryCodes, '"\\x'])
    expect(JSON.stringify(all)).not.toContain(secret);
});
