/** The audit log (decision 068): every change leaves an entry, and no entry can be undone unseen. */
import { expect, test } from 'vitest';
import type { AuditEntry } from '../../src/contract/audit.ts';
import { audited } from '../../src/contract/audited.ts';
import type { OperationShape } from '../../src/contract/http.ts';
import { allOperations } from '../../src/contract/operations.ts';
import { type Actor, actingAs } from '../../src/db/actor.ts';
import { verifyAudit } from '../../src/db/audit/verify.ts';
import { asClient, asOwner, asPlatform } from '../../src/db/database.ts';
import { noteAct, sealAudit } from '../../src/db/queries/audit.ts';
import { testApi } from '../harness/api.ts';
import { caller } from '../harness/caller.ts';
import { makeClient, makeManager } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { openSession } from '../harness/session.ts';
import { makeRecords } from './tenancy-fixtures.ts';
import { requestOf, send } from './tenancy-request.ts';

const db = await freshDatabase();
// In calling hours, when a code may be sent.
const now = () => new Date('2026-11-18T17:00:00Z');
const api = await testApi(db, { now });

const entriesOf = (clientId: number) =>
  asClient(db, clientId, (tx) =>
    tx.rows<{
      sequence: number;
      operation: string;
      actor: string;
      name: string;
      outcome: string;
      reason: string | null;
      before: Record<string, unknown> | null;
      after: Record<string, unknown> | null;
    }>(
      `SELECT sequence, operation, actor_kind AS actor, actor_name AS name, outcome, reason, before, after
       FROM audit_entry ORDER BY sequence`,
    ),
  );

const changing = allOperations.filter(({ method }) => method === 'POST');

test('the table names every POST operation of the contract, and no other', () => {
  expect(Object.keys(audited).sort()).toEqual(changing.map(({ name }) => name).sort());
});

async function leavesAnEntry(operation: OperationShape) {
  const records = await makeRecords(db);
  const { client: clientId } = records.ids;
  const rights = { role: 'administrator', fullSsn: true, password: records.password } as const;
  const other = await makeManager(db, clientId, rights);
  // Sessions, saved filters and phones are the manager's own.
  const me = /Session|ReportFilter|ManagerPhone|MessageTest/.test(operation.name)
    ? caller(api.url, records.token)
    : caller(api.url, await openSession(db, clientId, other.managerId));
  await asClient(db, clientId, async (tx) => {
    if (/^delete.*Message$/.test(operation.name)) {
      await tx.run('UPDATE campaign SET deleted_at = created');
    }
    if (operation.name === 'cancelReport') await tx.run('UPDATE report_archive SET status_id = 1');
  });
  const before = (await entriesOf(clientId)).length;
  const response = await send(me, operation, requestOf(operation, records));
  const own = (await entriesOf(clientId)).slice(before);
  const found = own.filter((one) => one.operation === operation.name && one.actor === 'manager');
  expect(response.status, response.text).toBeLessThan(300);
  expect(found.length, JSON.stringify(own)).toBeGreaterThan(0);
}

/** Whose sample request changes nothing: tested below, or in the test of their noun. */
const elsewhere = [
  ...['login', 'provePassword', 'downloadReport'],
  // second-factor-rule.test.ts
  ...['finishLogin', 'confirmAuthenticator', 'removeAuthenticator', 'addPasskey', 'removePasskey'],
  ...['renewRecoveryCodes', 'requireSecondFactor', 'removeManagersFactor'],
  // message-test.test.ts: the code is in no record.
  'confirmManagerPhone',
  // client-stop.test.ts: there is nothing to lift here.
  'liftClientStop',
  // engine/try-this.test.ts: only the demo client may.
  ...['answerAsPerson', 'killEngine'],
  // manager-link.test.ts and journeys/oidc.test.ts
  ...['redeemManagerLink', 'finishOidc'],
];

for (const operation of changing) {
  if (audited[operation.name] === 'reads' || elsewhere.includes(operation.name)) continue;
  test(`${operation.name} leaves an entry by its manager`, () => leavesAnEntry(operation));
}

test('sign-ins, wrong passwords, refusals and sign-outs are entries', async () => {
  const client = await makeClient(db);
  const reporter = await makeManager(db, client.clientId, { role: 'reporter' });
  const wrong = { code: client.code, username: reporter.username, password: 'not the password 1' };
  expect((await api.stranger.post('/api/security/login', wrong)).status).toBe(401);
  const me = await api.signIn(client, reporter);
  const block = { phoneRestriction: '3025550148' };
  for (let n = 0; n < 3; n += 1) {
    expect((await me.post(`/api/donotcall/${client.clientId}/edit`, block)).status).toBe(403);
  }
  expect((await me.post('/api/security/prove', { password: 'wrong' })).status).toBe(422);
  expect((await me.post('/api/security/logout')).status).toBe(204);
  const seen = (await entriesOf(client.clientId)).filter(({ actor }) => actor !== 'platform');
  expect(seen.map((one) => [one.operation, one.actor, one.outcome, one.reason])).toEqual([
    ['login', 'stranger', 'refused', 'wrong_credentials'],
    ['login', 'manager', 'done', null],
    ['addDoNotCall', 'manager', 'refused', 'not_allowed'],
    ['provePassword', 'manager', 'refused', 'wrong_password'],
    ['logout', 'manager', 'done', null],
  ]);
});

