/**
 * Fills a list, inside the one transaction that makes it Loaded. The file is copied into a table of
 * its own without indexes, restricted numbers are taken out of it set by set, and only then is it
 * indexed and attached (large) or moved (small). Ratios: bench/import.ts; why: docs/decisions/004.
 */
import { callListStatus } from '#contract/call-list.ts';
import type { Tx } from '../database.ts';
import type { AccountStop } from './account-numbers.ts';

export interface ListLoad {
  clientId: number;
  callListId: number;
  /** Names of the phone columns, first to last, as rejected rows show them. */
  phoneColumns: readonly string[];
}

/** The program makes the name from a number of its own; see begin_list_load. */
const tableOf = ({ callListId }: ListLoad) => `list_entry_${Math.trunc(callListId)}`;

export async function beginLoad(tx: Tx, { callListId }: ListLoad): Promise<void> {
  await tx.run('SELECT begin_list_load($1)', [callListId]);
}

/** FREEZE: the rows need no later visit, and the table is this transaction's own. */
export function copyEntriesSql(load: ListLoad, columns: readonly string[]): string {
  return `COPY ${tableOf(load)} (${columns.join(', ')}) FROM STDIN (FORMAT binary, FREEZE)`;
}

/**
 * Takes out the numbers of the client's do-not-call list; answers how many phones that were. The
 * join is a statement of its own, because PostgreSQL shares it among processes only outside a
 * DELETE; it takes no parameters, because a CREATE TABLE AS cannot.
 */
export async function removeDoNotCall(tx: Tx, load: ListLoad, reason: string): Promise<number> {
  await tx.run(
    `CREATE TEMPORARY TABLE barred_entry ON COMMIT DROP AS
     SELECT e.ctid AS place, e.account_line, e.external_id, e.phone, d.whole_account FROM ${tableOf(load)} e JOIN do_not_call d ON d.phone = e.phone
     WHERE d.client_id = current_client()`,
  );
  return removed(
    tx,
    load,
    `DELETE FROM ${tableOf(load)} e USING barred_entry b WHERE e.ctid = b.place AND e.client_id = $1`,
    [reason],
  );
}

/**
 * Takes out the accounts of which a number asked to stop: one in this list, which `removeDoNotCall` has
 * just taken out, or one in another list under the same External Id.
 *
 * @returns how many phones that were, and what later lists are to know; nothing where a stop is the
 *   number's alone
 */
export async function removeStoppedAccounts(
  tx: Tx,
  load: ListLoad,
  reason: string,
): Promise<{ phones: number; ids: AccountStop[] }> {
  const client = await tx.row<{ wholeAccounts: boolean; byId: boolean }>(
    `SELECT stop_scope = 'account' AS "wholeAccounts",
       EXISTS (SELECT FROM account_stop WHERE client_id = $1) AS "byId"
     FROM client WHERE client_id = $1`,
    [load.clientId],
  );
  if (!client?.wholeAccounts) return { phones: 0, ids: [] };
  const ids = await tx.rows<AccountStop>(
    `SELECT DISTINCT phone AS asked, external_id AS "externalId" FROM barred_entry
     WHERE whole_account AND external_id IS NOT NULL`,
  );
  const remove = (whose: string) =>
    removed(tx, load, `DELETE FROM ${tableOf(load)} e USING ${whose} AND e.client_id = $1`, [
      reason,
    ]);
  let phones = await remove(
    `(SELECT DISTINCT account_line FROM barred_entry WHERE whole_account) b
     WHERE e.account_line = b.account_line`,
  );
  if (client.byId || ids.length > 0) {
    phones += await remove(
      `(SELECT external_id FROM barred_entry WHERE whole_account
        UNION SELECT t.external_id FROM account_stop t
        JOIN do_not_call d ON d.client_id = $1 AND d.phone = t.phone AND d.whole_account
        WHERE t.client_id = $1) b
       WHERE e.external_id = b.external_id`,
    );
  }
  return { phones, ids };
}

/**
 * Takes out the numbers that the client called or texted since an instant: those with a record, and
 * those whose call goes on or whose text has no receipt yet.
 */
