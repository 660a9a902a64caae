/** The upgrade from sentences to codes (0055-notes.sql), and what is stored of a carrier's words. */
import { Client } from 'pg';
import { expect, test, vi } from 'vitest';
import type { StoredNote } from '../../src/contract/note.ts';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { plainJson } from '../../src/db/queries/plain-json.ts';
import { noteSentence } from '../../src/domain/reason-sentences.ts';
import { freshDatabase } from '../harness/database.ts';

// The true ones (test/harness/other-sentences.ts).
vi.unmock('../../src/domain/reason-sentences.ts');

const migrations = readMigrations();
const before = migrations.filter(({ name }) => name < '0055');

/** Sentences that versions before 0055 stored; each keeps its meaning. */
const known = [
  'Canceled at the carrier before it left: the person asked to stop.',
  'Canceled at the carrier before it left: a text of the person waits for a decision.',
  'Canceled at the carrier before it left: the campaign was stopped.',
  'The engine that placed this call ended while it was in progress.',
  'The engine that sent this text ended before its carrier answered.',
  'The database went away while this call was being placed.',
  'The database went away while this text was being sent.',
  'The platform was shut down while this call was in progress.',
  'The platform was shut down while this text was being sent.',
  'The carrier did not say what became of this call.',
  'The carrier took this text and never said what became of it.',
  'Handed over before the database was restored.',
  'no answer',
  'given out twice',
  'Not sent: five minutes had passed since the text.',
  'Not sent: the number is on the do not call list.',
  'Not sent: it was outside the calling hours of this number.',
  'The text has no words for this account.',
  'Asterisk lost this call.',
  'The trunk did not answer: no ringing, nothing at all.',
  'There is no such number (SIP 404).',
  'There is no such number (SIP 484).',
  'There is no such number (SIP 604).',
  'There is no such number any more (SIP 410).',
  'The network refused this call (SIP 403).',
  'The carrier did not answer.',
  ...['DELIVRD', 'UNDELIV', 'EXPIRED', 'REJECTD', 'DELETED'],
];
/** What they say today, where the words have changed since. */
const reworded = new Map([
  [
    'Canceled at the carrier before it left: the person asked to stop.',
    'Canceled at the carrier before it was sent: the person asked to stop.',
  ],
  [
    'Canceled at the carrier before it left: a text of the person waits for a decision.',
    'Canceled at the carrier before it was sent: a text from the person is waiting for a decision.',
  ],
  [
    'Canceled at the carrier before it left: the campaign was stopped.',
    'Canceled at the carrier before it was sent: the campaign was stopped.',
  ],
  [
    'The engine that placed this call ended while it was in progress.',
    'The engine that placed this call stopped while it was in progress.',
  ],
  [
    'The engine that sent this text ended before its carrier answered.',
    'The engine that sent this text stopped before the carrier responded.',
  ],
  [
    'The database went away while this call was being placed.',
    'The database connection was lost while this call was being placed.',
  ],
  [
    'The database went away while this text was being sent.',
    'The database connection was lost while this text was being sent.',
  ],
  [
    'The carrier did not say what became of this call.',
    'The carrier did not report how this call ended.',
  ],
  [
    'The carrier took this text and never said what became of it.',
    'The carrier accepted this text but never reported its outcome.',
  ],
  ['Handed over before the database was restored.', 'Submitted before the database was restored.'],
  ['no answer', 'The carrier did not respond.'],
  ['given out twice', 'The database issued this text twice.'],
  [
    'Not sent: five minutes had passed since the text.',
    "Not sent: more than five minutes had passed since the person's text.",
  ],
  [
    'Not sent: the number is on the do not call list.',
    'Not sent: the number is on the do-not-call list.',
  ],
  ['The text has no words for this account.', 'The text is empty for this account.'],
  [
    'The trunk did not answer: no ringing, nothing at all.',
    'The trunk did not respond at all, not even with ringing.',
  ],
  ['There is no such number (SIP 404).', 'This number does not exist (SIP 404).'],
  ['There is no such number (SIP 484).', 'This number does not exist (SIP 484).'],
  ['There is no such number (SIP 604).', 'This number does not exist (SIP 604).'],
  ['There is no such number any more (SIP 410).', 'This number no longer exists (SIP 410).'],
  ['The carrier did not answer.', 'The carrier did not respond.'],
  ...['DELIVRD', 'UNDELIV', 'EXPIRED', 'REJECTD', 'DELETED'].map(
    (said) => [said, `Carrier receipt: ${said}.`] as const,
  ),
]);
const others = [
  'The text was not taken: the number is no mobile number (Twilio 21614).',
  'UNDELIV, error 013',
  'Words "of" \\ a carrier\n«with» 👍',
  '',
];

