/** How long a session lasts, who sees and ends it, and what asks for the password again (decision 066). */
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { sweepSessions } from '../../src/db/queries/session.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);

test('a session ends 24 hours after its sign-in, whatever its use', async () => {
  const me = await api.signIn(client);
  const begun = (ago: string) =>
    asPlatform(db, (tx) => tx.run(`UPDATE session SET created = now() - '${ago}'::interval`));
  await begun('23 hours 59 minutes');
  expect((await me.get('/api/security/testtoken')).status).toBe(200);
  await begun('24 hours 1 minute');
  expect((await me.get('/api/security/testtoken')).status).toBe(401);
});

test('the end of a session that nobody ended is an entry, and nobody else is named as its actor', async () => {
  const one = await makeClient(db);
  const kept = await api.signIn(one);
  const ended = async (column: string, ago: string) => {
    await api.signIn(one);
    await asPlatform(db, (tx) =>
      tx.run(
        `UPDATE session SET ${column} = now() - $2::interval WHERE session_id IN (
           SELECT max(session_id) FROM session WHERE client_id = $1)`,
        [one.clientId, ago],
      ),
    );
  };
  await ended('last_used', '12 hours 1 minute');
  await ended('created', '24 hours 1 minute');
  expect(await sweepSessions(db)).toBeGreaterThanOrEqual(2);
  expect(await sweepSessions(db)).toBe(0);
  expect((await kept.get('/api/security/testtoken')).status).toBe(200);
  const entries = await asPlatform(db, (tx) =>
    tx.rows(
      `SELECT actor_kind AS actor, operation, thing_kind AS kind, thing_name AS name
       FROM audit_entry WHERE client_id = $1 AND operation LIKE '%Session' ORDER BY operation DESC`,
      [one.clientId],
    ),
  );
  const session = { actor: 'platform', kind: 'session', name: one.manager.name };
  expect(entries).toEqual([
    { ...session, operation: 'unusedSession' },
    { ...session, operation: 'oldSession' },
  ]);
});

test('what a page asks by itself does not keep its session alive', async () => {
  const me = await api.signIn(client);
  await asPlatform(db, (tx) => tx.run(`UPDATE session SET last_used = now() - interval '1 hour'`));
  const renewed = () =>
    asPlatform(db, (tx) =>
      tx.row(`SELECT 1 FROM session WHERE last_used > now() - interval '1 minute'`),
    );
  const poll = await me.get('/api/security/testtoken', { 'carillon-unattended': 'true' });
  expect(poll.status).toBe(200);
  expect(await renewed()).toBeUndefined();
  await me.get('/api/security/testtoken');
  expect(await renewed()).toBeDefined();
});

test('managers see where they are logged in, and end one session or all others', async () => {
  const one = await makeClient(db);
  const me = await api.signIn(one);
  const there = await api.signIn(one);
  const third = await api.signIn(one);
  const colleague = await makeManager(db, one.clientId);
  const theirs = await api.signIn(one, colleague);
  const list = async () =>
    (await me.get('/api/security/sessions')).json<{ id: number; current: boolean }[]>();
  const all = await list();
  expect(all).toHaveLength(3);
  expect(all[0]).toEqual({
    id: expect.any(Number),
    browser: 'node',
    address: '127.0.0.1',
    created: expect.any(String),
    lastUsed: expect.any(String),
    current: true,
  });
  const [newest] = (await third.get('/api/security/sessions')).json<{ id: number }[]>();
  expect((await me.post(`/api/security/sessions/${newest?.id}/end`)).json()).toBe(true);
  expect((await me.post(`/api/security/sessions/${newest?.id}/end`)).status).toBe(404);
  expect((await third.get('/api/security/testtoken')).status).toBe(401);
  expect((await there.get('/api/security/testtoken')).status).toBe(200);
  // A colleague's are out of reach.
  const [foreign] = (await theirs.get('/api/security/sessions')).json<{ id: number }[]>();
  expect((await me.post(`/api/security/sessions/${foreign?.id}/end`)).status).toBe(404);
  expect((await me.post('/api/security/sessions/endothers')).json()).toBe(true);
  expect((await there.get('/api/security/testtoken')).status).toBe(401);
  expect((await theirs.get('/api/security/testtoken')).status).toBe(200);
  expect(await list()).toHaveLength(1);
});

