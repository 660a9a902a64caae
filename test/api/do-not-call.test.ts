import { expect, test } from 'vitest';
import {
  type DoNotCall,
  type DoNotCallEntry,
  type DoNotCallLift,
  doNotCallTexts,
} from '../../src/contract/do-not-call.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { messageIntent } from '../../src/contract/inbound-text.ts';
import { asClient } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { storeInboundText } from '../../src/db/queries/inbound-text.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { testApi } from '../harness/api.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const api = await testApi(db);
const client = await makeClient(db);
const manager = await api.signIn(client);
const { clientId } = client;

const add = (phoneRestriction: unknown, body: object = {}, as = manager, of = clientId) =>
  as.post(`/api/donotcall/${of}/edit`, {
    clientId: of,
    id: -1,
    doNotCallTypeId: 1,
    phoneRestriction,
    ...body,
  });
const list = async (as = manager) => (await as.get('/api/donotcall')).json<DoNotCall[]>();
const tellStop = (phone: string) =>
  asClient(db, clientId, (tx) =>
    storeInboundText(tx, clientId, {
      ...{ carrierRef: `test:${phone}`, phone, textingNumber: '13025550100' },
      ...{ intent: messageIntent.optOut, received: new Date(), message: 'STOP' },
    }),
  );
interface Found {
  entries: DoNotCallEntry[];
  total: number;
  exact: boolean;
}
const search = async (query: string, as = manager) =>
  (await as.get(`/api/donotcall?clientId=&${query}`)).json<Found>();
const phones = ({ entries }: Found) => entries.map((entry) => entry.phoneRestriction);

test('a number is added as typed, listed as eleven digits, found by its digits and deleted', async () => {
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
    'There is no such number on the do not call list.',
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

test.each(['key', 'text'] as const)(
  'what a person asked for (%s) is lifted with a reason only, which stays',
  async (source) => {
    const phone = source === 'key' ? '13025550131' : '13025550132';
    await asClient(db, clientId, (tx) => optOut(tx, clientId, phone, source));
    const [entry] = (await search('limit=1')).entries;
    for (const reason of [undefined, '', '  ']) {
      const refused = await manager.post(`/api/donotcall/${clientId}/delete`, { ...entry, reason });
      const { detail, errors } = refused.json<ProblemBody>();
      expect([refused.status, detail, errors?.[0]?.path]).toEqual([
        422,
        doNotCallTexts.reason,
        'reason',
      ]);
    }
    expect((await search('limit=1')).entries).toEqual([entry]);
    const body = { ...entry, reason: ' Signed a new contract. ' };
    expect((await manager.post(`/api/donotcall/${clientId}/delete`, body)).json()).toBe(true);
    const lifts = (await manager.get('/api/donotcall/lifted')).json<DoNotCallLift[]>();
    const since = entry?.created;
    const about = {
      phoneRestriction: phone,
      source,
      listed: since,
      managerName: client.manager.name,
    };
    expect(lifts[0]).toMatchObject({ ...about, reason: 'Signed a new contract.' });
    // Nobody can take it back or change it.
    const change = (sql: string) =>
      asClient(db, clientId, (tx) => tx.run(sql, [clientId])).catch((error) => error.code);
    const denied = '42501';
    expect(await change('DELETE FROM do_not_call_lift WHERE client_id = $1')).toBe(denied);
    expect(await change("UPDATE do_not_call_lift SET reason = 'x' WHERE client_id = $1")).toBe(
      denied,
    );
  },
);

test.each([
  ['and a manager lists then', '13025550135', ['text', 'manager']],
  ['and the operator lists then', '13025550136', ['text', 'operator']],
  ['although a manager had listed it', '13025550137', ['manager', 'text']],
] as const)(
  'what a person asked for by text %s is lifted with a reason only',
  async (_, phone, sources) => {
    for (const source of sources) {
      if (source === 'text') await tellStop(phone);
      else if (source === 'manager') await add(phone);
      else await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, [phone]));
    }
    const [entry] = (await search('limit=1')).entries;
    expect(entry).toMatchObject({ phoneRestriction: phone, source: 'text' });
    const lift = (body: object) =>
      manager.post(`/api/donotcall/${clientId}/delete`, { ...entry, ...body });
    expect((await lift({})).status).toBe(422);
    expect((await lift({ reason: 'She called us back.' })).status).toBe(200);
    const [kept] = (await manager.get('/api/donotcall/lifted')).json<DoNotCallLift[]>();
    expect(kept).toMatchObject({ phoneRestriction: phone, source: 'text' });
  },
);

let nextPerson = 0;
const byPerson = (source: 'key' | 'text') => (phone: string) =>
  asClient(db, clientId, (tx) => optOut(tx, clientId, phone, source));
