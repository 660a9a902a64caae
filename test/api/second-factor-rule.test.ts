/** What asks for a second factor, who must have one, and what of it is audited (decision 069). */
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { accountOfUser, openUserSession } from '../../src/db/queries/manager-subject.ts';
import {
  beginAuthenticator,
  confirmAuthenticator,
  lockFactors,
  setRequired,
} from '../../src/db/queries/second-factor.ts';
import { auditedActs } from '../harness/audit-entries.ts';
import { untilBlocked } from '../harness/blocked.ts';
import type { TestResponse } from '../harness/caller.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { softPasskey } from '../harness/passkey.ts';
import { factor, from, party, secondFactorWorld } from './second-factor-world.ts';

const { db, api, setUpApp, logIn, firstStep, finish, addPasskey } = await secondFactorWorld();

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
  expect((await prove({ code: code() })).status).toBe(200);
  expect((await me.post(`${factor}/recoverycodes`)).status).toBe(200);
  await unproven();
  expect((await prove({ recoveryCode: recoveryCodes[0] })).status).toBe(422);
  const asked = await me.post('/api/security/prove/passkey', undefined, from);
  const passkey = key.signed(asked.json<{ challenge: string }>().challenge);
  expect((await prove({ passkey })).status).toBe(200);
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

test('who is demoted while switching the rule off does not switch it off', async () => {
  const client = await makeClient(db);
  const me = await api.signIn(client);
  await setUpApp(me);
  expect((await me.post(`${factor}/required`, { required: true })).json()).toBe(true);
  const asked: Promise<TestResponse>[] = [];
  await asPlatform(db, async (tx) => {
    await tx.run("UPDATE manager SET role = 'manager' WHERE manager_id = $1", [
      client.manager.managerId,
    ]);
    asked.push(me.post(`${factor}/required`, { required: false }));
    await untilBlocked(db);
  });
  expect((await asked[0])?.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect((await me.get(factor)).json()).toMatchObject({ required: true });
});

test('a sign-in by the provider asks for a second factor that was set up meanwhile', async () => {
  const client = await makeClient(db);
  const { clientId } = client;
  const bob = await makeManager(db, clientId);
  await asPlatform(db, (tx) => setRequired(tx, clientId, true));
  const user = {
    issuer: 'https://acme.example',
    subject: 'bob',
    email: `${bob.username}@example.com`,
  };
  const account = await accountOfUser(db, user, client.code);
  if (typeof account === 'string') throw new Error(account);
  const signIns: ReturnType<typeof openUserSession>[] = [];
  await asPlatform(db, async (tx) => {
    await lockFactors(tx, { ...bob, clientId });
    await beginAuthenticator(tx, { ...bob, clientId }, Buffer.from('sealed'));
    await confirmAuthenticator(tx, { ...bob, clientId }, 1);
    signIns.push(openUserSession(db, account, user, { browser: '', address: '' }));
    await untilBlocked(db);
  });
  const opened = await signIns[0];
  expect(opened).toMatchObject({ factors: { required: true, authenticator: {} } });
  expect(opened).not.toHaveProperty('token');
  const sessions = await asPlatform(db, (tx) =>
    tx.rows('SELECT 1 FROM session WHERE manager_id = $1', [bob.managerId]),
  );
  expect(sessions).toEqual([]);
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