test('an e-mail address, a password and full SSNs ask for the password again', async () => {
  const one = await makeClient(db);
  const { manager } = one;
  const bob = await makeManager(db, one.clientId);
  const me = await api.signIn(one);
  const long = () =>
    asPlatform(db, (tx) =>
      tx.run(`UPDATE session SET proven_at = now() - interval '5 minutes 1 second'`),
    );
  const edit = (who: typeof manager, more: object) =>
    me.post(`/api/manager/${who.managerId}/edit`, {
      ...{ name: who.name, username: who.username, email: `${who.username}@example.com` },
      ...more,
    });
  const exported = () => me.post('/api/reports/export', { filters: {}, includeFullSsn: true });
  await long();
  for (const refused of [
    await edit(manager, { email: 'new@example.com' }),
    await edit(bob, { email: 'new@example.com' }),
    await me.post(`/api/manager/${bob.managerId}/link`),
    await exported(),
  ]) {
    expect(refused.json()).toMatchObject({ status: 403, code: 'password_required' });
  }
  expect((await edit(bob, { name: 'Bob' })).status).toBe(200);

  const prove = (password: string) => me.post('/api/security/prove', { password });
  expect((await prove('wrong')).json()).toMatchObject({
    status: 422,
    detail: 'The current password is not correct.',
  });
  expect((await prove(manager.password)).status).toBe(200);
  expect((await me.post(`/api/manager/${bob.managerId}/link`)).status).toBe(200);
  expect((await exported()).status).toBe(200);
  await long();
  // The profile's form brings the password along.
  const mail = { email: 'new@example.com', password: manager.password };
  expect((await edit(manager, mail)).status).toBe(200);
});

test('a proof renews the token: the one before is good for what was under way, and then for nothing', async () => {
  const one = await makeClient(db);
  const me = await api.signIn(one);
  const before = caller(api.url, me.token);
  const body = { password: one.manager.password };
  const proven = await me.post('/api/security/prove', body);
  const { bearerToken } = proven.json<{ bearerToken: string }>();
  expect(bearerToken).not.toBe(before.token);
  expect(me.token).toBe(bearerToken);
  // The same session, in the list, too.
  const listed = (await me.get('/api/security/sessions')).json<{ current: boolean }[]>();
  expect(listed.map(({ current }) => current)).toEqual([true]);
  expect((await before.get('/api/security/testtoken')).status).toBe(200);
  // A copy of it proves nothing meanwhile.
  expect((await before.post('/api/security/sessions/endothers')).json()).toMatchObject({
    code: 'password_required',
  });
  expect((await me.post('/api/security/sessions/endothers')).json()).toBe(true);
  await asPlatform(db, (tx) =>
    tx.run('UPDATE session SET former_until = now() WHERE client_id = $1', [one.clientId]),
  );
  expect((await before.get('/api/security/testtoken')).status).toBe(401);
  expect((await me.get('/api/security/testtoken')).status).toBe(200);
});

test('a sign-in ends the session that the browser had before, of whatever account', async () => {
  const one = await makeClient(db);
  const other = await makeClient(db);
  const former = await api.signIn(one);
  const elsewhere = await api.signIn(one);
  const logIn = (password: string) =>
    former.post('/api/security/login', {
      code: other.code,
      username: other.manager.username,
      password,
    });
  expect((await logIn('wrong')).status).toBe(401);
  expect((await former.get('/api/security/testtoken')).status).toBe(200);
  expect((await logIn(other.manager.password)).status).toBe(200);
  expect((await former.get('/api/security/testtoken')).status).toBe(401);
  expect((await elsewhere.get('/api/security/testtoken')).status).toBe(200);
});

test('ending sessions asks for the password again', async () => {
  const one = await makeClient(db);
  const me = await api.signIn(one);
  const there = await api.signIn(one);
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE session SET proven_at = now() - interval '6 minutes' WHERE client_id = $1`, [
      one.clientId,
    ]),
  );
  const all = (await me.get('/api/security/sessions')).json<{ id: number; current: boolean }[]>();
  const other = all.find(({ current }) => !current);
  for (const path of [
    `/api/security/sessions/${other?.id}/end`,
    '/api/security/sessions/endothers',
  ]) {
    expect((await me.post(path)).json()).toMatchObject({ status: 403, code: 'password_required' });
  }
  expect((await there.get('/api/security/testtoken')).status).toBe(200);
  await me.post('/api/security/prove', { password: one.manager.password });
  expect((await me.post(`/api/security/sessions/${other?.id}/end`)).json()).toBe(true);
  expect((await there.get('/api/security/testtoken')).status).toBe(401);
});
