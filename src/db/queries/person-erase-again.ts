/** Erasures that a restored database forgot: their numbers are found by their keyed hashes. */
import { simMs } from '#domain/milliseconds.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import type { ErasureEntry } from '../journal.ts';
import { barWaiting, outlastsOptIn } from './do-not-call-import.ts';
import { erasePerson } from './person-erase.ts';
import { recordEnded } from './record.ts';

export async function missingErasures(
  tx: Tx,
  clientId: number,
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.rows<{ key: string }>(
    `SELECT v.key FROM unnest($2::uuid[]) AS v (key) WHERE NOT EXISTS (
       SELECT FROM erasure e WHERE e.client_id = $1 AND e.erasure_key = v.key)`,
    [clientId, keys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Every table of which an erasure takes a number, by its column. */
const holders = [
  'list_entry',
  'attempt',
  'call_record',
  'account_phone',
  'account_stop',
  'outbound_text',
  'inbound_text',
  'kept_reply',
  'text_reply',
  'text_receipt',
  'text_part',
  'do_not_call',
  'do_not_call_lift',
  'contact_rest',
];

/** Reads whole tables: it is done once, while the platform is on hold. */
async function numbersOf(tx: Tx, clientId: number, hashes: readonly string[]) {
  const all = [
    ...holders.map((table) => `SELECT phone FROM ${table} WHERE client_id = $1`),
    `SELECT right('1' || right(regexp_replace(value, '\\D', '', 'g'), 10), 11)
       FROM rejected_row WHERE client_id = $1`,
  ].join(' UNION ');
  const rows = await tx.rows<{ phone: string; hash: string }>(
    `SELECT phone, hash FROM (
       SELECT phone, number_hash($1, phone) AS hash FROM (${all}) every WHERE phone ~ '^1[0-9]{10}$') h
     WHERE hash = ANY ($2)`,
    [clientId, hashes],
  );
  return new Map(rows.map(({ phone, hash }) => [hash, phone]));
}

export async function eraseAgain(
  db: Database,
  vault: Vault,
  clientId: number,
  forgotten: readonly ErasureEntry[],
): Promise<void> {
  const hashes = forgotten.map(({ hash }) => hash);
  const phones = await asClient(db, clientId, (tx) => numbersOf(tx, clientId, hashes));
  for (const one of forgotten) {
    const { hash, hashed, key, wholeAccount } = one;
    const phone = phones.get(hash);
    if (phone === undefined) {
      await asClient(db, clientId, (tx) => blockHash(tx, clientId, one));
      continue;
    }
    await asClient(db, clientId, (tx) => endOpen(tx, vault, clientId, phone));
    const erasing = { clientId, phone, hashed, managerId: null, key, again: { wholeAccount } };
    await erasePerson(db, vault, erasing);
  }
}

/** The database does not have the number, but it must not call it either, nor its account. */
async function blockHash(
  tx: Tx,
  clientId: number,
  { hash, key, wholeAccount }: Pick<ErasureEntry, 'hash' | 'key' | 'wholeAccount'>,
) {
  await tx.run(
    `INSERT INTO do_not_call AS d (client_id, phone, source, whole_account)
     VALUES ($1, $2, 'operator', $3) ${outlastsOptIn}`,
    [clientId, hash, wholeAccount],
  );
  // A list may know the number by its hash, beside others of its account.
  await barWaiting(tx, clientId, [hash]);
  await tx.run(
    `INSERT INTO erasure (client_id, erasure_key, number_hash, hashed, counts)
     VALUES ($1, $2, $3, true, '{}') ON CONFLICT DO NOTHING`,
    [clientId, key, hash],
  );
}

/** Calls and texts that were in progress when the backup was made have ended since, nobody knows how. */
async function endOpen(tx: Tx, vault: Vault, clientId: number, phone: string): Promise<void> {
  const open = await tx.rows<{ callListId: number; entryId: number; at: Date }>(
    `UPDATE attempt SET finished_at = attempted_at, result = 'unknown'
     WHERE client_id = $1 AND phone = $2 AND finished_at IS NULL
     RETURNING call_list_id AS "callListId", entry_id AS "entryId", attempted_at AS at`,
    [clientId, phone],
  );
  for (const { callListId, entryId, at } of open) {
    const end = { result: 'unknown', answeredAt: null, note: { code: 'before_restore' } } as const;
    const finishedAt = simMs(at.getTime());
    await recordEnded(tx, vault, clientId, [{ callListId, entryId, finishedAt, ...end }]);
  }
  await tx.run(
    `UPDATE text_reply SET outcome = 'unknown'
     WHERE client_id = $1 AND phone = $2 AND submitted_at IS NOT NULL AND outcome IS NULL`,
    [clientId, phone],
  );
}