const listings = {
  key: byPerson('key'),
  /** As a carrier's refusal, or a manager who reads an unclear text so: no opt-out text is stored. */
  text: byPerson('text'),
  STOP: tellStop,
  manager: (phone: string) => add(phone),
  operator: (phone: string) =>
    asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, [phone])),
};

test.each([
  [['manager', 'key'], 'key'],
  [['operator', 'key'], 'key'],
  [['text', 'manager'], 'text'],
  [['text', 'operator', 'manager'], 'text'],
  [['manager', 'text', 'operator'], 'text'],
  [['STOP', 'key', 'manager'], 'key'],
  [['key', 'STOP', 'operator'], 'key'],
] as const)(
  'listed by %j, a number is lifted as by its person (%s), with a reason',
  async (ways, source) => {
    const phone = `1302556${String(1_000 + nextPerson++).slice(-4)}`;
    for (const way of ways) await listings[way](phone);
    const [entry] = (await search(`limit=1&search=${phone}`)).entries;
    expect(entry).toMatchObject({ phoneRestriction: phone, source });
    const lift = (body: object) =>
      manager.post(`/api/donotcall/${clientId}/delete`, { ...entry, ...body });
    expect((await lift({})).status).toBe(422);
    expect((await lift({ reason: 'Signed a new contract.' })).status).toBe(200);
    const [kept] = (await manager.get('/api/donotcall/lifted')).json<DoNotCallLift[]>();
    expect(kept).toMatchObject({ phoneRestriction: phone, source });
  },
);

test('START takes back what a text asked for and nothing else, whoever listed the number besides', async () => {
  for (const [ways, left] of [
    [['text', 'operator'], ['operator']],
    [['manager', 'STOP'], ['manager']],
    [['STOP', 'key'], ['key']],
    [['STOP'], []],
  ] as const) {
    const phone = `1302556${String(1_000 + nextPerson++).slice(-4)}`;
    for (const way of ways) await listings[way](phone);
    await asClient(db, clientId, (tx) =>
      storeInboundText(tx, clientId, {
        ...{ carrierRef: `test:start:${phone}`, phone, textingNumber: '13025550100' },
        ...{ intent: messageIntent.optIn, received: new Date(), message: 'START' },
      }),
    );
    const { entries } = await search(`limit=1&search=${phone}`);
    expect(entries.map(({ source }) => source)).toEqual(left);
    for (const entry of entries) {
      const reason = entry.source === 'key' ? 'She called us back.' : '';
      const gone = await manager.post(`/api/donotcall/${clientId}/delete`, { ...entry, reason });
      expect(gone.status).toBe(200);
    }
  }
});

test('a number that is on the list is refused and stays as it is listed, whoever listed it', async () => {
  const rowOf = async (phone: string) =>
    asClient(db, clientId, (tx) =>
      tx.row<object>('SELECT * FROM do_not_call WHERE client_id = $1 AND phone = $2', [
        clientId,
        phone,
      ]),
    );
  for (const way of ['key', 'text', 'STOP', 'manager', 'operator'] as const) {
    const phone = `1302556${String(1_000 + nextPerson++).slice(-4)}`;
    await listings[way](phone);
    const before = await rowOf(phone);
    expect([way, (await add(phone)).status]).toEqual([way, 409]);
    // A person who told a manager means the account too; nothing that the list shows says so.
    expect(await rowOf(phone)).toEqual({ ...before, whole_account: true });
    await asClient(db, clientId, (tx) =>
      tx.run('DELETE FROM do_not_call WHERE client_id = $1 AND phone = $2', [clientId, phone]),
    );
  }
});

test('what a manager or the operator listed needs no reason, and leaves no such row', async () => {
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
  ['(102) 555-0148', 422, 'A phone number on the do not call list may not start with 0 or 1'],
  ['10025550148', 422, 'A phone number on the do not call list may not start with 0 or 1'],
])('«%s» is refused', async (phone, status, sentence) => {
  const answer = await add(phone);
  const { detail, errors } = answer.json<ProblemBody>();
  expect([answer.status, detail]).toEqual([status, sentence]);
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
    const answer = await add(form);
    const { code, detail } = answer.json<ProblemBody>();
    expect([answer.status, code, detail]).toEqual([
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

test('a search takes digits anywhere, the newest first, so many and their count', async () => {
  const client = await makeClient(db);
  const as = await api.signIn(client);
  const numbers = Array.from({ length: 25_000 }, (_, at) => `1${3_025_000_000 + at}`);
  await asClient(db, client.clientId, (tx) => importDoNotCall(tx, client.clientId, numbers));
  expect(phones(await search('limit=2', as))).toEqual(numbers.slice(-2).reverse());
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
