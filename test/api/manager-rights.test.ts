/** What a manager may do (decision 067): of whom, given by whom, and from when on. */
import { expect, test } from 'vitest';
import type { Manager } from '../../src/contract/manager.ts';
import type { Role } from '../../src/contract/role.ts';
import { asPlatform } from '../../src/db/database.ts';
import { testApi } from '../harness/api.ts';
import { makeClient, makeManager, type TestManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);

async function clientWith(...given: { role: Role; fullSsn?: boolean }[]) {
  const client = await makeClient(db);
  const managers: TestManager[] = [];
  for (const rights of given) managers.push(await makeManager(db, client.clientId, rights));
  const callers = await Promise.all(managers.map((one) => api.signIn(client, one)));
  const boss = await api.signIn(client);
  const edit = (id: number, change: object) => {
    const names = { name: 'Changed', username: `changed${id}`, email: 'c@example.com' };
    return { path: `/api/manager/${id}/edit`, body: { ...names, ...change } };
  };
  return { client, managers, callers, boss, edit };
}

test('everyone reads and changes their own profile, and nobody but an administrator another', async () => {
  const { managers, callers, edit } = await clientWith({ role: 'reporter' }, { role: 'manager' });
  for (const [at, me] of callers.entries()) {
    const own = managers[at]?.managerId ?? 0;
    const other = managers[1 - at]?.managerId ?? 0;
    expect((await me.get(`/api/manager/${own}/current`)).status).toBe(200);
    expect((await me.get(`/api/manager/${other}/current`)).status).toBe(403);
    expect((await me.get('/api/manager')).status).toBe(403);
    const mine = edit(own, {});
    expect((await me.post(mine.path, mine.body)).status).toBe(200);
    const theirs = edit(other, {});
    expect((await me.post(theirs.path, theirs.body)).json()).toMatchObject({
      code: 'not_allowed',
      detail: 'Only an administrator can do this.',
    });
  }
});

test('a role that an administrator gives holds from the next request on', async () => {
  const { client, managers, callers, boss, edit } = await clientWith({ role: 'reporter' });
  const [reporter] = callers;
  const id = managers[0]?.managerId ?? 0;
  const block = () =>
    reporter?.post(`/api/donotcall/${client.clientId}/edit`, { phoneRestriction: '3025550148' });
  expect((await block())?.json()).toMatchObject({
    code: 'not_allowed',
    detail: 'Your account can read and export, but not change anything. Ask an administrator.',
  });
  const up = edit(id, { role: 'manager', fullSsn: true });
  expect((await boss.post(up.path, up.body)).status).toBe(200);
  expect((await boss.get(`/api/manager/${id}/current`)).json<Manager>()).toMatchObject({
    role: 'manager',
    fullSsn: true,
  });
  expect((await block())?.status).not.toBe(403);
  expect((await reporter?.get('/api/security/testtoken'))?.json()).toMatchObject({
    role: 'manager',
    fullSsn: true,
  });
});

test('nobody changes their own role or right to full SSNs', async () => {
  const { client, boss, edit } = await clientWith();
  for (const change of [{ role: 'manager' }, { fullSsn: false }]) {
    const own = edit(client.manager.managerId, change);
    const refused = await boss.post(own.path, own.body);
    expect(refused.status).toBe(422);
    expect(refused.json()).toMatchObject({
      detail: 'You cannot change your own role or your right to full SSNs.',
      errors: [{ path: Object.keys(change)[0] }],
    });
  }
  const same = edit(client.manager.managerId, { role: 'administrator', fullSsn: true });
  expect((await boss.post(same.path, same.body)).status).toBe(200);
});

test('a manager who is added without rights is a manager without full SSNs', async () => {
  const { boss } = await clientWith();
  const ann = {
    name: 'Ann',
    username: 'ann',
    email: 'a@example.com',
  };
  expect((await boss.post('/api/manager/add', ann)).status).toBe(200);
  const added = (await boss.get('/api/manager')).json<Manager[]>().at(-1);
  expect(added).toMatchObject({ username: 'ann', role: 'manager', fullSsn: false });
});