test('an entry has the changed fields before and after, and no secret', async () => {
  const client = await makeClient(db);
  const other = await makeManager(db, client.clientId, { role: 'reporter' });
  const me = await api.signIn(client);
  const body = {
    name: 'Renamed',
    username: other.username,
    email: 'a@example.com',
    role: 'manager',
  };
  const saved = await me.post(`/api/manager/${other.managerId}/edit`, body);
  expect(saved.status, saved.text).toBe(200);
  expect((await entriesOf(client.clientId)).at(-1)).toMatchObject({
    operation: 'editManager',
    before: { role: 'reporter' },
    after: { role: 'manager', name: 'Renamed' },
  });
  const { name, username, password } = client.manager;
  const own = { name, username, email: 'b@example.com', password };
  const secret = { newPassword: 'plum kettle 4471 harbor' };
  const mine = await me.post(`/api/manager/${client.manager.managerId}/edit`, {
    ...own,
    ...secret,
  });
  expect(mine.status, mine.text).toBe(200);
  expect((await entriesOf(client.clientId)).at(-1)).toMatchObject({
    before: { password_hash: '(hidden)' },
    after: { email: 'b@example.com', password_hash: '(hidden)' },
  });
  const all = JSON.stringify(await entriesOf(client.clientId));
  for (const word of ['scrypt', '$argon', 'plum kettle']) expect(all).not.toContain(word);
});

test('administrators read it filtered, page by page, and as CSV; nobody else does', async () => {
  const client = await makeClient(db);
  const me = await api.signIn(client);
  await asClient(db, client.clientId, async (tx) => {
    for (let n = 0; n < 120; n += 1) {
      await noteAct(tx, {
        clientId: client.clientId,
        operation: 'editBroadcast',
        thing: { kind: 'campaign', id: '7', name: n === 3 ? '=1+1' : `Spring ${n}` },
      });
    }
  });
  const list = async (query: string) =>
    (await me.get(`/api/audit?${query}`)).json<{ entries: AuditEntry[]; more: boolean }>();
  const first = await list('thing=campaign&thingId=7');
  expect([first.entries.length, first.more]).toEqual([100, true]);
  const few = await list('thing=campaign&rows=25');
  expect([few.entries.length, few.more]).toEqual([25, true]);
  const second = await list(`thing=campaign&before=${first.entries.at(-1)?.sequence}`);
  expect([second.entries.length, second.more]).toEqual([20, false]);
  expect((await list('search=spring%2011')).entries).toHaveLength(11);
  expect((await list('outcome=refused')).entries).toEqual([]);
  const csv = (await me.get('/api/audit/export?thing=campaign')).text;
  expect(csv.trim().split('\r\n')).toHaveLength(121);
  expect(csv).toContain(",'=1+1,");
  // As on the screen, and in every other file.
  expect(csv).toMatch(/^.?Number,Time \(ET\),/);
  expect(csv).toMatch(/\n\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [AP]M,/);
  const manager = await makeManager(db, client.clientId, { role: 'manager' });
  const them = await api.signIn(client, manager);
  expect((await them.get('/api/audit')).status).toBe(403);
  expect((await them.get('/api/audit/export')).status).toBe(403);
});

test("the program's roles cannot change or remove an entry, nor write one beside the chain", async () => {
  const { clientId } = await makeClient(db);
  await asPlatform(db, (tx) => noteAct(tx, { clientId, operation: 'test' }));
  const writes = [
    "UPDATE audit_entry SET actor_name = 'x'",
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
    'INSERT INTO audit_entry SELECT * FROM audit_entry',
    'UPDATE audit_chain SET sequence = 0',
    'DELETE FROM audit_root',
  ];
  for (const sql of writes) {
    await expect(asClient(db, clientId, (tx) => tx.run(sql))).rejects.toThrow('permission denied');
    await expect(asPlatform(db, (tx) => tx.run(sql))).rejects.toThrow('permission denied');
  }
  const owners = [
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
    'UPDATE audit_root SET day = day',
  ];
  for (const sql of owners) {
    await expect(asOwner(db, (tx) => tx.run(sql))).rejects.toThrow('can only be added to');
  }
  await expect(
    asClient(db, clientId, (tx) => noteAct(tx, { clientId: clientId + 1 })),
  ).rejects.toThrow('another client');
});

