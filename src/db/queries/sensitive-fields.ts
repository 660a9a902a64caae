/**
 * Custom account fields that are sensitive (decision 076): their values are sealed with each list. When a
 * field becomes sensitive, a job seals what lists already have of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { customFieldOffset } from '#contract/account-field.ts';
import { asClient, type Database, type Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { enqueue } from '../job-queue.ts';
import { entryPage, type ListOf } from '../reseal/entries.ts';
import { SealError } from '../sealed-value.ts';
import type { Changing } from './change.ts';
import type { CustomValues } from './sealed-custom.ts';

/** One at a time: two that add a field would choose one index; a message may choose a field. */
export async function lockFields(tx: Tx, clientId: number): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('account fields'), $1)`, [clientId]);
}

/** Marks fields that are not sensitive yet; the job follows the commit. */
export async function markSensitive(
  tx: Tx,
  clientId: number,
  customIndexes: readonly number[],
  { managerId, now }: Changing,
): Promise<void> {
  if (customIndexes.length === 0) return;
  await lockFields(tx, clientId);
  const marked = await tx.run(
    `UPDATE account_field SET sensitive = true, version = version + 1, changed_by = $3, changed_at = $4
     WHERE client_id = $1 AND custom_index = ANY ($2::integer[]) AND NOT sensitive
       AND deleted_at IS NULL`,
    [clientId, customIndexes, managerId, now],
  );
  if (marked > 0) await enqueueSealing(tx, clientId);
}

export async function enqueueSealing(tx: Tx, clientId: number): Promise<void> {
  await enqueue(tx, 'seal-fields', `seal-fields ${clientId}`, { clientId });
}

/** SQL: the custom indexes of client $1's sensitive fields, as the keys of `custom`. */
const sensitiveKeys = `coalesce((SELECT array_agg(custom_index::text) FROM account_field
  WHERE client_id = $1 AND sensitive AND deleted_at IS NULL), '{}')`;

/**
 * At the end of a transaction that made a list: whatever became sensitive since it read the fields is
 * sealed after the commit. A mark waits for that commit, so that its job sees the list.
 */
export async function sealLater(tx: Tx, clientId: number, callListId: number): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock_shared(hashtext('account fields'), $1)`, [clientId]);
  const [list] = await listsToSeal(tx, clientId, callListId);
  if (list !== undefined) await enqueueSealing(tx, clientId);
}

/** Lists with values in clear of a sensitive field; only the one of an id, if given. */
async function listsToSeal(tx: Tx, clientId: number, callListId?: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `WITH fields AS MATERIALIZED (SELECT ${sensitiveKeys} AS keys)
     SELECT l.call_list_id AS id FROM call_list l, fields
     WHERE l.client_id = $1 AND ($2::bigint IS NULL OR l.call_list_id = $2)
       AND EXISTS (SELECT FROM unnest(fields.keys) AS key
         WHERE key::integer + ${customFieldOffset} = ANY (l.mapped_fields))
       AND EXISTS (SELECT FROM list_entry e WHERE e.client_id = $1
         AND e.call_list_id = l.call_list_id AND e.custom ?| fields.keys)
     ORDER BY l.call_list_id`,
    [clientId, callListId ?? null],
  );
  return rows.map(({ id }) => id);
}

export interface SealedFields {
  entries: number;
  /** Their earlier seals do not open, so that nothing can be added to them. */
  unreadable: number;
}

/** Milliseconds before another try at rows that somebody else had locked. */
const lockedRestMs = 500;

/**
 * Seals what lists have in clear of sensitive fields, a page at a time, with a rest as long as each page
 * took. Rows that somebody else has locked come in the next round: calls come first.
 */
export async function sealSensitive(
  db: Database,
  vault: Vault,
  clientId: number,
  signal?: AbortSignal,
): Promise<SealedFields> {
  const sum: SealedFields = { entries: 0, unreadable: 0 };
  for (;;) {
    const lists = await asClient(db, clientId, (tx) => listsToSeal(tx, clientId));
    const before = sum.entries;
    sum.unreadable = 0;
    for (const callListId of lists) {
      for (let after: number | undefined = 0; after !== undefined; ) {
        signal?.throwIfAborted();
        const begun = performance.now();
        const from: number = after;
        const page = await asClient(db, clientId, (tx) =>
          sealPage(tx, vault, { clientId, callListId }, from),
        );
        after = page.after;
        sum.entries += page.entries;
        sum.unreadable += page.unreadable;
        await sleep(performance.now() - begun, undefined, { signal });
      }
    }
    if (lists.length === 0 || (sum.entries === before && sum.unreadable > 0)) return sum;
    if (sum.entries === before) await sleep(lockedRestMs, undefined, { signal });
  }
}

interface ClearEntry {
  entryId: number;
  line: number;
  custom: CustomValues;
  sealed: Buffer | null;
}

async function sealPage(
  tx: Tx,
  vault: Vault,
  { clientId, callListId }: ListOf,
  from: number,
): Promise<SealedFields & { after: number | undefined }> {
  const keys = (await tx.row<{ keys: string[] }>(`SELECT ${sensitiveKeys} AS keys`, [clientId]))
    ?.keys;
  const rows = await tx.rows<ClearEntry>(
    `SELECT entry_id AS "entryId", account_line AS line, custom, sealed_custom AS sealed
     FROM list_entry
     WHERE client_id = $1 AND call_list_id = $2 AND entry_id > $3 AND custom ?| $4::text[]
     ORDER BY entry_id LIMIT ${entryPage} FOR UPDATE SKIP LOCKED`,
    [clientId, callListId, from, keys],
  );
  const sealed = rows.flatMap(({ entryId, line, custom, sealed: earlier }) => {
    const place = {
      table: 'list_entry',
      clientId,
      callListId,
      row: line,
      field: 'custom',
    } as const;
    try {
      const values: CustomValues = earlier ? JSON.parse(vault.open(earlier, place)) : {};
      for (const key of keys ?? []) if (custom[key] !== undefined) values[key] = custom[key];
      return [{ entryId, bytes: vault.seal(JSON.stringify(values), place) }];
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      return [];
    }
  });
  await tx.run(
    `UPDATE list_entry e SET custom = nullif(e.custom - $3::text[], '{}'), sealed_custom = v.sealed
     FROM unnest($4::integer[], $5::bytea[]) AS v (entry_id, sealed)
     WHERE e.client_id = $1 AND e.call_list_id = $2 AND e.entry_id = v.entry_id`,
    [
      ...[clientId, callListId, keys],
      ...[sealed.map(({ entryId }) => entryId), sealed.map(({ bytes }) => bytes)],
    ],
  );
  return {
    after: rows.length === entryPage ? rows.at(-1)?.entryId : undefined,
    entries: sealed.length,
    unreadable: rows.length - sealed.length,
  };
}
