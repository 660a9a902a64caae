/** How long a session lasts, who sees and ends it, and what asks for the password again (decision 066). */
import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { sweepSessions } from '../../src/db/queries/session.ts';
import { testApi } from '../harness/api.ts';
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
  expect((await prove(manager.password)).status).toBe(204);
  expect((await me.post(`/api/manager/${bob.managerId}/link`)).status).toBe(200);
  expect((await exported()).status).toBe(200);
  await long();
  // The profile's form brings the password along.
  const mail = { email: 'new@example.com', password: manager.password };
  expect((await edit(manager, mail)).status).toBe(200);
});
