/** The upgrade of codes whose names were riddles (0057-code-names.sql). */
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { knownNote, type StoredNote } from '../../src/contract/note.ts';
import { knownReason, type StoredReason } from '../../src/contract/reason.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { backupTo, emptyDatabase, on, restoreFrom, temporaryFolder } from '../backup/world.ts';
import { freshDatabase } from '../harness/database.ts';

const migrations = readMigrations();
const before = migrations.filter(({ name }) => name < '0057');
const system = 'Asterisk';

const notes: [former: StoredNote, now: StoredNote][] = [
  [{ code: 'away' }, { code: 'disconnected' }],
  [{ code: 'held' }, { code: 'on_hold' }],
  [{ code: 'taken_too_slowly' }, { code: 'claim_too_slow' }],
  [{ code: 'given_out_twice' }, { code: 'issued_twice' }],
  [{ code: 'no_answer' }, { code: 'no_response' }],
  [{ code: 'hours_over' }, { code: 'calling_hours_ended' }],
  [{ code: 'no_words' }, { code: 'empty_text' }],
  [
    { code: 'database_away', what: 'call' },
    { code: 'database_unavailable', what: 'call' },
  ],
  [{ code: 'outcome_not_told' }, { code: 'outcome_not_reported' }],
  [
    { code: 'canceled_first', why: 'stop' },
    { code: 'canceled_before_sending', why: 'stop' },
  ],
  [{ code: 'reply_hours' }, { code: 'reply_outside_hours' }],
  [
    { code: 'unwanted', what: 'text' },
    { code: 'withdrawn', what: 'text' },
  ],
  [{ code: 'hung_up_before' }, { code: 'hung_up_before_placed' }],
  [
    { code: 'not_shown', callerId: 'hidden' },
    { code: 'caller_id_unavailable', callerId: 'hidden' },
  ],
  [
    { code: 'no_answer_within', system, seconds: 5 },
    { code: 'no_response_within', system, seconds: 5 },
  ],
  [
    { code: 'answered_with', system, http: 503, said: 'Allocation failed' },
    { code: 'responded_with', system, http: 503, said: 'Allocation failed' },
  ],
  [{ code: 'answer_lost' }, { code: 'response_lost' }],
  [{ code: 'carrier_silent' }, { code: 'no_response' }],
  [
    { code: 'lost', system },
    { code: 'call_lost', system },
  ],
  [
    { code: 'not_taken', what: 'text', twilio: 21_211 },
    { code: 'not_accepted', what: 'text', twilio: 21_211 },
  ],
  [{ code: 'rest_too_late' }, { code: 'remaining_parts_too_late' }],
  [{ code: 'took_no_more' }, { code: 'carrier_busy' }],
  [{ code: 'out_of_reach' }, { code: 'phone_unreachable' }],
  [{ code: 'not_left' }, { code: 'expired_before_sending' }],
  // Nested, in one that has a new name and in one that keeps it.
  [
    { code: 'partly_taken', taken: 1, parts: 3, because: { code: 'rest_too_late' } },
    {
      code: 'partly_accepted',
      accepted: 1,
      parts: 3,
      because: { code: 'remaining_parts_too_late' },
    },
  ],
  [
    {
      code: 'reply_late',
      because: { code: 'partly_taken', taken: 1, parts: 2, because: { code: 'took_no_more' } },
    },
    {
      code: 'reply_late',
      because: {
        code: 'partly_accepted',
        accepted: 1,
        parts: 2,
        because: { code: 'carrier_busy' },
      },
    },
  ],
];
/** Words of others and codes that keep their names. */
const keptNotes: (StoredNote | null)[] = [
  null,
  { code: 'throttled' },
  { code: 'refused', said: '{"code": "lost"}' },
  { code: 'reply_late', because: { code: 'throttled' } },
  { code: 'former', said: 'no_answer' },
];

const until = '2026-11-21T13:00:00.000Z';
const reasons: [former: StoredReason, now: StoredReason][] = [
  [{ code: 'given_twice' }, { code: 'issued_twice' }],
  [
    { code: 'carrier_time', carrier: 'trunk' },
    { code: 'waits_for_carrier_time', carrier: 'trunk' },
  ],
  [{ code: 'trunk_tried' }, { code: 'trunk_failing' }],
  [
    { code: 'agent_number', fault: 'premium' },
    { code: 'linkback_number_not_callable', fault: 'premium' },
  ],
  [{ code: 'carrier_away' }, { code: 'carrier_disconnected' }],
  [{ code: 'recording_carrier_away' }, { code: 'recording_carrier_disconnected' }],
  [
    {
      code: 'trunk_failed',
      calls: 20,
      said: '',
      note: { code: 'answered_with', system, http: 500 },
    },
    {
      code: 'trunk_failed',
      calls: 20,
      said: '',
      note: { code: 'responded_with', system, http: 500 },
    },
  ],
];
const keptReasons: (StoredReason | null)[] = [
  null,
  { code: 'calling_hours', until },
  { code: 'trunk_failed', calls: 20, said: '', note: { code: 'call_refused', sip: 403 } },
  { code: 'recording_no_answer' },
];

