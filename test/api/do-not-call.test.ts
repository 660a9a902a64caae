import { expect, test } from 'vitest';
import type { DoNotCallLift } from '../../src/contract/do-not-call.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { makeClient } from '../harness/clients.ts';
import { doNotCallWorld, type Found } from './do-not-call-world.ts';

const { db, api, client, manager, clientId, add, list, search } = await doNotCallWorld();

const phones = ({ entries }: Found) => entries.map((entry) => entry.phoneRestriction);

test('a number is added as typed, shown as eleven digits, found by its digits and deleted', async () => {
  expect((await add('(302) 555-0148')).json()).toBe(true);
  const [entry] = await list();
  expect(entry).toEqual({
    id: expect.any(Number),
    clientId,
    phoneRestriction: '13025550148',
    doNotCallTypeId: 1,
  });
  expect(await search('limit=10&search=555-01')).toMatchObject({
    entries: [{ ...entry, source: 'manager', created: expect.stringMatching(/^20.*Z$/) }],
    total: 1,
    exact: true,
  });
  const gone = await manager.post(`/api/donotcall/${clientId}/delete`, entry);
  expect([gone.status, gone.json()]).toEqual([200, true]);
  expect(await list()).toEqual([]);
  const again = await manager.post(`/api/donotcall/${clientId}/delete`, entry);
  expect([again.status, again.json<ProblemBody>().detail]).toEqual([
    404,
    'There is no such number on the do-not-call list.',
  ]);
});

test('who deleted a number, and how it had come there, is written down', async () => {
  await asClient(db, clientId, (tx) => optOut(tx, clientId, '13025550111', 'key'));
  const { entries } = await search('limit=1');
  expect(entries[0]).toMatchObject({ phoneRestriction: '13025550111', source: 'key' });
  const reason = 'She called us back on Monday.';
  await manager.post(`/api/donotcall/${clientId}/delete`, { ...entries[0], reason });
  const log = await asClient(db, clientId, (tx) =>
    tx.rows(
      `SELECT manager_id, action, detail FROM audit_log
       WHERE client_id = $1 AND detail->>'phone' = '13025550111'`,
      [clientId],
    ),
  );
  expect(log).toEqual([
    {
      manager_id: client.manager.managerId,
      action: 'do_not_call_deleted',
      detail: { phone: '13025550111', source: 'key' },
    },
  ]);
});

test('what a manager or the operator blocked needs no reason, and leaves no such row', async () => {
  await add('3025550133');
  await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, ['13025550134']));
  const before = (await manager.get('/api/donotcall/lifted')).json<DoNotCallLift[]>().length;
  for (const entry of (await search('limit=2')).entries) {
    expect((await manager.post(`/api/donotcall/${clientId}/delete`, entry)).status).toBe(200);
  }
  const after = (await manager.get('/api/donotcall/lifted')).json<DoNotCallLift[]>().length;
  expect(after).toBe(before);
});

test.each([
  ['', 422, 'A phone number is required'],
  ['(302) 555-014', 422, 'A phone number must have 10 digits'],
  ['302 555 0148', 422, 'A phone number must have 10 digits'],
  ['(102) 555-0148', 422, 'A phone number on the do-not-call list cannot start with 0 or 1'],
  ['10025550148', 422, 'A phone number on the do-not-call list cannot start with 0 or 1'],
])('"%s" is refused', async (phone, status, sentence) => {
  const response = await add(phone);
  const { detail, errors } = response.json<ProblemBody>();
  expect([response.status, detail]).toEqual([status, sentence]);
  expect(errors).toEqual([{ path: 'phoneRestriction', message: sentence }]);
});

test.each([
  [{ phoneRestriction: undefined }, 422],
  [{ phoneRestriction: 3025550148 }, 400],
  [{ doNotCallTypeId: 2 }, 422],
  [{ id: 7 }, 422],
])('the body %j is refused', async (body, status) => {
  expect((await add('3025550148', body)).status).toBe(status);
  expect(await list()).toEqual([]);
});

