/** Contact lists that are no longer used for calls, and since when. */
import { callListStatus } from '#contract/call-list.ts';
import { campaignType } from '#contract/campaign.ts';
import { awaitsReceipt, inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { numbersOf } from '../list-numbers.ts';
import { isInUse } from '../list-states.ts';
import { firstLargeId } from './call-list-load.ts';
import { forgetPlayed } from './call-sound.ts';
import { fileListsOf } from './followed-lists.ts';

/** SQL: list `l` of campaign `c` may be called while an entry in it waits. */
const isOpen = `(${isInUse('l')} AND c.deleted_at IS NULL)`;
/** SQL: its status lets list `l` be emptied. */
const mayEnd = `l.status_id IN (${callListStatus.open}, ${callListStatus.loaded}, ${callListStatus.closed})`;

/** SQL: an attempt of list `l` has not ended, or its text still waits for a receipt. Two indexes. */
const hasAttempt = (that: string) => `EXISTS (SELECT FROM attempt a
  WHERE a.client_id = l.client_id AND a.campaign_id = l.campaign_id
    AND a.call_list_id = l.call_list_id AND ${that})`;
const isUnderWay = `(${hasAttempt(inFlight('a'))} OR ${hasAttempt(awaitsReceipt('a'))})`;

/** SQL: when list `l` was last used, or ended. */
const lastUse = 'greatest(l.created, l.closed_at, c.deleted_at, n.last_call)';

const ofLists = `FROM call_list l
  JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
  LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
  WHERE l.client_id = $1`;

export interface OldList {
  callListId: number;
  /** A partition of its own. */
  large: boolean;
  phones: number;
  rejected: number;
  /** Its contact data is being deleted, or was deleted. */
  begun: boolean;
  lastCall: Date | null;
  texting: boolean;
}

/**
 * Lists that were last used before an instant, with data left and nothing in flight; oldest first.
 * Whether anything waits is asked list by list: each may be a partition of its own (decision 004).
 */
export function listOldLists(tx: Tx, clientId: number, before: Date): Promise<OldList[]> {
  return tx.rows<OldList>(
    `SELECT l.call_list_id AS "callListId", l.call_list_id >= ${firstLargeId} AS large,
       ${numbersOf()} AS phones, l.rejected_count AS rejected,
       l.contacts_deleted_at IS NOT NULL AS begun, n.last_call AS "lastCall",
       c.campaign_type = ${campaignType.texting} AS texting
     ${ofLists} AND l.emptied_at IS NULL
       AND (l.contacts_deleted_at IS NOT NULL
         OR (${lastUse} < $2 AND NOT ${isUnderWay} AND ${mayEnd}))
     ORDER BY l.call_list_id`,
    [clientId, before],
  );
}

/**
 * A number of the list, or of a list with the same file's rows in another campaign, waits for its call, or a
 * text for its reply. What is due then depends on the entries of all of them. A list that may not be
 * called waits for nothing.
 */
export async function hasWaiting(tx: Tx, clientId: number, callListId: number): Promise<boolean> {
  for (const id of await fileListsOf(tx, clientId, callListId)) {
    if (await waitsItself(tx, clientId, id, id !== callListId)) return true;
  }
  return false;
}

/** @param orUnderWay a result that is still to come may be followed up, too */
async function waitsItself(
  tx: Tx,
  clientId: number,
  callListId: number,
  orUnderWay: boolean,
): Promise<boolean> {
  const row = await tx.row(
    `SELECT 1 ${ofLists} AND l.call_list_id = $2 AND ((${orUnderWay} AND ${isUnderWay}) OR (${isOpen}
       AND (EXISTS (SELECT FROM list_entry
           WHERE client_id = $1 AND call_list_id = $2 AND state = ${entryState.waiting})
         OR EXISTS (SELECT FROM follow_up_wait WHERE client_id = $1 AND call_list_id = $2))))`,
    [clientId, callListId],
  );
  return row !== undefined;
}

export async function hasEntries(tx: Tx, clientId: number, callListId: number): Promise<boolean> {
  const row = await tx.row(
    'SELECT 1 FROM list_entry WHERE client_id = $1 AND call_list_id = $2 LIMIT 1',
    [clientId, callListId],
  );
  return row !== undefined;
}

/**
 * From this commit on the list is Closed for good: it is neither called nor reused. The report's
 * figures of its rejected rows are kept. Under the list's lock, as every other change of its state.
 *
 * @returns false when its state changed: a call of it is in progress, or something waits (`hasWaiting`)
 */
export async function beginToEmpty(
  tx: Tx,
  clientId: number,
  callListId: number,
  before: Date,
): Promise<boolean> {
  await tx.run('SELECT FROM call_list WHERE client_id = $1 AND call_list_id = $2 FOR UPDATE', [
    clientId,
    callListId,
  ]);
  const list = await tx.row(
    `SELECT 1 ${ofLists} AND l.call_list_id = $2
       AND ${mayEnd} AND ${lastUse} < $3 AND NOT ${isUnderWay}`,
    [clientId, callListId, before],
  );
  if (!list || (await hasWaiting(tx, clientId, callListId))) return false;
  await tx.run(
    `UPDATE call_list SET status_id = ${callListStatus.closed}, contacts_deleted_at = now(),
       rejected_reasons = (SELECT jsonb_agg(to_jsonb(r)) FROM (
         SELECT reason, count(*) AS count FROM rejected_row
         WHERE client_id = $1 AND call_list_id = $2 AND value <> '' GROUP BY reason) AS r)
     WHERE client_id = $1 AND call_list_id = $2`,
    [clientId, callListId],
  );
  return true;
}

/** The tables of a list's rows, and their order. Texts go with their attempts. */
const keyOf = {
  list_entry: 'entry_id',
  rejected_row: 'line',
  attempt: 'entry_id',
  follow_up: 'entry_id',
  follow_up_wait: 'entry_id',
} as const;

/**
 * Deletes the next rows of a list, in order. Continues where the last batch ended, so that rows
 * just deleted are not scanned again.
 *
 * @returns the last key of the batch; undefined when none was left
 */
export async function deleteNext(
  tx: Tx,
  table: keyof typeof keyOf,
  { clientId, callListId }: { clientId: number; callListId: number },
  after: number,
  most: number,
): Promise<{ rows: number; last: number } | undefined> {
  const key = keyOf[table];
  const next = await tx.row<{ last: number | null }>(
    `SELECT max(${key}) AS last FROM (SELECT ${key} FROM ${table}
       WHERE client_id = $1 AND call_list_id = $2 AND ${key} > $3
       ORDER BY ${key} LIMIT ${most}) AS batch`,
    [clientId, callListId, after],
  );
  if (!next || next.last === null) return undefined;
  const rows = await tx.run(
    `DELETE FROM ${table}
     WHERE client_id = $1 AND call_list_id = $2 AND ${key} > $3 AND ${key} <= $4`,
    [clientId, callListId, after, next.last],
  );
  return { rows, last: next.last };
}

/** @returns how many; call again while it is above 0 */
export function deleteNumbersBeside(tx: Tx, clientId: number, callListId: number, most: number) {
  return tx.run(
    `DELETE FROM account_phone WHERE client_id = $1 AND call_list_id = $2
       AND ctid = ANY (ARRAY(SELECT ctid FROM account_phone
         WHERE client_id = $1 AND call_list_id = $2 LIMIT ${most}))`,
    [clientId, callListId],
  );
}

export async function countAttempts(tx: Tx, clientId: number, callListId: number): Promise<number> {
  const row = await tx.row<{ count: number }>(
    'SELECT count(*) AS count FROM attempt WHERE client_id = $1 AND call_list_id = $2',
    [clientId, callListId],
  );
  return row?.count ?? 0;
}

/** All of its data is gone, its attempts too. */
export async function noteEmptied(tx: Tx, clientId: number, callListId: number): Promise<void> {
  await forgetPlayed(tx, clientId, callListId);
  await tx.run(
    'UPDATE call_list SET emptied_at = now() WHERE client_id = $1 AND call_list_id = $2',
    [clientId, callListId],
  );
}
