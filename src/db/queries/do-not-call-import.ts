import { type GateReason, gateReasons } from '#domain/gate.ts';
import { realMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { noteAccountStops, numbersOfAccounts, openLists } from './account-numbers.ts';
import { barEntries, type ToBar } from './bar-entries.ts';
import { barringReasonOf } from './barring-reason.ts';
import { blocks, listedAs } from './blocked-number.ts';
import { listScopes } from './entry-scope.ts';
import { cancelRepliesTo } from './reply-cancel.ts';
import { cancelTextsOfEntries, cancelTextsTo } from './text-cancel.ts';

/** Who brings a file: the operator, or a manager. */
export interface FileSender {
  source: 'operator' | 'manager';
  managerId: number | null;
}
const operator: FileSender = { source: 'operator', managerId: null };

/**
 * Adds numbers from a file; those already blocked are unchanged. Waiting entries of
 * the new ones are barred in the same transaction, as `optOut` does it for a single number.
 *
 * @returns how many are new
 */
export async function importDoNotCall(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  { source, managerId }: FileSender = operator,
): Promise<number> {
  const blocked = await tx.rows<{ phone: string; added: boolean }>(
    `INSERT INTO do_not_call AS d (client_id, phone, source, manager_id)
     SELECT DISTINCT $1::int, ${listedAs('v.phone')} AS listed, $3::text, $4::bigint
     FROM unnest($2::text[]) AS v (phone) ORDER BY listed ${outlastsOptIn} RETURNING d.phone, d.xmax = 0 AS added`,
    [clientId, phones, source, managerId],
  );
  witnessStops(tx, clientId, phones, source);
  const fresh = blocked.filter((row) => row.added).map(({ phone }) => phone);
  if (fresh.length > 0) await barWaiting(tx, clientId, fresh);
  return fresh.length;
}

/** Goes to the journal beside the database: after a restore they must stay blocked. */
export function witnessStops(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
  source: 'manager' | 'key' | 'text' | 'operator',
): void {
  const at = realMs(Date.now());
  tx.journal(phones.map((phone) => ({ kind: 'optOut', clientId, phone, source, at })));
}

/**
 * SQL: blocks a number that may be blocked already. A person's own wish (`key_at`, `text_at`) is
 * added and never overwritten. A number that is blocked only because of a text gets the new reason,
 * too: an opt-in lifts only what an opt-out text made (spec 3 section 8). When a person asks for a
 * number that a file had blocked, the whole account is meant. One statement, so that a text that is
 * being stored at the same moment is waited for and then seen. A row that has all of it already is
 * neither written nor returned.
 */
export const outlastsOptIn = `ON CONFLICT (client_id, phone) DO UPDATE
  SET source = CASE WHEN d.source = 'text' THEN excluded.source ELSE d.source END,
    manager_id = CASE WHEN d.source = 'text' THEN excluded.manager_id ELSE d.manager_id END,
    whole_account = d.whole_account OR excluded.whole_account,
    key_at = coalesce(d.key_at, excluded.key_at),
    text_at = coalesce(d.text_at, excluded.text_at)
  WHERE (d.source = 'text' AND excluded.source <> 'text')
    OR (excluded.whole_account AND NOT d.whole_account)
    OR (excluded.key_at IS NOT NULL AND d.key_at IS NULL)
    OR (excluded.text_at IS NOT NULL AND d.text_at IS NULL)`;

/**
 * Bars waiting entries of these numbers, and of their accounts where a person asked for it, in
 * lists that are Open or Loaded. A list that was just loaded has no statistics: the entries are
 * therefore found phone by phone and locked by their keys, or one query would read the whole list.
 * Texts and auto-replies that wait at a carrier are canceled, too.
 */
export async function barWaiting(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<void> {
  const accounts = await numbersOfAccounts(tx, clientId, phones, true);
  await noteAccountStops(tx, clientId, accounts.ids);
  const own = await findWaiting(tx, clientId, phones);
  const others = accounts.numbers
    .filter(({ waits }) => waits)
    .map((entry) => ({ ...entry, reason: gateReasons.accountStop }));
  // The reason of the number itself comes before that of its account.
  await barEntries(tx, clientId, [...others, ...own]);
  await cancelTextsTo(tx, clientId, phones);
  await cancelTextsOfEntries(tx, clientId, accounts.numbers);
  await cancelRepliesTo(tx, clientId, phones);
}

/** Waiting entries of Open and Loaded lists, by number, each with the reason to bar it. */
export async function findWaiting(
  tx: Tx,
  clientId: number,
  phones: readonly string[],
): Promise<ToBar[]> {
  const open = await openLists(tx, clientId);
  // The state is filtered outside, or the index over waiting entries is scanned completely.
  const waiting: ToBar[] = [];
  for (const { where, lists } of listScopes(open)) {
    const rows = await tx.rows<Omit<ToBar, 'reason'> & { reason: GateReason | null }>(
      `SELECT e.call_list_id AS "callListId", e.entry_id AS "entryId",
         (SELECT ${barringReasonOf} FROM do_not_call d
          WHERE d.client_id = $1 AND ${blocks('d', 'v.phone')}) AS reason
       FROM unnest($2::text[]) AS v (phone)
       CROSS JOIN LATERAL (
         SELECT call_list_id, entry_id, state FROM list_entry
         WHERE ${where} AND phone = v.phone OFFSET 0) AS e
       WHERE e.state = ${entryState.waiting} AND e.call_list_id = ANY ($3::bigint[])`,
      [clientId, phones, lists],
    );
    for (const { reason, ...row } of rows) {
      waiting.push({ ...row, reason: reason ?? gateReasons.doNotCall });
    }
  }
  return waiting;
}