async function formerDatabase() {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query(
    'DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public',
  );
  await migrate(owner, before);
  return { owner, client };
}

/** One whose tables take rows that belong to nobody. */
async function looseDatabase() {
  const { owner, client } = await formerDatabase();
  const { rows } = await client.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS sql
     FROM pg_constraint WHERE contype IN ('f', 'c') AND conrelid IN ('text_receipt'::regclass,
       'text_reply'::regclass, 'campaign'::regclass, 'phone_recording'::regclass)`,
  );
  for (const { sql } of rows) await client.query(sql);
  return { owner, client };
}

const at = "timestamptz '2026-11-20T15:00:00Z'";
const own = ['attempt', 'text_receipt', 'text_reply', 'campaign', 'phone_recording'];
const force = (client: Client, how: 'FORCE' | 'NO FORCE') =>
  client.query(own.map((one) => `ALTER TABLE ${one} ${how} ROW LEVEL SECURITY;`).join(''));

test('an upgrade gives stored notes and reasons the new codes, nested ones too, and updates nothing else', async () => {
  const { owner, client } = await looseDatabase();
  await force(client, 'NO FORCE');
  const formerNotes = [...notes.map(([former]) => former), ...keptNotes];
  const formerReasons = [...reasons.map(([former]) => former), ...keptReasons];
  const from = 'FROM unnest($1::jsonb[]) WITH ORDINALITY AS u (it, n)';
  await client.query(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, finished_at, result, carrier_note)
     SELECT 1, 1, n, 1, n, gen_random_uuid(), ${at}, ${at}, 'failed', it ${from}`,
    [formerNotes],
  );
  await client.query(
    `INSERT INTO text_receipt (client_id, carrier_ref, phone, texting_number, outcome, received, note)
     SELECT 1, n, n, '1', 'failed', ${at}, it ${from}`,
    [formerNotes],
  );
  await client.query(
    `INSERT INTO text_reply (client_id, inbound_text_id, kind, phone, texting_number, body, queued, due, note)
     SELECT 1, n, 'help', n, '1', '', ${at}, ${at}, it ${from} ORDER BY n`,
    [formerNotes],
  );
  await client.query(
    `INSERT INTO campaign (client_id, name, campaign_type, reason) SELECT 1, n, 1, it ${from} ORDER BY n`,
    [formerReasons],
  );
  await client.query(
    `INSERT INTO engine (engine_id, name, carrier_name, host, version, seen_at, until, voice, texts, idle_because)
     SELECT gen_random_uuid(), n, '', '', '', ${at}, ${at}, '{}', '{}', it ${from}`,
    [formerReasons],
  );
  await force(client, 'FORCE');

  const columns = [
    ['attempt', 'carrier_note', 'entry_id'],
    ['text_receipt', 'note', 'phone::int'],
    ['text_reply', 'note', 'inbound_text_id'],
    ['campaign', 'reason', 'name::int'],
    ['engine', 'idle_because', 'name::int'],
  ] as const;
  const readAll = async () => {
    await force(client, 'NO FORCE');
    const all: { it: StoredNote | null; made: string }[][] = [];
    for (const [table, column, order] of columns) {
      const sql = `SELECT ${column} AS it, xmin::text AS made FROM ${table} ORDER BY ${order}`;
      all.push((await client.query(sql)).rows);
    }
    await force(client, 'FORCE');
    return all;
  };
  const then = await readAll();
  await migrate(owner, migrations);
  const now = await readAll();
  for (const [n, [table]] of columns.entries()) {
    const [pairs, kept] = n < 3 ? [notes, keptNotes] : [reasons, keptReasons];
    const rows = now[n] ?? [];
    expect(
      rows.map(({ it }) => it),
      table,
    ).toEqual([...pairs.map(([, code]) => code), ...kept]);
    const isUpdated = rows.map(({ made }, row) => made !== then[n]?.[row]?.made);
    expect(isUpdated, table).toEqual([...pairs.map(() => true), ...kept.map(() => false)]);
  }
  const forced = await client.query<{ name: string }>(
    'SELECT relname AS name FROM pg_class WHERE relname = ANY ($1) AND relforcerowsecurity',
    [own],
  );
  expect(forced.rows).toHaveLength(own.length);
  await client.end();
});

