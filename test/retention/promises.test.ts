/** Promises to people and managers hold after the rows were deleted. */
import { expect, test } from 'vitest';
import { asClient, asPlatform } from '../../src/db/database.ts';
import { readCallRecord } from '../../src/db/queries/call-record-story.ts';
import { triesOf } from '../../src/db/queries/contact-cap.ts';
import { contactedOf } from '../../src/db/queries/number-owner.ts';
import { removeOldArchives } from '../../src/db/queries/old-report.ts';
import { optOut } from '../../src/db/queries/opt-out.ts';
import { sweepRecordings } from '../../src/db/queries/phone-recording-sweep.ts';
import { journalDays } from '../../src/db/queries/retention.ts';
import { runRetention } from '../../src/db/retention/run.ts';
import { encodeAllowed } from '../../src/domain/allowed-by.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';
import { addInboundTexts } from '../harness/text-data.ts';
import { daysAgo, keeps, makeOldList, now, rowsOf, standStill } from './world.ts';

const db = await freshDatabase();
await standStill(db);

test("an opt-out to a stranger's number still finds who contacted the person, while the record is kept", async () => {
  const { clientId } = await makeClient(db);
  const list = await makeOldList(db, clientId, { age: 800 });
  const [phone = ''] = list.phones;
  await runRetention(db);
  expect(await rowsOf(db, list)).toMatchObject({ attempts: 0, records: 10 });
  const found = () => asClient(db, clientId, (tx) => contactedOf(tx, clientId, [phone]));
  expect([...(await found()).keys()]).toEqual([phone]);
  await keeps(db, clientId, { calls: 700 });
  await runRetention(db);
  expect([...(await found()).keys()]).toEqual([]);
});

test('a stop still bars the account under its External Id, although the list that said it is gone', async () => {
  const { clientId } = await makeClient(db);
  const gone = await makeOldList(db, clientId, { age: 800, externalIds: true, called: 1 });
  const open = await makeOldList(db, clientId, {
    ...{ age: 2, status: 3, called: 0, waiting: 1, externalIds: true },
  });
  await runRetention(db);
  expect(await rowsOf(db, gone)).toMatchObject({ entries: 0, attempts: 0 });
  await asClient(db, clientId, (tx) => optOut(tx, clientId, gone.phones[0] ?? '', 'text'));
  const states = await asClient(db, clientId, (tx) =>
    tx.rows('SELECT state FROM list_entry WHERE client_id = $1 AND call_list_id = $2', [
      clientId,
      open.callListId,
    ]),
  );
  expect(states).toEqual([{ state: 2 }]);
});

test('a cap counts the same attempts before and after', async () => {
  const { clientId } = await makeClient(db);
  await keeps(db, clientId, { contacts: 1, calls: 30, texts: 30 });
  const within = await makeOldList(db, clientId, { age: 300 });
  const beyond = await makeOldList(db, clientId, { age: 400 });
  await asClient(db, clientId, (tx) =>
    tx.run(`UPDATE attempt SET counts_as = 'call' WHERE client_id = $1`, [clientId]),
  );
  const counted = (phones: string[]) =>
    asClient(db, clientId, (tx) =>
      tx.rows<{ tries: number[] }>(
        `SELECT ${triesOf("'call'", '1', "'-infinity'")} AS tries FROM unnest($2::text[]) AS e (phone)`,
        [clientId, phones],
      ),
    );
  const before = await counted(within.phones);
  await runRetention(db);
  expect(await rowsOf(db, within)).toMatchObject({ entries: 0, records: 0, attempts: 10 });
  expect(await counted(within.phones)).toEqual(before);
  expect(before.every(({ tries }) => tries[0] === 1 && tries[1] !== null)).toBe(true);
  expect(await rowsOf(db, beyond)).toMatchObject({ attempts: 0 });
});

test('by what right a number was called is known while its record is kept, with or without the attempt', async () => {
  const { clientId } = await makeClient(db);
  await keeps(db, clientId, { contacts: 730, calls: 900 });
  const old = await makeOldList(db, clientId, { age: 800, called: 1 });
  const young = await makeOldList(db, clientId, { age: 700, called: 1 });
  const before = await makeOldList(db, clientId, { age: 690, called: 1 });
  const allowed = encodeAllowed({
    ...{
      at: Date.parse(now),
      zones: ['America/New_York'],
      range: { open: '08:00', close: '21:00' },
    },
    ...{ counted: null, campaignVersion: 4, messages: [], withValues: false },
  });
  await asClient(db, clientId, async (tx) => {
    for (const table of ['attempt', 'call_record']) {
      await tx.run(`UPDATE ${table} SET allowed = $2 WHERE client_id = $1 AND call_list_id <> $3`, [
        ...[clientId, Buffer.from(allowed), before.callListId],
      ]);
    }
    // A record of a version before has no copy of what its attempt kept.
    await tx.run(
      'UPDATE call_record SET allowed = NULL WHERE client_id = $1 AND call_list_id = $2',
      [clientId, young.callListId],
    );
  });
  const allowedBy = async ({ callListId }: { callListId: number }) => {
    const record = await asClient(db, clientId, (tx) =>
      tx.row<{ at: Date; entryId: number }>(
        `SELECT started_at AS at, entry_id AS "entryId" FROM call_record
         WHERE client_id = $1 AND call_list_id = $2`,
        [clientId, callListId],
      ),
    );
    const id = `${record?.at.getTime()}-${callListId}-${record?.entryId}`;
    return (await readCallRecord(db, clientId, id))?.allowedBy;
  };
  await runRetention(db);
  expect(await rowsOf(db, old)).toMatchObject({ entries: 0, attempts: 0, records: 1 });
  expect(await rowsOf(db, young)).toMatchObject({ attempts: 1, records: 1 });
  const kept = { campaignVersion: 4, zones: [{ zone: 'America/New_York' }] };
  expect(await allowedBy(old)).toMatchObject(kept);
  expect(await allowedBy(young)).toMatchObject(kept);
  // Nothing is invented for an attempt of a version before.
  expect(await allowedBy(before)).toBeNull();
});