test('an upgrade keeps every sentence of an attempt, a receipt and an auto-reply, known ones as codes', async () => {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query(
    'DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public',
  );
  await migrate(owner, before);
  const sentences = [...known, ...others, null];
  // The three columns alone: whose rows these are is of no matter here.
  await client.query('ALTER TABLE text_receipt DROP CONSTRAINT text_receipt_client_id_fkey');
  await client.query(
    'ALTER TABLE text_reply DROP CONSTRAINT text_reply_client_id_inbound_text_id_fkey',
  );
  const seeAllRows = async () => {
    for (const table of ['attempt', 'text_receipt', 'text_reply']) {
      await client.query(`ALTER TABLE ${table} NO FORCE ROW LEVEL SECURITY`);
    }
  };
  await seeAllRows();
  await client.query(
    `INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id,
       attempted_at, finished_at, result, carrier_note)
     SELECT 1, 1, n, 1, n, gen_random_uuid(), timestamptz '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z', 'failed', note
     FROM unnest($1::text[]) WITH ORDINALITY AS u (note, n)`,
    [sentences],
  );
  await client.query(
    `INSERT INTO text_receipt (client_id, carrier_ref, phone, texting_number, outcome, received, note)
     SELECT 1, n, n, '1', 'failed', '2026-11-20T15:00:00Z', note FROM unnest($1::text[]) WITH ORDINALITY AS u (note, n)`,
    [sentences],
  );
  await client.query(
    `INSERT INTO text_reply (client_id, inbound_text_id, kind, phone, texting_number, body, queued, due, note)
     SELECT 1, n, 'help', n, '1', '', '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z', note
     FROM unnest($1::text[]) WITH ORDINALITY AS u (note, n) ORDER BY n`,
    [sentences],
  );
  await migrate(owner, migrations);
  await seeAllRows();
  const notesIn = async (sql: string) =>
    (await client.query<{ note: StoredNote | null }>(sql)).rows.map(({ note }) => note);
  const kept = await notesIn('SELECT carrier_note AS note FROM attempt ORDER BY entry_id');
  expect(kept.map((note) => note && noteSentence(note))).toEqual(
    sentences.map((sentence) => sentence && (reworded.get(sentence) ?? sentence)),
  );
  expect(kept.map((note) => note?.code !== 'former')).toEqual(
    sentences.map((sentence) => sentence === null || known.includes(sentence)),
  );
  expect(await notesIn('SELECT note FROM text_receipt ORDER BY phone::int')).toEqual(kept);
  expect(await notesIn('SELECT note FROM text_reply ORDER BY phone::int')).toEqual(kept);
  await client.end();
});

test('an upgrade keeps whether a carrier is connected, and drops the sentence that its engine rewrites', async () => {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query(
    'DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public',
  );
  const earlier = migrations.filter(({ name }) => name < '0056');
  await migrate(owner, earlier);
  await client.query('ALTER TABLE carrier_state NO FORCE ROW LEVEL SECURITY');
  await client.query('ALTER TABLE carrier NO FORCE ROW LEVEL SECURITY');
  await client.query(
    `INSERT INTO carrier_state (carrier_id, engine_id, connected, detail, since, seen_at)
     SELECT carrier_id, engine, true, detail, timestamptz '2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z'
     FROM carrier, (VALUES ('a', '1 of 2 nodes connected'), ('b', '')) AS v (engine, detail)`,
  );
  await migrate(owner, migrations);
  await client.query('ALTER TABLE carrier_state NO FORCE ROW LEVEL SECURITY');
  const { rows } = await client.query('SELECT connected, detail FROM carrier_state');
  expect(rows).toEqual(Array(2).fill({ connected: true, detail: null }));
  await client.end();
});

test('words that PostgreSQL refuses in JSON are stored without what it refuses', async () => {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  const store = async (note: StoredNote | null) =>
    (await client.query<{ note: unknown }>('SELECT $1::jsonb AS note', [plainJson(note)])).rows[0]
      ?.note;
  const cut = '👍'.slice(0, 1);
  expect(await store({ code: 'refused', said: `a\0b${cut}` })).toEqual({
    ...{ code: 'refused', said: 'ab\ufffd' },
  });
  const because = { code: 'refused', said: `${cut}\0` };
  expect(await store({ code: 'partly_accepted', accepted: 1, because })).toEqual({
    ...{ code: 'partly_accepted', accepted: 1, because: { code: 'refused', said: '\ufffd' } },
  });
  expect(await store(null)).toBeNull();
  await client.end();
});
