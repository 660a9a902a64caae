import { expect, test } from 'vitest';
import type { AuditEntry } from '../../src/contract/audit.ts';
import type { ProblemError } from '../../src/contract/errors.ts';
import type { PersonData } from '../../src/contract/person-data.ts';
import { verifyAudit } from '../../src/db/audit/verify.ts';
import { asClient, asOwner } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { ringOfKey } from '../../src/db/key-ring.ts';
import { numberHashOf, numberKeyOf } from '../../src/db/number-key.ts';
import { importDoNotCall } from '../../src/db/queries/do-not-call-import.ts';
import { erasePerson } from '../../src/db/queries/person-erase.ts';
import { eraseAgain } from '../../src/db/queries/person-erase-again.ts';
import { beginArchive } from '../../src/db/queries/report-archive.ts';
import { beginRun, finishRun } from '../../src/db/queries/report-run.ts';
import { realMs } from '../../src/domain/milliseconds.ts';
import { testApi } from '../harness/api.ts';
import { untilBlocked } from '../harness/blocked.ts';
import { freshDatabase } from '../harness/database.ts';
import { addAttempt, addEntry, at, makeNumberWorld, minutesAgo } from './number-world.ts';

const dataKey = Buffer.alloc(32, 7);
const key = ringOfKey(dataKey).lookups.numbers;
const db = await freshDatabase();
db.connection.numberKey = numberKeyOf(key);
const vault = createVault(dataKey);
const api = await testApi(db, { now: () => at });
const world = await makeNumberWorld(db);
const other = await makeNumberWorld(db);
const { clientId } = world.client;
const manager = await api.signIn(world.client);
const phone = '12025550143';
const digits = phone.slice(1);

async function hold(of = world, number = phone) {
  const id = of.client.clientId;
  const done = await addEntry(db, of, { phone: number, name: 'May', state: 1 });
  await addAttempt(db, of, {
    phone: number,
    callListId: done,
    attemptedAt: minutesAgo(60),
    result: 'person',
  });
  await addEntry(db, of, { phone: number, name: 'June' });
  await asClient(db, id, async (tx) => {
    await tx.run(
      `INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent, carrier_ref)
       VALUES ($1, $2, '12025550199', now(), 'who is this', 5, gen_random_uuid()),
         ($1, '12025550188', '12025550199', now(), 'call my wife at (202) 555-0143', 5, gen_random_uuid())`,
      [id, number],
    );
    await tx.run(
      `INSERT INTO kept_reply (client_id, inbound_text_id, phone, received)
       SELECT $1, max(inbound_text_id) + 1000, $2, '2026-08-01' FROM inbound_text
       WHERE client_id = $1`,
      [id, number],
    );
    await tx.run(
      `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
       VALUES ($1, $2, 4, 'CELL', '(202) 555-0143', '{"code":"number_do_not_call"}')`,
      [id, done],
    );
    await tx.run(
      `INSERT INTO audit_log (client_id, action, detail) VALUES ($1, 'do_not_call_deleted', $2)`,
      [id, JSON.stringify({ phone: number })],
    );
    await tx.run(
      `SELECT audit_append($1, 'old', 'old', $2, $2, NULL, jsonb_build_object('phone', $2::text), 'done', NULL)`,
      [id, number],
    );
    await importDoNotCall(tx, id, [number]);
  });
}

/** Every text and jsonb column of the schema that holds the digits, but for one client's rows. */
async function columnsHolding(notOf: number) {
  return asOwner(db, async (tx) => {
    // As a backup, which reads every client's rows.
    await tx.run(`SELECT set_config('carillon.backup', 'on', true)`);
    const columns = await tx.rows<{ table: string; column: string; ofClients: boolean }>(
      `SELECT c.table_name AS table, c.column_name AS column, EXISTS (
         SELECT FROM information_schema.columns k WHERE k.table_schema = 'public'
           AND k.table_name = c.table_name AND k.column_name = 'client_id') AS "ofClients"
       FROM information_schema.columns c JOIN information_schema.tables t
         USING (table_schema, table_name)
       WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
         AND (c.data_type IN ('text', 'jsonb', 'ARRAY', 'character varying', 'json'))`,
    );
    expect(columns.length).toBeGreaterThan(150);
    const holding: string[] = [];
    for (const { table, column, ofClients } of columns) {
      const where = ofClients ? `client_id <> ${notOf} AND` : '';
      const found = await tx.rows(
        `SELECT 1 FROM "${table}" WHERE ${where}
           regexp_replace("${column}"::text, '[-() .]', '', 'g') LIKE '%${digits}%' LIMIT 1`,
      );
      if (found.length > 0) holding.push(`${table}.${column}`);
    }
    return holding;
  });
}