test('sent texts go by their own time, and their attempts stay with the list', async () => {
  const { clientId } = await makeClient(db);
  await keeps(db, clientId, { texts: 60 });
  const old = await makeOldList(db, clientId, { age: 90, texting: true });
  const young = await makeOldList(db, clientId, { age: 50, texting: true });
  const waiting = await makeOldList(db, clientId, {
    ...{ age: 90, texting: true, status: 3 as const, inCall: true },
  });
  await runRetention(db);
  expect(await rowsOf(db, old)).toMatchObject({ entries: 10, attempts: 10, texts: 0 });
  expect(await rowsOf(db, young)).toMatchObject({ texts: 10, records: 10 });
  // Its receipt may come: nobody knows what became of it.
  expect(await rowsOf(db, waiting)).toMatchObject({ texts: 1 });
});

test('inbound texts go with their auto-replies; one that waits for a manager stays', async () => {
  const { clientId, manager } = await makeClient(db);
  await keeps(db, clientId, { inbound: 60 });
  const received = daysAgo(90);
  await addInboundTexts(db, clientId, [
    { message: 'old', received },
    { message: 'unclear', received, intent: 5 },
    { message: 'decided', received, intent: 5, phone: '13025550149' },
    { message: 'young', received: daysAgo(59) },
  ]);
  await asClient(db, clientId, async (tx) => {
    await tx.run(
      `INSERT INTO text_reply (client_id, inbound_text_id, kind, phone, texting_number, body, queued, due)
       SELECT $1, inbound_text_id, 'help', phone, texting_number, 'Help', received, received
       FROM inbound_text WHERE client_id = $1 AND message = 'old'`,
      [clientId],
    );
    await tx.run(
      `UPDATE contact_rest SET decided_at = since, decided_by = $2, decision = 'keep'
       WHERE client_id = $1 AND phone = '13025550149'`,
      [clientId, manager.managerId],
    );
  });
  const left = () =>
    asClient(db, clientId, (tx) =>
      tx.rows(
        `SELECT message FROM inbound_text UNION ALL SELECT kind FROM text_reply
         UNION ALL SELECT phone FROM contact_rest ORDER BY 1`,
      ),
    );
  const dry = await runRetention(db, { dryRun: true });
  expect(dry?.clients.reduce((sum, { inbound }) => sum + inbound, 0)).toBe(2);
  await runRetention(db);
  expect(await left()).toEqual([
    { message: '13025550148' },
    { message: 'unclear' },
    { message: 'young' },
  ]);
});

test('recordings and reports go as their client says; what a message plays never goes', async () => {
  const [usual, own] = [await makeClient(db), await makeClient(db)];
  await keeps(db, own.clientId, { recordings: 20, reports: null });
  for (const { clientId, manager } of [usual, own]) {
    await asClient(db, clientId, async (tx) => {
      await tx.run(
        `INSERT INTO sound (client_id, file_name, media_type, content, created)
         SELECT $1, 'recording-' || days, 'audio/wav', '', now() - make_interval(days => days)
         FROM unnest('{8,21}'::int[]) AS days`,
        [clientId],
      );
      await tx.run(
        `INSERT INTO report_archive (client_id, manager_id, file_name, created)
         VALUES ($1, $2, 'report', now() - interval '91 days')`,
        [clientId, manager.managerId],
      );
      const message = await tx.row<{ id: number }>(
        `INSERT INTO voice_message (client_id, name) VALUES ($1, 'M') RETURNING voice_message_id AS id`,
        [clientId],
      );
      await tx.run(
        `INSERT INTO sound (client_id, file_name, media_type, content, created)
         VALUES ($1, 'recording-played', 'audio/wav', '', now() - interval '900 days')`,
        [clientId],
      );
      await tx.run(
        `INSERT INTO voice_message_step (client_id, voice_message_id, step_order, step_type, file_name)
         VALUES ($1, $2, 0, 1, 'recording-played')`,
        [clientId, message?.id],
      );
    });
  }
  await asPlatform(db, sweepRecordings);
  await asPlatform(db, removeOldArchives);
  const left = (clientId: number) =>
    asClient(db, clientId, (tx) =>
      tx.rows(
        'SELECT file_name AS name FROM sound UNION ALL SELECT file_name FROM report_archive ORDER BY 1',
      ),
    );
  expect(await left(usual.clientId)).toEqual([{ name: 'recording-played' }]);
  expect(await left(own.clientId)).toEqual([
    { name: 'recording-8' },
    { name: 'recording-played' },
    { name: 'report' },
  ]);
});

test('the journal is kept 90 days unless the operator says otherwise', async () => {
  expect(await asPlatform(db, journalDays)).toBe(90);
  await keeps(db, undefined, { journal: 120 });
  expect(await asPlatform(db, journalDays)).toBe(120);
  await keeps(db, undefined, { journal: null });
  expect(await asPlatform(db, journalDays)).toBeNull();
});
