/** Numbers that persons asked not to be called: who lifts them, and by what. */
import { expect, test } from 'vitest';
import { type DoNotCallLift, doNotCallTexts } from '../../src/contract/do-not-call.ts';
import type { ProblemBody } from '../../src/contract/errors.ts';
import { asClient } from '../../src/db/database.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { doNotCallWorld } from './do-not-call-world.ts';

const { db, client, manager, clientId, add, sendIn, search, nextPerson, listings } =
  await doNotCallWorld();

const entryOf = async (phone: string) => (await search(`limit=10&search=${phone}`)).entries[0];

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
      blocked: since,
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
  ['although a manager had blocked it', '13025550137', ['manager', 'text']],
] as const)(
  'what a person asked for by text %s is lifted with a reason only',
  async (_, phone, sources) => {
    for (const source of sources) {
      if (source === 'text') await sendIn(phone, 'STOP');
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

test.each([
  [['manager', 'key'], 'key'],
  [['operator', 'key'], 'key'],
  [['text', 'manager'], 'text'],
  [['text', 'operator', 'manager'], 'text'],
  [['manager', 'text', 'operator'], 'text'],
  [['STOP', 'key', 'manager'], 'key'],
  [['key', 'STOP', 'operator'], 'key'],
] as const)(
  'blocked by %j, a number is lifted as by its person (%s), with a reason',
  async (ways, source) => {
    const phone = nextPerson();
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

test('START takes back what a text asked for and nothing else, even if others blocked the number too', async () => {
  for (const [ways, left] of [
    [['text', 'operator'], ['operator']],
    [['manager', 'STOP'], ['manager']],
    [['STOP', 'key'], ['key']],
    [['STOP'], []],
  ] as const) {
    const phone = nextPerson();
    for (const way of ways) await listings[way](phone);
    await sendIn(phone, 'START');
    const { entries } = await search(`limit=1&search=${phone}`);
    expect(entries.map(({ source }) => source)).toEqual(left);
    for (const entry of entries) {
      const reason = entry.source === 'key' ? 'She called us back.' : '';
      const gone = await manager.post(`/api/donotcall/${clientId}/delete`, { ...entry, reason });
      expect(gone.status).toBe(200);
    }
  }
});

test('a number that is on the list is refused, and nothing changes, whatever its source', async () => {
  const rowOf = async (phone: string) =>
    asClient(db, clientId, (tx) =>
      tx.row<object>(
        `SELECT do_not_call_id, source, created, whole_account, key_at, text_at
         FROM do_not_call WHERE client_id = $1 AND phone = $2`,
        [clientId, phone],
      ),
    );
  for (const way of ['key', 'text', 'STOP', 'manager', 'operator'] as const) {
    const phone = nextPerson();
    await listings[way](phone);
    const before = await rowOf(phone);
    expect([way, (await add(phone)).status]).toEqual([way, 409]);
    expect(await rowOf(phone)).toEqual(before);
    await asClient(db, clientId, (tx) =>
      tx.run('DELETE FROM do_not_call WHERE client_id = $1 AND phone = $2', [clientId, phone]),
    );
  }
});

test('a number that a file had blocked is refused with the way to block its account too', async () => {
  const phone = nextPerson();
  await asClient(db, clientId, (tx) => importDoNotCall(tx, clientId, [phone]));
  const refused = (await add(phone)).json<ProblemBody>();
  expect(refused).toMatchObject({ code: 'not_unique', detail: doNotCallTexts.unique });
  expect(refused.errors?.[1]).toEqual({
    path: 'wholeAccount',
    message: doNotCallTexts.accountIsCalled,
  });
  expect((await add(phone, { wholeAccount: true })).json()).toBe(true);
  const again = (await add(phone)).json<ProblemBody>();
  expect(again.errors?.map(({ path }) => path)).toEqual(['phoneRestriction']);
});

test('nobody lifts an opt-out that came after the one that they saw', async () => {
  const phone = nextPerson();
  await sendIn(phone, 'STOP');
  const seen = await entryOf(phone);
  await sendIn(phone, 'STOP', new Date(Date.parse(seen?.asked ?? '') + 60_000));
  const lift = (entry: typeof seen) =>
    manager.post(`/api/donotcall/${clientId}/delete`, { ...entry, reason: 'She called us.' });
  const refused = await lift(seen);
  expect([refused.status, refused.json<ProblemBody>().code]).toEqual([409, 'changed_meanwhile']);
  const again = await entryOf(phone);
  expect(again).toEqual({ ...seen, asked: expect.any(String) });
  expect(Date.parse(again?.asked ?? '')).toBeGreaterThan(Date.parse(seen?.asked ?? ''));
  expect((await lift(again)).status).toBe(200);
  expect(await entryOf(phone)).toBeUndefined();
});

test('only what the person asked for has an instant at which it was asked', async () => {
  const phone = nextPerson();
  await listings.manager(phone);
  expect(await entryOf(phone)).not.toHaveProperty('asked');
  await listings.key(phone);
  expect(await entryOf(phone)).toMatchObject({ source: 'key', asked: expect.stringMatching(/Z$/) });
});
