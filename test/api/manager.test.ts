import { expect, test } from 'vitest';
import type { Manager } from '../../src/contract/manager.ts';
import { asPlatform } from '../../src/db/database.ts';
import { hashPassword } from '../../src/db/password.ts';
import { resetPassword } from '../../src/db/queries/manager-password.ts';
import { testApi } from '../harness/api.ts';
import { untilBlocked } from '../harness/blocked.ts';
import type { TestResponse } from '../harness/caller.ts';
import { choosePassword } from '../harness/chosen-password.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const me = await api.signIn(client);
const myId = client.manager.managerId;

const ann = {
  name: 'Ann Lee',
  username: 'ann',
  email: 'ann@example.com',
};
const managers = async () => (await me.get('/api/manager')).json<Manager[]>();
const named = async (username: string) =>
  (await managers()).find((one) => one.username === username);
const edit = (id: number, body: object) => me.post(`/api/manager/${id}/edit`, body);

test('a manager who was added chooses a password and can sign in, and no password is ever read back', async () => {
  const body = { ...ann, clientId: client.clientId, password: '', active: true };
  expect((await me.post('/api/manager/add', body)).json()).toBe(true);
  const row = await named('ann');
  expect(row).toEqual({
    id: expect.any(Number),
    clientId: client.clientId,
    name: 'Ann Lee',
    username: 'ann',
    email: 'ann@example.com',
    password: '',
    newPassword: '',
    active: true,
    invited: true,
    role: 'manager',
    fullSsn: false,
    hasSecondFactor: false,
    version: 1,
    changedBy: client.manager.name,
    changedAt: expect.any(String),
  });
  expect((await me.get(`/api/manager/${row?.id}/current`)).json()).toEqual(row);
  const password = 'four-green kettles';
  await choosePassword(me, api.stranger, { username: 'ann', password });
  await api.signIn(client, { username: 'ANN', password });
  const stored = await asPlatform(db, (tx) =>
    tx.row<{ hash: string }>(`SELECT password_hash AS hash FROM manager WHERE username = 'ann'`),
  );
  expect(stored?.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('a username is unique in its client, whatever its case, and free in another', async () => {
  const again = await me.post('/api/manager/add', { ...ann, username: 'Ann' });
  expect(again.status).toBe(409);
  expect(again.json()).toMatchObject({
    code: 'not_unique',
    detail: 'Another manager has this username.',
    errors: [{ path: 'username' }],
  });
  const taken = { ...ann, name: client.manager.name };
  expect((await edit(myId, { ...taken, newPassword: 'four-green kettles' })).status).toBe(422); // the current password is missing
  expect((await edit(myId, taken)).status).toBe(409);
  const other = await api.signIn(await makeClient(db));
  expect((await other.post('/api/manager/add', ann)).status).toBe(200);
});

test('each rule of the add form is the server rule too', async () => {
  const wrong: [object, string][] = [
    [{ name: 'Ann-Lee' }, 'The name can contain only letters, digits and spaces.'],
    [{ name: '  ' }, 'Name is Required'],
    [{ username: 'a b' }, 'Only letters, digits and underscores are allowed.'],
    [{ username: undefined }, 'Username is required!'],
    [{ email: 'ann@' }, 'Please enter a valid email'],
    [{ email: undefined }, 'Please enter a valid email'],
    [{ confirmPassword: 'secret_2' }, 'The password does not match.'],
  ];
  for (const [change, detail] of wrong) {
    const response = await me.post('/api/manager/add', { ...ann, username: 'new', ...change });
    expect([response.status, response.json<{ detail: string }>().detail]).toEqual([422, detail]);
  }
  expect(await named('new')).toBeUndefined();
});

test('an edit keeps its own rules: a name and username, and a valid email', async () => {
  const bob = await makeManager(db, client.clientId);
  const good = { name: 'Bob O’Neill-Ray', username: 'bob.o', email: ' bob@example.com ' };
  const wrong: [object, string, string][] = [
    [{ name: ' ' }, 'name', 'Name is Required'],
    [{ username: '' }, 'username', 'Username is required!'],
    [{ email: 'bob@example' }, 'email', 'Please enter a valid email'],
    [
      { newPassword: 'four-green kettles', confirmPassword: 'b' },
      'confirmPassword',
      'The password does not match.',
    ],
  ];
  for (const [change, path, message] of wrong) {
    const response = await edit(bob.managerId, { ...good, ...change });
    expect(response.status).toBe(422);
    expect(response.json()).toMatchObject({ detail: message, errors: [{ path, message }] });
  }
  expect((await edit(bob.managerId, good)).json()).toBe(true);
  expect(await named('bob.o')).toMatchObject({ name: good.name, email: 'bob@example.com' });
});

test('disabling a manager ends his sessions, and enabling him does not bring them back', async () => {
  const bob = await makeManager(db, client.clientId);
  const his = await api.signIn(client, bob);
  const row = { ...(await named(bob.username)), version: undefined };
  expect((await edit(bob.managerId, { ...row, active: false })).status).toBe(200);
  expect((await his.get('/api/security/testtoken')).status).toBe(401);
  await expect(api.signIn(client, bob)).rejects.toThrow('401');
  expect((await edit(bob.managerId, { ...row, active: true })).status).toBe(200);
  expect((await his.get('/api/security/testtoken')).status).toBe(401);
  await api.signIn(client, bob);
  const { name, username, email } = row;
  await edit(bob.managerId, { name, username, email, active: false });
  await edit(bob.managerId, { name, username, email });
  expect((await named(bob.username))?.active).toBe(false);
});

test('nobody can disable or delete himself', async () => {
  const row = await named(client.manager.username);
  const disabled = await edit(myId, { ...row, active: false });
  expect(disabled.status).toBe(422);
  expect(disabled.json()).toMatchObject({ detail: 'You cannot disable yourself.' });
  const deleted = await me.post(`/api/manager/${myId}/delete`, row);
  expect(deleted.json()).toMatchObject({ status: 422, detail: 'You cannot delete yourself.' });
  expect((await me.get('/api/security/testtoken')).status).toBe(200);
});

test('of two managers who shut each other out at once, one stays', async () => {
  for (const way of ['edit', 'delete'] as const) {
    const pair = [
      await makeManager(db, client.clientId),
      await makeManager(db, client.clientId),
    ] as const;
    const body = { ...ann, active: false };
    const responses = await Promise.all(
      pair.map(async (one, at) => {
        const other = pair[1 - at]?.managerId;
        const caller = await api.signIn(client, one);
        return () =>
          caller.post(`/api/manager/${other}/${way}`, { ...body, username: `x${other}` });
      }),
    ).then((asks) => Promise.all(asks.map((ask) => ask())));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401]);
  }
});

test('a manager who saves his profile while he is disabled stays disabled', async () => {
  const bob = await makeManager(db, client.clientId);
  const his = await api.signIn(client, bob);
  const profile = { name: bob.name, username: bob.username, email: 'bob@example.com' };
  const saves: Promise<TestResponse>[] = [];
  await asPlatform(db, async (tx) => {
    await tx.run('UPDATE manager SET active = false WHERE manager_id = $1', [bob.managerId]);
    // Let in before this commits, and written after it.
    saves.push(his.post(`/api/manager/${bob.managerId}/edit`, { ...profile, active: true }));
    await untilBlocked(db);
  });
  expect((await saves[0])?.status).toBe(200);
  expect((await named(bob.username))?.active).toBe(false);
});

test.each([
  ['password', { password: true, newPassword: 'what a thief chose' }],
  ['e-mail address', { email: 'thief@example.com' }],
])('a new own %s that was asked for before a reset does not undo it', async (_, wish) => {
  const kim = await makeManager(db, client.clientId);
  const stolen = await api.signIn(client, kim);
  const email = `${kim.username}@example.com`;
  const profile = { name: kim.name, username: kim.username, email };
  const body = { ...profile, ...wish, ...('password' in wish && { password: kim.password }) };
  const passwordHash = await hashPassword('four-green kettles');
  const saves: Promise<TestResponse>[] = [];
  await asPlatform(db, async (tx) => {
    const by = { managerId: kim.managerId, now: new Date('2026-11-27T12:00:00Z') };
    await resetPassword(tx, { ...client, managerId: kim.managerId }, passwordHash, by);
    saves.push(stolen.post(`/api/manager/${kim.managerId}/edit`, body));
    await untilBlocked(db);
  });
  expect((await saves[0])?.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect((await named(kim.username))?.email).toBe(email);
  await api.signIn(client, { ...kim, password: 'four-green kettles' });
});

test('of two new own passwords at once in one session, the later is asked for the password that holds', async () => {
  const kim = await makeManager(db, client.clientId);
  const hers = await api.signIn(client, kim);
  const passwordHash = await hashPassword('four-green kettles');
  const saves: Promise<TestResponse>[] = [];
  await asPlatform(db, async (tx) => {
    await tx.run('UPDATE manager SET password_hash = $2 WHERE manager_id = $1', [
      ...[kim.managerId, passwordHash],
    ]);
    const { name, username, password } = kim;
    const email = 'kim@example.com';
    const body = { name, username, email, password, newPassword: 'new kettles ring' };
    saves.push(hers.post(`/api/manager/${kim.managerId}/edit`, body));
    await untilBlocked(db);
  });
  expect((await saves[0])?.json()).toMatchObject({ status: 422, errors: [{ path: 'password' }] });
  await api.signIn(client, { ...kim, password: 'four-green kettles' });
});

test('a delete names the manager of its path or none', async () => {
  const bob = await makeManager(db, client.clientId);
  const row = await named(bob.username);
  const other = await me.post(`/api/manager/${bob.managerId}/delete`, { ...row, id: myId });
  expect(other.status).toBe(404);
  expect(await named(bob.username)).toEqual(row);
  expect((await me.post(`/api/manager/${bob.managerId}/delete`, row)).json()).toBe(true);
});

test('a deleted manager is signed out and gone, and his username is free again', async () => {
  const eve = await makeManager(db, client.clientId, { username: 'eve' });
  const hers = await api.signIn(client, eve);
  expect((await me.post(`/api/manager/${eve.managerId}/delete`)).json()).toBe(true);
  expect((await hers.get('/api/security/testtoken')).status).toBe(401);
  expect(await named('eve')).toBeUndefined();
  for (const response of [
    await me.get(`/api/manager/${eve.managerId}/current`),
    await me.post(`/api/manager/${eve.managerId}/delete`),
    await edit(eve.managerId, { ...ann, username: 'eve2' }),
  ]) {
    expect(response.json()).toMatchObject({ status: 404, detail: 'There is no such manager.' });
  }
  expect((await me.post('/api/manager/add', { ...ann, username: 'eve' })).status).toBe(200);
});

test('a new own password needs the current one and ends every other session', async () => {
  const kim = await makeManager(db, client.clientId);
  const here = await api.signIn(client, kim);
  const there = await api.signIn(client, kim);
  const profile = { name: kim.name, username: kim.username, email: 'kim@example.com' };
  const change = (password: string) =>
    here.post(`/api/manager/${kim.managerId}/edit`, {
      ...profile,
      password,
      newPassword: 'new kettles ring',
    });

  for (const wrong of ['', 'wrong']) {
    const response = await change(wrong);
    expect(response.status).toBe(422);
    expect(response.json()).toMatchObject({
      detail: 'The current password is not correct.',
      errors: [{ path: 'password' }],
    });
  }
  expect((await there.get('/api/security/testtoken')).status).toBe(200);
  expect((await change(kim.password)).status).toBe(200);
  expect((await here.get('/api/security/testtoken')).status).toBe(200);
  expect((await there.get('/api/security/testtoken')).status).toBe(401);
  await api.signIn(client, { ...kim, password: 'new kettles ring' });
});

test('a stolen token guesses the current password no faster than the sign-in allows', async () => {
  const kim = await makeManager(db, client.clientId);
  const hers = await api.signIn(client, kim);
  const profile = { name: kim.name, username: kim.username, email: 'kim@example.com' };
  const guess = (password: string) =>
    hers.post(`/api/manager/${kim.managerId}/edit`, {
      ...profile,
      password,
      newPassword: 'new kettles ring',
    });
  for (let tries = 0; tries < 5; tries += 1) expect((await guess(`x${tries}`)).status).toBe(422);
  expect((await guess(kim.password)).status).toBe(429);
  await asPlatform(db, (tx) => tx.run('DELETE FROM sign_in_failure'));
});

test('every character of a long password counts, however its letters are typed', async () => {
  const longest = `${'🐙 thé kettle '.repeat(15)}quietly`.slice(0, -2);
  const bob = await makeManager(db, client.clientId);
  const typed = { username: bob.username, password: longest.normalize('NFD') };
  await choosePassword(me, api.stranger, typed);
  await api.signIn(client, { ...bob, password: longest });
  await expect(
    api.signIn(client, { ...bob, password: `${longest.slice(0, -1)}x` }),
  ).rejects.toThrow('401');
  // A password from before the rule, hashed as it was typed.
  const old = await makeManager(db, client.clientId, { password: 'the\u0301' });
  await api.signIn(client, old);
});