/** As somebody who owns the database and removes what protects the table. */
const tamper = (sql: string) =>
  asOwner(db, async (tx) => {
    await tx.run('ALTER TABLE audit_entry DISABLE TRIGGER only_added');
    await tx.run(sql);
    await tx.run('ALTER TABLE audit_entry ENABLE TRIGGER only_added');
  });

async function tampered(sqlOf: (clientId: number) => string) {
  const { clientId } = await makeClient(db);
  for (let n = 0; n < 6; n += 1) {
    const note = { clientId, operation: 'test', facts: { n, text: 'Zoë "☎"\n' } };
    await asPlatform(db, (tx) => noteAct(tx, note));
  }
  const faults = async () =>
    (await verifyAudit(db)).find((chain) => chain.clientId === clientId)?.faults;
  expect(await faults()).toEqual([]);
  await tamper(sqlOf(clientId));
  return faults();
}

test('verify finds a changed, a removed, a swapped and the newest entries', async () => {
  const of = (id: number, sequence: number) => `client_id = ${id} AND sequence = ${sequence}`;
  expect(
    await tampered((id) => `UPDATE audit_entry SET actor_name = 'Eve' WHERE ${of(id, 3)}`),
  ).toEqual([{ kind: 'changed', sequence: 3 }]);
  expect(await tampered((id) => `DELETE FROM audit_entry WHERE ${of(id, 3)}`)).toEqual([
    { kind: 'removed', sequence: 3 },
  ]);
  const swapped = await tampered(
    (id) => `WITH e AS (SELECT * FROM audit_entry WHERE client_id = ${id})
      UPDATE audit_entry a SET after = e.after, hash = e.hash, previous = e.previous FROM e
      WHERE a.client_id = ${id} AND a.sequence IN (3, 4) AND e.sequence = 7 - a.sequence`,
  );
  expect(swapped?.map(({ sequence }) => sequence)).toContain(3);
  const tail = (id: number) => `DELETE FROM audit_entry WHERE client_id = ${id} AND sequence > 4`;
  expect(await tampered(tail)).toEqual([{ kind: 'cut', sequence: 5 }]);
});

test('a removed end whose head was put back is found by a root of the log', async () => {
  const { clientId } = await makeClient(db);
  for (let n = 0; n < 3; n += 1) {
    await asPlatform(db, (tx) => noteAct(tx, { clientId, operation: 'test' }));
  }
  const own = (await asPlatform(db, sealAudit)).find(({ client }) => client === clientId);
  const root = { clientId, sequence: own?.last ?? 0, hash: own?.root ?? '' };
  expect(root.hash).toMatch(/^[0-9a-f]{64}$/);
  // Nothing new: no root.
  expect(await asPlatform(db, sealAudit)).toEqual([]);
  await tamper(`DELETE FROM audit_entry WHERE client_id = ${clientId} AND sequence > 2`);
  await asOwner(db, async (tx) => {
    await tx.run('ALTER TABLE audit_root DISABLE TRIGGER only_added');
    await tx.run('DELETE FROM audit_root WHERE client_id = $1', [clientId]);
    await tx.run('ALTER TABLE audit_root ENABLE TRIGGER only_added');
    await tx.run(
      `UPDATE audit_chain c SET sequence = 2, hash = e.hash FROM audit_entry e
       WHERE c.client_id = $1 AND e.client_id = $1 AND e.sequence = 2`,
      [clientId],
    );
  });
  const chain = async (roots: (typeof root)[]) =>
    (await verifyAudit(db, roots)).find((one) => one.clientId === clientId);
  expect((await chain([]))?.faults).toEqual([]);
  expect((await chain([root]))?.faults).toEqual([{ kind: 'cut', sequence: 3 }]);
});

test('forty changes at once keep the chain whole, each by its own actor', async () => {
  const { clientId } = await makeClient(db);
  const actor = (n: number): Actor => ({ kind: 'operator', name: `n${n}`, operation: 'test' });
  const one = (n: number) =>
    actingAs(actor(n), () =>
      asClient(db, clientId, (tx) =>
        tx.run('INSERT INTO text_message (client_id, name, message) VALUES ($1, $2, $2)', [
          clientId,
          `m${n}`,
        ]),
      ),
    );
  await Promise.all(Array.from({ length: 40 }, (_, n) => one(n)));
  const made = (await entriesOf(clientId)).filter(({ operation }) => operation === 'test');
  expect(made).toHaveLength(40);
  for (const { name, after } of made) expect(after).toMatchObject({ name: name.replace('n', 'm') });
  const chain = (await verifyAudit(db)).find((found) => found.clientId === clientId);
  expect(chain?.faults).toEqual([]);
});

test('what is undone leaves no entry', async () => {
  const { clientId } = await makeClient(db);
  const before = (await entriesOf(clientId)).length;
  const undone = asClient(db, clientId, async (tx) => {
    await tx.run("INSERT INTO text_message (client_id, name, message) VALUES ($1, 'x', 'y')", [
      clientId,
    ]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await entriesOf(clientId)).toHaveLength(before);
});
