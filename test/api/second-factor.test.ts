/** Authenticator apps and recovery codes at the sign-in (decision 069). */
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { factor, secondFactorWorld } from './second-factor-world.ts';

const { db, time, api, setUpApp, logIn, firstStep, finish } = await secondFactorWorld();

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
  // 24 characters of 5 random bits: beyond the 112 bits below which ASVS asks for a password hash.
  for (const one of recoveryCodes) expect(one).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/);
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
  time.now += 90_000;
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
