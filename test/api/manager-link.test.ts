/** One-time links with which managers choose their passwords (decision 070). */
import { expect, test } from 'vitest';
import type { Manager } from '../../src/contract/manager.ts';
import type { ManagerLink } from '../../src/contract/manager-link.ts';
import { asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { auditedActs } from '../harness/audit-entries.ts';
import { untilBlocked } from '../harness/blocked.ts';
import type { Caller, TestResponse } from '../harness/caller.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const me = await api.signIn(client);
const good = 'plum kettle 4471 harbor';

const ask = (id: number, who: Caller = me) => who.post(`/api/manager/${id}/link`);
const linkOf = async (id: number) => (await ask(id)).json<ManagerLink>();
const read = (token: string) => api.stranger.post('/api/security/link', { token });
const redeem = (token: string, newPassword = good) =>
  api.stranger.post('/api/security/link/redeem', { token, newPassword });
const managers = async () => (await me.get('/api/manager')).json<Manager[]>();
const ended = { status: 410, code: 'link_ended' };

async function colleague() {
  const made = await makeManager(db, client.clientId);
  const row = (await managers()).find(({ id }) => id === made.managerId);
  return { ...made, row, edit: (change: object) => save(made.managerId, { ...row, ...change }) };
}
const save = (id: number, body: object) =>
  me.post(`/api/manager/${id}/edit`, { ...body, version: undefined });

async function invited(username: string) {
  const body = { name: 'Ann Lee', username, email: 'ann@example.com' };
  expect((await me.post('/api/manager/add', body)).json()).toBe(true);
  const row = (await managers()).find((one) => one.username === username);
  if (!row) throw new Error('Nobody was added.');
  return row;
}

test('an invitation shows whose account it is, sets the first password once, and then has ended', async () => {
  const ann = await invited('ann_links');
  expect(ann).toMatchObject({ invited: true, active: true });
  await expect(api.signIn(client, { username: ann.username, password: '' })).rejects.toThrow('422');
  const link = await linkOf(ann.id);
  expect(link).toMatchObject({ kind: 'invitation', mail: 'off' });
  const hours = (Date.parse(link.expires) - Date.now()) / 3_600_000;
  expect([hours > 71.9, hours < 72.1]).toEqual([true, true]);
  const shown = await read(link.token);
  expect(shown.headers.get('cache-control')).toBe('no-store');
  expect(shown.json()).toEqual({
    kind: 'invitation',
    name: 'Ann Lee',
    username: 'ann_links',
    email: 'ann@example.com',
    clientName: client.name,
    clientCode: client.code,
  });
  expect((await redeem(link.token)).status).toBe(204);
  await api.signIn(client, { username: ann.username, password: good });
  expect((await managers()).find(({ id }) => id === ann.id)).toMatchObject({
    invited: false,
    changedBy: 'Ann Lee',
  });
  for (const again of [await read(link.token), await redeem(link.token)]) {
    expect(again.json()).toMatchObject(ended);
  }
});

test('a password that breaks the rule is refused and leaves the link as it is', async () => {
  const { token } = await linkOf((await invited('weak')).id);
  for (const [password, detail] of [
    ['', 'Password is required!'],
    ['short', 'The password needs at least 12 characters.'],
    ['🫖é'.repeat(101), 'The password can have at most 200 characters.'],
    ['qwertyuiopas', 'This password is a simple pattern, such as a row of keys. Choose another.'],
    ['Password-1234', 'This password is a frequent one, or extends one. Choose another.'],
    [`${client.name}-${client.code}`, /mostly a name that belongs to the account/],
  ] as const) {
    const refused = await redeem(token, password);
    expect(refused.json()).toMatchObject({
      status: 422,
      detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
      errors: [{ path: 'newPassword' }],
    });
  }
  expect((await redeem(token)).status).toBe(204);
});

test.each([
  ['disabled', 'active = false'],
  ['demoted', "role = 'manager'"],
])('who was %s while asking for a link gets none', async (_, change) => {
  const admin = await makeManager(db, client.clientId);
  const his = await api.signIn(client, admin);
  const asked: Promise<TestResponse>[] = [];
  await asPlatform(db, async (tx) => {
    await tx.run(`UPDATE manager SET ${change} WHERE manager_id = $1`, [admin.managerId]);
    // Another one than his own: whoever has the link has the account.
    await tx.run('SELECT 1 FROM manager WHERE manager_id = $1 FOR UPDATE', [
      client.manager.managerId,
    ]);
    asked.push(ask(client.manager.managerId, his));
    await untilBlocked(db);
  });
  expect((await asked[0])?.json()).toMatchObject({ status: 401, code: 'unauthenticated' });
  expect((await me.get(`/api/manager/${client.manager.managerId}/link`)).json()).toBeNull();
});

test('of two uses at once, one wins', async () => {
  const kim = await invited('race');
  const { token } = await linkOf(kim.id);
  const passwords = [good, 'four-green kettles'];
  const responses = await Promise.all(passwords.map((password) => redeem(token, password)));
  expect(responses.map(({ status }) => status).sort()).toEqual([204, 410]);
  const winner = responses.findIndex(({ status }) => status === 204);
  await api.signIn(client, { username: 'race', password: passwords[winner] ?? '' });
});

test('a reset ends every session of its manager, keeps the old password until then, and lasts a day', async () => {
  const bob = await colleague();
  const his = await api.signIn(client, bob);
  const link = await linkOf(bob.managerId);
  expect(link.kind).toBe('reset');
  expect(Date.parse(link.expires) - Date.now()).toBeLessThan(24.1 * 3_600_000);
  expect((await his.get('/api/security/testtoken')).status).toBe(200);
  await api.signIn(client, bob);
  expect((await redeem(link.token)).status).toBe(204);
  expect((await his.get('/api/security/testtoken')).status).toBe(401);
  await expect(api.signIn(client, bob)).rejects.toThrow('401');
  await api.signIn(client, { ...bob, password: good });
});

test('a link ends when a newer one is made, its time is over, or its account changes', async () => {
  const bob = await colleague();
  const fresh = () => linkOf(bob.managerId);
  const endings: [string, () => Promise<unknown>][] = [
    ['a newer one', fresh],
    [
      'its time',
      () =>
        asPlatform(db, (tx) =>
          tx.run(
            `UPDATE manager_link SET expires_at = now() - interval '1 second' WHERE manager_id = $1`,
            [bob.managerId],
          ),
        ),
    ],
    ['another address', () => bob.edit({ email: 'other@example.com' })],
    ['disabled', () => bob.edit({ active: false })],
  ];
  for (const [how, end] of endings) {
    const { token } = await fresh();
    expect((await read(token)).status, how).toBe(200);
    await end();
    expect((await read(token)).json(), how).toMatchObject(ended);
    expect((await redeem(token)).json(), how).toMatchObject(ended);
  }
  // Enabled again, the account has no old link; disabled, it gets none.
  expect((await ask(bob.managerId)).json()).toMatchObject({ status: 409, code: 'conflict' });
  await bob.edit({ active: true });
  expect((await me.get(`/api/manager/${bob.managerId}/link`)).json()).toBeNull();
  const { token } = await fresh();
  await me.post(`/api/manager/${bob.managerId}/delete`);
  expect((await redeem(token)).json()).toMatchObject(ended);
});

test('the links of a disabled client have ended', async () => {
  const other = await makeClient(db);
  const kim = await makeManager(db, other.clientId);
  const boss = await api.signIn(other);
  const { token } = (await ask(kim.managerId, boss)).json<ManagerLink>();
  await asPlatform(db, (tx) =>
    tx.run('UPDATE client SET disabled_at = now() WHERE client_id = $1', [other.clientId]),
  );
  expect((await redeem(token)).json()).toMatchObject(ended);
});

test("nobody makes a link for another client's manager, for themselves, or with a stolen token", async () => {
  const other = await makeClient(db);
  expect((await ask(other.manager.managerId)).status).toBe(404);
  expect((await ask(client.manager.managerId)).json()).toMatchObject({
    status: 422,
    detail: 'Change your own password in User Profile.',
  });
  const bob = await colleague();
  const his = await api.signIn(client, bob);
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE session SET proven_at = now() - interval '6 minutes' WHERE manager_id = $1`, [
      bob.managerId,
    ]),
  );
  expect((await ask(client.manager.managerId, his)).json()).toMatchObject({
    code: 'password_required',
  });
});

test('nobody sets the password of a colleague, neither of a new one nor of another', async () => {
  const bob = await colleague();
  const sentence =
    'Only managers themselves choose their passwords. Give them a link for it: see the actions of their row.';
  const added = { name: 'New One', username: 'new_one', email: 'n@example.com', newPassword: good };
  for (const refused of [
    await bob.edit({ newPassword: good }),
    await me.post('/api/manager/add', added),
  ]) {
    expect(refused.json()).toMatchObject({
      status: 422,
      detail: sentence,
      errors: [{ path: 'newPassword' }],
    });
  }
  await api.signIn(client, bob);
});

test('a link is kept as a hash only, and neither log nor headers name it', async () => {
  const { token } = await linkOf((await invited('quiet')).id);
  await read(token);
  await redeem(token, 'short');
  await redeem(token);
  await read(token);
  expect(JSON.stringify(api.logged)).not.toContain(token);
  const { token: fresh } = await linkOf((await colleague()).managerId);
  const kept = await asPlatform(db, (tx) =>
    tx.rows<{ all: string }>(
      'SELECT row_to_json(l)::text || row_to_json(k)::text AS all FROM manager_link l, idempotency_key k',
    ),
  );
  expect(JSON.stringify(kept)).not.toContain(fresh);
  expect((await read('a'.repeat(43))).json()).toMatchObject(ended);
  expect((await read('')).json()).toMatchObject(ended);
});

test('a link that is made and used is in the audit log, and its token is not', async () => {
  const own = await makeClient(db);
  const bob = await makeManager(db, own.clientId);
  const link = await ask(bob.managerId, await api.signIn(own));
  const { token } = link.json<ManagerLink>();
  expect((await redeem(token)).status).toBe(204);
  const acts = await auditedActs(db, own.clientId);
  expect([...new Set(acts)]).toEqual([
    'login done',
    'createManagerLink done',
    'redeemManagerLink done',
  ]);
  const used = await asPlatform(db, (tx) =>
    tx.rows(
      `SELECT actor_name AS name, before::text || after::text AS text FROM audit_entry
       WHERE client_id = $1 AND operation = 'redeemManagerLink' AND thing_kind = 'manager'`,
      [own.clientId],
    ),
  );
  expect(used).toMatchObject([{ name: bob.name, text: expect.stringContaining('(hidden)') }]);
});
