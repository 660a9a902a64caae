/**
 * Fills a list, inside the one transaction that makes it Loaded. The file is copied into a table of
 * its own without indexes, restricted numbers are taken out of it set by set, and only then is it
 * indexed and attached (large) or moved (small). Ratios: bench/import.ts; why: docs/decisions/004.
 */
import { callListStatus } from '#contract/call-list.ts';
import type { Reason } from '#contract/reason.ts';
import type { Tx } from '../database.ts';
import { hasHashedNumbers } from './blocked-number.ts';

export interface ListLoad {
  clientId: number;
  callListId: number;
  /** Names of the phone columns, first to last, as rejected rows show them. */
  phoneColumns: readonly string[];
  /** Numbers that are left out may still belong to an account (account-phone.ts). */
  keepsDropped: boolean;
}

/** The program makes the name from a number of its own; see begin_list_load. */
export const tableOf = ({ callListId }: ListLoad) => `list_entry_${Math.trunc(callListId)}`;

export async function beginLoad(tx: Tx, { callListId }: ListLoad): Promise<void> {
  await tx.run('SELECT begin_list_load($1)', [callListId]);
}

/** FREEZE: the rows need no later visit, and the table is this transaction's own. */
export function copyEntriesSql(load: ListLoad, columns: readonly string[]): string {
  return `COPY ${tableOf(load)} (${columns.join(', ')}) FROM STDIN (FORMAT binary, FREEZE)`;
}

/**
 * Notes the accounts that the removals left without a phone; returns how many. Called while
 * rejected_row has only removed phones.
 */
export function noteEmptiedAccounts(tx: Tx, load: ListLoad, reason: Reason): Promise<number> {
  return tx.run(
    `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
     SELECT DISTINCT client_id, call_list_id, line, '', '', $3::jsonb FROM rejected_row r
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
       (line integer, column_name text, value text, reason jsonb) ON COMMIT DROP`,
  );
}

export async function finishRejected(tx: Tx, { clientId, callListId }: ListLoad): Promise<void> {
  // An erased number may be a duplicate, too, as the file writes it: it is not kept once more.
  const value = (await hasHashedNumbers(tx, clientId))
    ? `CASE WHEN value ~ '(\\d\\D*){10}' AND EXISTS (SELECT FROM do_not_call h WHERE h.client_id = $1
         AND h.phone = number_hash($1, '1' || right(regexp_replace(value, '\\D', '', 'g'), 10)))
       THEN '' ELSE value END`
    : 'value';
  await tx.run(
    `INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
     SELECT $1, $2, line, column_name, ${value}, reason FROM rejected_load`,
    [clientId, callListId],
  );
}

/** Ids from here on have a partition of their own (migration 0018-entries). */
export const firstLargeId = 1_000_000_000;

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

/** Makes the list Loaded. False when it was canceled or swept away meanwhile. */
export async function markLoaded(
  tx: Tx,
  { clientId, callListId, phoneColumns }: ListLoad,
  loaded: LoadedList,
): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE call_list SET status_id = ${callListStatus.loaded}, account_count = $3,
       phone_count = $4, rejected_count = $5, field_name = $6, field_column = $7, mapped_fields = $8,
       phone_columns = $9, unknown_states = $10, phone_names = $11
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
      phoneColumns,
    ],
  );
  if (changed === 0) return false;
  await tx.run('INSERT INTO call_list_count (client_id, call_list_id) VALUES ($1, $2)', [
    clientId,
    callListId,
  ]);
  return true;
}