const post = (path: string, body: object) => manager.post(`/api/person/${clientId}/${path}`, body);

test('everything about a number is shown, and handed out as one file', async () => {
  await hold();
  await hold(other);
  const shown = await post('show', { phone });
  expect(shown.status, shown.text).toBe(200);
  const { places } = shown.json<PersonData>();
  const totals = Object.fromEntries(places.map(({ place, total }) => [place, total]));
  expect(totals).toMatchObject({
    ...{ entries: 2, calls: 1, attempts: 1, textsReceived: 2, rejectedRows: 1 },
    ...{ doNotCall: 1, mentions: 1 },
  });
  const file = await post('export', { phone });
  expect(file.status, file.text).toBe(200);
  expect(file.text).toContain('Kamaka');
});

test('an erased number is in no column of any table, stays blocked, and the chain holds', async () => {
  expect(await columnsHolding(other.client.clientId)).not.toEqual([]);
  const wrong = await post('erase', { phone, again: '202-555-0144' });
  expect(wrong.status).toBe(422);
  const erased = await post('erase', { phone, again: '202-555-0143' });
  expect(erased.status, erased.text).toBe(200);
  expect(erased.text).not.toContain(digits);
  expect(await columnsHolding(other.client.clientId)).toEqual([]);
  const chains = await verifyAudit(db);
  expect(chains.flatMap(({ faults }) => faults)).toEqual([]);
  expect(chains.find((one) => one.clientId === clientId)?.redacted).toBe(1);
  const again = await manager.post(`/api/donotcall/${clientId}/edit`, {
    phoneRestriction: '2025550143',
  });
  expect(again.text).toContain('not_unique');
  const listed = await manager.get('/api/donotcall?search=2025550143&limit=10');
  expect(listed.json<{ total: number }>().total).toBe(1);
});

test("the other client's rows of the same number stay", async () => {
  const rows = await asClient(db, other.client.clientId, (tx) =>
    tx.rows('SELECT 1 FROM list_entry WHERE client_id = $1 AND phone = $2', [
      other.client.clientId,
      phone,
    ]),
  );
  expect(rows).toHaveLength(2);
  const elsewhere = await manager.post(`/api/person/${other.client.clientId}/erase`, {
    phone,
    again: phone,
  });
  expect(elsewhere.status).toBe(403);
});

test('a hashed number waits in no list, whoever loads it', async () => {
  const callListId = await addEntry(db, world, { phone, name: 'July' });
  const story = await manager.get(`/api/number/${phone}`);
  expect(
    story.json<{ entries: { verdict: { reason: string } }[] }>().entries[0]?.verdict,
  ).toMatchObject({
    kind: 'bar',
  });
  await asClient(db, clientId, (tx) =>
    tx.run('DELETE FROM list_entry WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      callListId,
    ]),
  );
});

test('the audit log can be filtered for looks at people, and for full SSNs', async () => {
  const read = (thing: string) => manager.get(`/api/audit?clientId=${clientId}&thing=${thing}`);
  const found = await read('person');
  expect(found.status, found.text).toBe(200);
  const operations = found.json<{ entries: AuditEntry[] }>().entries.map((one) => one.operation);
  expect(new Set(operations)).toEqual(new Set(['showPerson', 'exportPerson', 'erasePerson']));
  for (const thing of ['full_ssn_exported', 'full_ssn_downloaded']) {
    expect((await read(thing)).status).toBe(200);
  }
});

