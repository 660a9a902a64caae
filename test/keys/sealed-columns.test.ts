import { expect, test } from 'vitest';
import { asPlatform } from '../../src/db/database.ts';
import { clientFiles, personColumns, platformFiles } from '../../src/db/sealed-files.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();

/** Hashes, blind indexes, public keys, ids and sounds. */
const notSealed = [
  'attempt.allowed',
  'audit_chain.hash',
  'audit_entry.hash',
  'audit_entry.previous',
  'audit_root.hash',
  'call_record.allowed',
  'call_record.dob_index',
  'call_record.dob_year_index',
  'call_record.ssn_index',
  'call_record.ssn_last4_index',
  'idempotency_key.request',
  'known_browser.token_hash',
  'manager_link.token_hash',
  'manager_phone.code_hash',
  'passkey.credential_id',
  'passkey.public_key',
  'passkey_challenge.holder',
  'recovery_code.code_hash',
  'saved_mapping.header_hash',
  'session.former_hash',
  'session.token_hash',
  'sign_in_failure.browser',
  'sign_in_step.password_digest',
  'sign_in_step.token_hash',
  'sound.content',
  'voice_message_rendering.preview',
];

test('every column of bytes is sealed again with a new key, or known to hold no seal', async () => {
  const rows = await asPlatform(db, (tx) =>
    tx.rows<{ name: string }>(
      `SELECT c.relname || '.' || a.attname AS name
       FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
       WHERE a.atttypid = 'bytea'::regtype AND a.attnum > 0 AND NOT a.attisdropped
         AND c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition
       ORDER BY 1`,
    ),
  );
  const places = [...platformFiles, ...clientFiles, ...personColumns];
  const sealed = places.flatMap(({ table, columns }) => columns.map((one) => `${table}.${one}`));
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...sealed, ...notSealed].toSorted());
});