test('a number in whatever form is on the list once', async () => {
  await add('3025550199');
  for (const form of ['3025550199', '13025550199', '(302) 555-0199']) {
    const response = await add(form);
    const { code, detail } = response.json<ProblemBody>();
    expect([response.status, code, detail]).toEqual([
      409,
      'not_unique',
      'Phone number restriction must be unique!',
    ]);
  }
  const racing = await Promise.all(Array.from({ length: 8 }, () => add('3025550177')));
  expect(racing.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(racing.filter(({ status }) => status === 409)).toHaveLength(7);
});

test('another client sees, adds and deletes nothing here', async () => {
  const other = await makeClient(db);
  const stranger = await api.signIn(other);
  expect(await list(stranger)).toEqual([]);
  expect(await search('limit=10&search=302', stranger)).toMatchObject({ entries: [], total: 0 });
  expect((await add('3025550123', {}, stranger, clientId)).status).toBe(403);
  const [entry] = await list();
  expect((await stranger.post(`/api/donotcall/${clientId}/delete`, entry)).status).toBe(403);
  const own = { ...entry, clientId: other.clientId };
  expect((await stranger.post(`/api/donotcall/${other.clientId}/delete`, own)).status).toBe(404);
  expect((await add('3025550199', {}, stranger, other.clientId)).status).toBe(200);
});

test('a search takes digits anywhere, the newest first, up to a limit and with their count', async () => {
  const client = await makeClient(db);
  const as = await api.signIn(client);
  const numbers = Array.from({ length: 25_000 }, (_, at) => `1${3_025_000_000 + at}`);
  await asClient(db, client.clientId, (tx) => importDoNotCall(tx, client.clientId, numbers));
  expect(phones(await search('limit=2', as))).toEqual(numbers.slice(-2).reverse());
  expect(phones(await search('limit=2&sort=phone', as))).toEqual(numbers.slice(0, 2));
  expect(phones(await search('limit=2&sort=-phone', as))).toEqual(numbers.slice(-2).reverse());
  expect(phones(await search('limit=2&sort=created', as))).toEqual(numbers.slice(0, 2));
  expect(await search('limit=2', as)).toMatchObject({ total: 25_000, exact: true });
  expect(await search('limit=2&search=302', as)).toMatchObject({ total: 10_000, exact: false });
  expect(await search('limit=2&search=(302) 500', as)).toMatchObject({
    total: 10_000,
    exact: true,
  });
  expect(phones(await search('limit=5&search=500-0148', as))).toEqual(['13025000148']);
  expect(await search('limit=5&search=99999', as)).toEqual({ entries: [], total: 0, exact: true });
  // Without a digit there is nothing to look for: it is the whole list.
  expect(await search('limit=1&search=%25', as)).toMatchObject({ total: 25_000 });
  for (const limit of ['0', '5001', 'many']) {
    expect((await as.get(`/api/donotcall?limit=${limit}`)).status).toBeGreaterThanOrEqual(400);
  }
  const all = await list(as);
  expect(all.map((entry) => entry.phoneRestriction)).toEqual(numbers);
});

test('the list can be narrowed to one source: a person who asked counts as asking, whoever blocked first', async () => {
  const of = async (source: string) =>
    phones(await search(`limit=100&search=777&source=${source}`));
  await add('3027770001');
  await asClient(db, clientId, (tx) =>
    importDoNotCall(tx, clientId, ['13027770002', '13027770003']),
  );
  await asClient(db, clientId, (tx) => optOut(tx, clientId, '13027770003', 'key'));
  expect([await of('manager'), await of('operator'), await of('key'), await of('text')]).toEqual([
    ['13027770001'],
    ['13027770002'],
    ['13027770003'],
    [],
  ]);
  // In the order of the sources' names on the screen, the newest first among equals.
  const byName = ['13027770001', '13027770002', '13027770003'];
  expect(phones(await search('limit=9&search=777&sort=source'))).toEqual(byName);
  expect(phones(await search('limit=9&search=777&sort=-source'))).toEqual(byName.toReversed());
  expect(await search('limit=1&source=key&search=777')).toMatchObject({ total: 1, exact: true });
  expect((await manager.get('/api/donotcall?clientId=&limit=1&source=nobody')).status).toBe(422);
});