test('this version knows each new code with the facts of the former one, and no former code', () => {
  for (const [former, now] of notes) {
    expect(knownNote(now), now.code).toEqual(now);
    if (former.code !== now.code) expect(knownNote(former), former.code).toBeUndefined();
  }
  for (const [former, now] of reasons) {
    expect(knownReason(now), now.code).toEqual(now);
    if (former.code !== now.code) expect(knownReason(former), former.code).toBeUndefined();
  }
});

test('a recording that a disconnected carrier ended has the new code', async () => {
  const { owner, client } = await looseDatabase();
  await force(client, 'NO FORCE');
  const columns = await client.query<{ name: string; type: string }>(
    `SELECT column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_name = 'phone_recording' AND is_nullable = 'NO' AND column_default IS NULL
       AND is_identity = 'NO' AND column_name <> 'reason'`,
  );
  const filler: Record<string, string> = {
    'timestamp with time zone': at,
    uuid: 'gen_random_uuid()',
    boolean: 'false',
  };
  const names = columns.rows.map(({ name }) => name).join(', ');
  const values = columns.rows.map(({ type }) => filler[type] ?? "'1'").join(', ');
  await client.query(`INSERT INTO phone_recording (${names}, reason) VALUES (${values}, $1)`, [
    { code: 'recording_carrier_away' },
  ]);
  await force(client, 'FORCE');
  await migrate(owner, migrations);
  await force(client, 'NO FORCE');
  const { rows } = await client.query('SELECT reason FROM phone_recording');
  expect(rows).toEqual([{ reason: { code: 'recording_carrier_disconnected' } }]);
  await client.end();
});

test('a backup of before is restored with the new codes', async () => {
  const { owner, client } = await formerDatabase();
  await force(client, 'NO FORCE');
  const former = { code: 'partly_taken', taken: 1, parts: 3, because: { code: 'rest_too_late' } };
  await client.query(
    `WITH of AS (INSERT INTO client (code, name) VALUES ('a', 'A') RETURNING client_id)
     INSERT INTO campaign (client_id, name, campaign_type, reason)
     SELECT client_id, 'c', 1, '{"code": "carrier_away"}' FROM of`,
  );
  await client.query(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, finished_at, result, carrier_note)
     SELECT client_id, 1, 1, campaign_id, '1', gen_random_uuid(), ${at}, ${at}, 'failed', $1 FROM campaign`,
    [former],
  );
  await force(client, 'FORCE');
  await client.end();
  const file = join(temporaryFolder(), 'before.backup');
  await backupTo(file, owner);
  const target = await emptyDatabase();
  await restoreFrom(file, target.owner);
  const whole = { ...target.owner, options: '-c carillon.backup=on' };
  expect(await on(whole, 'SELECT reason, carrier_note AS note FROM campaign, attempt')).toEqual([
    {
      reason: { code: 'carrier_disconnected' },
      note: {
        ...{ code: 'partly_accepted', accepted: 1, parts: 3 },
        because: { code: 'remaining_parts_too_late' },
      },
    },
  ]);
});

test('reports of reconciliations say submissions', async () => {
  const { owner, client } = await formerDatabase();
  const counts = { read: 2, known: 0, missing: 2, barred: 0, withoutList: 0 };
  const carriers = (name: string) => ({
    trunk: { state: 'asked', report: { read: 1, [name]: 1 } },
  });
  const folders = (name: string) => [{ name: 'a "handOvers": b', report: { [name]: counts } }];
  await client.query(
    `INSERT INTO reconciliation (generation, witness_id, name, repaired, report)
     VALUES (1, gen_random_uuid(), 'a', true, $1), (2, gen_random_uuid(), 'b', true, '{}')`,
    [{ handOvers: counts, lost: 0 }],
  );
  await client.query('UPDATE installation SET hold_facts = $1, reconciled = $2', [
    { carriers: carriers('mayAnswer') },
    { carriers: carriers('mayAnswer'), folders: folders('handOvers') },
  ]);
  await migrate(owner, migrations);
  const reports = await client.query('SELECT report FROM reconciliation ORDER BY generation');
  expect(reports.rows.map(({ report }) => report)).toEqual([{ submissions: counts, lost: 0 }, {}]);
  const held = await client.query('SELECT hold_facts, reconciled FROM installation');
  expect(held.rows).toEqual([
    {
      hold_facts: { carriers: carriers('mayBeReplies') },
      reconciled: { carriers: carriers('mayBeReplies'), folders: folders('submissions') },
    },
  ]);
  await client.end();
});