export async function removeCalledSince(
  tx: Tx,
  load: ListLoad,
  reason: string,
  since: Date,
): Promise<number> {
  const recorded = await removed(
    tx,
    load,
    `DELETE FROM ${tableOf(load)} e WHERE EXISTS (
       SELECT FROM call_record c
       WHERE c.client_id = $1 AND c.phone = e.phone AND c.started_at >= $5)`,
    [reason, since],
  );
  const open = await removed(
    tx,
    load,
    `DELETE FROM ${tableOf(load)} e USING (
       SELECT DISTINCT phone FROM attempt
       WHERE client_id = $1 AND finished_at IS NULL AND attempted_at >= $5) a
     WHERE e.phone = a.phone`,
    [reason, since],
  );
  return recorded + open;
}

async function removed(
  tx: Tx,
  { clientId, callListId, phoneColumns }: ListLoad,
  remove: string,
  values: readonly unknown[],
): Promise<number> {
  return tx.run(
    `WITH gone AS (${remove} RETURNING e.account_line, e.phone_column, e.phone)
     INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
     SELECT $1, $2, account_line, ($3::text[])[phone_column], phone, $4 FROM gone`,
    [clientId, callListId, phoneColumns, ...values],
  );
}

/**
 * Notes the accounts that the removals left without a phone; answers how many. Called when only
 * removed phones stand in rejected_row.
 */
export function noteEmptiedAccounts(tx: Tx, load: ListLoad, reason: string): Promise<number> {
  return tx.run(
    `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
     SELECT DISTINCT client_id, call_list_id, line, '', '', $3 FROM rejected_row r
     WHERE client_id = $1 AND call_list_id = $2
       AND NOT EXISTS (SELECT FROM ${tableOf(load)} e WHERE e.account_line = r.line)`,
    [load.clientId, load.callListId, reason],
  );
}

/** Where rejected rows are copied to: COPY FROM is not possible under row level security. */
export const copyRejectedSql =
  'COPY rejected_load (line, column_name, value, reason) FROM STDIN (FORMAT binary)';

export async function beginRejected(tx: Tx): Promise<void> {
  await tx.run(
    `CREATE TEMPORARY TABLE rejected_load
       (line integer, column_name text, value text, reason text) ON COMMIT DROP`,
  );
}

export async function finishRejected(tx: Tx, { clientId, callListId }: ListLoad): Promise<void> {
  await tx.run(
    `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
     SELECT $1, $2, line, column_name, value, reason FROM rejected_load`,
    [clientId, callListId],
  );
}

/** Ids from here on have a partition of their own (migration 0004). */
const firstLargeId = 1_000_000_000;

export async function finishLoad(tx: Tx, load: ListLoad): Promise<void> {
  if (load.callListId < firstLargeId) {
    await tx.run(`INSERT INTO list_entry SELECT * FROM ${tableOf(load)} ORDER BY entry_id`);
  }
  await tx.run('SELECT finish_list_load($1)', [load.callListId]);
}

export interface LoadedList {
  accounts: number;
  phones: number;
  rejected: number;
  unknownStates: number;
  fieldName: string;
  fieldColumn: number;
  phoneColumns: number;
  mappedFields: readonly number[];
}

/** Makes the list Loaded. False when it was cancelled or swept away meanwhile. */
export async function markLoaded(
  tx: Tx,
  { clientId, callListId }: ListLoad,
  loaded: LoadedList,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE call_list SET status_id = ${callListStatus.loaded}, account_count = $3,
       phone_count = $4, rejected_count = $5, field_name = $6, field_column = $7, mapped_fields = $8,
       phone_columns = $9, unknown_states = $10
     WHERE client_id = $1 AND call_list_id = $2 AND status_id = ${callListStatus.processing}`,
    [
      clientId,
      callListId,
      loaded.accounts,
      loaded.phones,
      loaded.rejected,
      loaded.fieldName,
      loaded.fieldColumn,
      loaded.mappedFields,
      loaded.phoneColumns,
      loaded.unknownStates,
    ],
  );
  if (changed === 0) return false;
  await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
    clientId,
    callListId,
  ]);
  return true;
}
