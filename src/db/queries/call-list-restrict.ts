/** Takes restricted numbers out of a list that is being loaded, each with its reason (call-list-load.ts). */
import type { Reason } from '#contract/reason.ts';
import type { Tx } from '../database.ts';
import type { AccountStop } from './account-phone.ts';
import { hasHashedNumbers } from './blocked-number.ts';
import { type ListLoad, tableOf } from './call-list-load.ts';

/**
 * Takes out the numbers of the client's do-not-call list; returns how many phones that were. The
 * join is a statement of its own, because PostgreSQL shares it among processes only outside a
 * DELETE; it takes no parameters, because a CREATE TABLE AS cannot.
 */
export async function removeDoNotCall(tx: Tx, load: ListLoad, reason: Reason): Promise<number> {
  await tx.run(
    `CREATE TEMPORARY TABLE barred_entry ON COMMIT DROP AS
     SELECT e.ctid AS tid FROM ${tableOf(load)} e JOIN do_not_call d ON d.phone = e.phone
     WHERE d.client_id = current_client()`,
  );
  if (await hasHashedNumbers(tx, load.clientId)) {
    await tx.run(
      `INSERT INTO barred_entry SELECT e.ctid FROM ${tableOf(load)} e
       JOIN do_not_call d ON d.phone = number_hash(current_client(), e.phone)
       WHERE d.client_id = current_client() AND d.phone < '1'`,
    );
  }
  return removed(
    tx,
    load,
    `DELETE FROM ${tableOf(load)} e USING barred_entry b WHERE e.ctid = b.tid AND e.client_id = $1`,
    [reason],
  );
}

/**
 * Takes out the accounts of which a number asked to stop: one in this file, even if it was left out
 * of the list before, or one in another list under the same External Id. After `removeDoNotCall`.
 *
 * @returns how many phones that were, and what later lists are to know; nothing where a stop
 *   applies to the number alone
 */
export async function removeStoppedAccounts(
  tx: Tx,
  load: ListLoad,
  reason: Reason,
): Promise<{ phones: number; ids: AccountStop[] }> {
  const client = await tx.row<{ wholeAccounts: boolean; byId: boolean }>(
    `SELECT stop_scope = 'account' AS "wholeAccounts",
       EXISTS (SELECT FROM account_stop WHERE client_id = $1) AS "byId"
     FROM client WHERE client_id = $1`,
    [load.clientId],
  );
  if (!client?.wholeAccounts || !load.keepsDropped) return { phones: 0, ids: [] };
  await tx.run(
    `CREATE TEMPORARY TABLE stopped_phone ON COMMIT DROP AS
     SELECT p.account_line, p.external_id, p.phone FROM dropped_phone p
     JOIN do_not_call d ON d.phone = p.phone
     WHERE d.client_id = current_client() AND d.whole_account`,
  );
  if (await hasHashedNumbers(tx, load.clientId)) {
    await tx.run(
      `INSERT INTO stopped_phone SELECT p.account_line, p.external_id, p.phone FROM dropped_phone p
       JOIN do_not_call d ON d.phone = number_hash(current_client(), p.phone)
       WHERE d.client_id = current_client() AND d.phone < '1' AND d.whole_account`,
    );
  }
  const ids = await tx.rows<AccountStop>(
    `SELECT DISTINCT phone AS asked, external_id AS "externalId" FROM stopped_phone
     WHERE external_id IS NOT NULL`,
  );
  const remove = (whose: string) =>
    removed(tx, load, `DELETE FROM ${tableOf(load)} e USING ${whose} AND e.client_id = $1`, [
      reason,
    ]);
  let phones = await remove(
    `(SELECT DISTINCT account_line FROM stopped_phone) b WHERE e.account_line = b.account_line`,
  );
  if (client.byId || ids.length > 0) {
    phones += await remove(
      `(SELECT external_id FROM stopped_phone
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
 * those whose call is in progress or whose text has no receipt yet.
 */
export async function removeCalledSince(
  tx: Tx,
  load: ListLoad,
  reason: Reason,
  since: Date,
): Promise<number> {
  const removeOpen = () =>
    removed(
      tx,
      load,
      `DELETE FROM ${tableOf(load)} e USING (
         SELECT DISTINCT phone FROM attempt
         WHERE client_id = $1 AND finished_at IS NULL AND attempted_at >= $5) a
       WHERE e.phone = a.phone`,
      [reason, since],
    );
  // Before the records: a call that ends after this look has its record in the next one. The last
  // look finds those that began meanwhile.
  const open = await removeOpen();
  const recorded = await removed(
    tx,
    load,
    `DELETE FROM ${tableOf(load)} e WHERE EXISTS (
       SELECT FROM call_record c
       WHERE c.client_id = $1 AND c.phone = e.phone AND c.started_at >= $5)`,
    [reason, since],
  );
  return open + recorded + (await removeOpen());
}

async function removed(
  tx: Tx,
  { clientId, callListId, phoneColumns, keepsDropped }: ListLoad,
  remove: string,
  values: readonly unknown[],
): Promise<number> {
  const dropped = `, dropped AS (
      INSERT INTO dropped_phone SELECT account_line, phone, external_id FROM gone)`;
  // An erased number is left out without being kept once more.
  const value = (await hasHashedNumbers(tx, clientId))
    ? `CASE WHEN EXISTS (SELECT FROM do_not_call h
         WHERE h.client_id = $1 AND h.phone = number_hash($1, gone.phone))
       THEN '' ELSE gone.phone END`
    : 'phone';
  return tx.run(
    `WITH gone AS (${remove} RETURNING e.account_line, e.phone_column, e.phone, e.external_id)
       ${keepsDropped ? dropped : ''}
     INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
     SELECT $1, $2, account_line, ($3::text[])[phone_column], ${value}, $4::jsonb FROM gone`,
    [clientId, callListId, phoneColumns, ...values],
  );
}