/** A ring: each demotes, disables or deletes the next. */
test.each([
  ['demote', 'edit', { role: 'manager' }],
  ['disable', 'edit', { active: false }],
  ['delete', 'delete', {}],
] as const)('administrators who %s each other at once leave one', async (_, path, change) => {
  const ring = await clientWith({ role: 'administrator' }, { role: 'administrator' });
  const { client, managers, callers, boss, edit } = ring;
  const ids = [client.manager, ...managers].map(({ managerId }) => managerId);
  const all = [boss, ...callers];
  await Promise.all(
    all.map((me, at) => {
      const next = ids[(at + 1) % ids.length] ?? 0;
      const { body } = edit(next, change);
      return me.post(`/api/manager/${next}/${path}`, path === 'edit' ? body : undefined);
    }),
  );
  const left = await asPlatform(db, (tx) =>
    tx.rows(
      `SELECT 1 FROM manager WHERE client_id = $1 AND role = 'administrator' AND active
         AND deleted_at IS NULL`,
      [client.clientId],
    ),
  );
  expect(left.length).toBeGreaterThan(0);
});

test('full SSNs are exported and downloaded with the right only, whatever the role', async () => {
  const { callers, boss } = await clientWith(
    { role: 'administrator', fullSsn: false },
    { role: 'reporter', fullSsn: true },
  );
  const [without, reporter] = callers;
  const full = { includeFullSsn: true };
  expect((await without?.post('/api/reports/export', full))?.json()).toMatchObject({
    code: 'not_allowed',
    detail: 'Your account does not have the right to full SSNs. Ask an administrator.',
  });
  expect((await without?.post('/api/reports/export', {}))?.status).toBe(200);
  expect((await reporter?.post('/api/reports/export', full))?.status).toBe(200);
  const archives = (await boss.post('/api/reports/cdrprogress', {})).json<
    { reportArchiveId: number; includeFullSsn: boolean }[]
  >();
  const withSsn = archives.find(({ includeFullSsn }) => includeFullSsn)?.reportArchiveId;
  const path = `/api/reports/${withSsn}/downloadreport`;
  expect((await without?.post(path, {}))?.status).toBe(403);
  // Not ready yet: nothing makes reports here.
  expect((await reporter?.post(path, {}))?.status).toBe(409);
  expect((await boss.post(path, {}))?.status).toBe(409);
});

test('a reporter cancels only their own export', async () => {
  const { callers, boss } = await clientWith({ role: 'reporter' }, { role: 'reporter' });
  const [one, other] = callers;
  await one?.post('/api/reports/export', {});
  const [archive] = (await boss.post('/api/reports/cdrprogress', {})).json<
    { reportArchiveId: number }[]
  >();
  const path = `/api/reports/${archive?.reportArchiveId}/cancel`;
  expect((await other?.post(path, {}))?.status).toBe(403);
  expect((await one?.post(path, {}))?.status).toBe(200);
});

test('rights ask for the own password again, some minutes after it was verified', async () => {
  const { client, managers, boss, edit } = await clientWith({ role: 'reporter' });
  const [reporter] = managers;
  // The address stays: a new one asks, too.
  const email = `${reporter?.username}@example.com`;
  const up = edit(reporter?.managerId ?? 0, { role: 'manager', email });
  const administrator = {
    name: 'Eve',
    username: 'eve',
    email: 'e@example.com',
    role: 'administrator',
  };
  const add = () => boss.post('/api/manager/add', administrator);
  await asPlatform(db, (tx) =>
    tx.run(`UPDATE session SET proven_at = now() - interval '6 minutes' WHERE client_id = $1`, [
      client.clientId,
    ]),
  );
  for (const refused of [await boss.post(up.path, up.body), await add()]) {
    expect(refused.json()).toMatchObject({ code: 'password_required' });
  }
  const { password } = client.manager;
  expect((await boss.post('/api/security/prove', { password })).status).toBe(200);
  for (const taken of [await boss.post(up.path, up.body), await add()]) {
    expect(taken.status).toBe(200);
  }
});