test('a block that an erasure adds names who erased', async () => {
  const unlisted = '12025550166';
  await addEntry(db, world, { phone: unlisted });
  const erased = await post('erase', { phone: unlisted, again: unlisted });
  expect(erased.status, erased.text).toBe(200);
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows(
      `SELECT source, manager_id AS "managerId" FROM do_not_call
       WHERE client_id = $1 AND phone = number_hash($1, $2)`,
      [clientId, unlisted],
    ),
  );
  expect(rows).toEqual([{ source: 'manager', managerId: world.client.manager.managerId }]);
});

test('a number in a call is not erased', async () => {
  const callListId = await addEntry(db, world, { phone: '12025550177', state: 1 });
  await addAttempt(db, world, { phone: '12025550177', callListId, attemptedAt: minutesAgo(1) });
  const refused = await post('erase', { phone: '12025550177', again: '12025550177' });
  expect(refused.status).toBe(409);
  const left = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT 1 FROM do_not_call WHERE client_id = $1 AND phone = number_hash($1, $2)', [
      clientId,
      '12025550177',
    ]),
  );
  expect(left).toEqual([]);
});

test('an erasure that a restored database forgot is done again, also of a call in progress', async () => {
  const hash = numberHashOf(key, clientId, '12025550177');
  const forgotten = {
    ...({
      kind: 'erasure',
      clientId,
      hash,
      hashed: true,
      wholeAccount: false,
      at: realMs(0),
    } as const),
    key: '7d2c1d8d-0000-4000-8000-000000000001',
  };
  await eraseAgain(db, vault, clientId, [forgotten]);
  const rows = await asClient(db, clientId, (tx) =>
    tx.rows<{ phone: string }>(
      `SELECT phone FROM attempt WHERE client_id = $1 AND phone = $2
       UNION ALL SELECT phone FROM list_entry WHERE client_id = $1 AND phone = $2
       UNION ALL SELECT phone FROM call_record WHERE client_id = $1 AND phone = $2`,
      [clientId, '12025550177'],
    ),
  );
  expect(rows).toEqual([]);
  const receipts = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT 1 FROM erasure WHERE client_id = $1 AND number_hash = $2', [clientId, hash]),
  );
  expect(receipts).toHaveLength(1);
});

test('an erasure is refused while an export that was not searched has become ready', async () => {
  const of = await makeNumberWorld(db);
  const id = of.client.clientId;
  const erase = () =>
    erasePerson(db, vault, { clientId: id, phone: '12025550177', hashed: false, managerId: null });
  // It waits behind the export, which becomes ready once its archives were looked through.
  const erasing = await asClient(db, id, async (tx) => {
    await tx.run(`SELECT pg_advisory_xact_lock(hashtext('report exports'), $1)`, [id]);
    const begun = erase().catch((error: ProblemError) => error.code);
    await untilBlocked(db);
    await tx.run(
      `INSERT INTO report_archive (client_id, manager_id, file_name, status_id)
       VALUES ($1, $2, 'Made meanwhile.csv', 3)`,
      [id, of.client.manager.managerId],
    );
    return [begun];
  });
  expect(await Promise.all(erasing)).toEqual(['in_use']);
  await expect(erase()).resolves.toHaveProperty('counts');
});

test('an erasure that is done again lets no export become ready that may have read the person', async () => {
  const of = await makeNumberWorld(db);
  const id = of.client.clientId;
  const given = {
    ...{ managerId: of.client.manager.managerId, filters: {}, utcOffset: 0 },
    includeFullSsn: false,
  };
  const reportArchiveId = await asClient(db, id, (tx) => beginArchive(tx, id, given, vault));
  const run = await asClient(db, id, (tx) =>
    beginRun(tx, { clientId: id, reportArchiveId }, vault),
  );
  if (!run) throw new Error('no run');
  const erasing = { clientId: id, phone: '12025550177', hashed: false, managerId: null };
  await erasePerson(db, vault, { ...erasing, again: { wholeAccount: false } });
  const file = { records: 1, fileBytes: 10, partCount: 1 };
  expect(await asClient(db, id, (tx) => finishRun(tx, run, file))).toBe(false);
  const rows = await asClient(db, id, (tx) =>
    tx.rows('SELECT status_id AS status FROM report_archive WHERE client_id = $1', [id]),
  );
  expect(rows).toEqual([{ status: 1 }]);
});
