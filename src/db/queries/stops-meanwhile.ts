/**
 * Stops that come while a list is being loaded or reused. They do not see the list until it is
 * committed, and it does not see what is committed after it read the do-not-call list. So a stop
 * takes a shared lock before it is written (the trigger person_asks), and a list takes it
 * exclusively as its last step. The second one to get it sees what the other committed.
 */
import { gateReasons } from '#domain/gate.ts';
import type { Tx } from '../database.ts';
import { numbersOfAccounts } from './account-numbers.ts';
import type { AccountStop } from './account-phone.ts';
import { barEntries } from './bar-entries.ts';
import { findWaiting } from './do-not-call-import.ts';
import { lockStopsAndLists } from './stops-and-lists.ts';

/** The least that the transaction sees from now on, for `barStopsSince`. */
export async function stopsSeen(tx: Tx): Promise<string> {
  const row = await tx.row<{ seen: string }>('SELECT pg_current_snapshot()::text AS seen');
  return row?.seen ?? '';
}

/**
 * Applies stops since then to the new list, as if they had come right after the commit. To be
 * called last, after the list is Loaded: from here to the commit no stop of the client can be
 * written. Only entries of the new list are locked, which no other transaction can have: so nothing waits
 * for a claim. (A transaction id from before a restore of the database may be ahead of all others.)
 *
 * @returns what lists that are loaded later need to know
 */
export async function barStopsSince(
  tx: Tx,
  clientId: number,
  callListId: number,
  seen: string,
): Promise<AccountStop[]> {
  await lockStopsAndLists(tx, clientId);
  const asked = await tx.rows<{ phone: string }>(
    `SELECT phone FROM do_not_call
     WHERE client_id = $1 AND whole_account AND asked_in >= pg_snapshot_xmin($2::pg_snapshot)
       AND asked_in < pg_snapshot_xmax(pg_current_snapshot())
       AND NOT pg_visible_in_snapshot(asked_in, $2::pg_snapshot)`,
    [clientId, seen],
  );
  if (asked.length === 0) return [];
  const phones = await numbersHere(tx, clientId, callListId, asked);
  const { numbers, ids } = await numbersOfAccounts(tx, clientId, phones);
  const others = numbers
    .filter(({ waits }) => waits)
    .map((entry) => ({ ...entry, reason: gateReasons.accountStop }));
  const own = await findWaiting(tx, clientId, phones);
  const here = [...others, ...own].filter((entry) => entry.callListId === callListId);
  await barEntries(tx, clientId, here);
  return ids;
}

/** What asked to stop, and the numbers of the new list that are on the do-not-call list as a hash of it. */
async function numbersHere(
  tx: Tx,
  clientId: number,
  callListId: number,
  asked: readonly { phone: string }[],
): Promise<string[]> {
  const phones = asked.map(({ phone }) => phone);
  const hashes = phones.filter((phone) => phone.startsWith('#'));
  if (hashes.length === 0) return phones;
  const own = await tx.rows<{ phone: string }>(
    `SELECT DISTINCT phone FROM list_entry
     WHERE client_id = $1 AND call_list_id = $2 AND number_hash($1, phone) = ANY ($3)`,
    [clientId, callListId, hashes],
  );
  return [...phones, ...own.map(({ phone }) => phone)];
}
