import {
  type CallList,
  type CallListStatusId,
  callListStatus,
  callListStatusNames,
} from '#contract/call-list.ts';
import type { ListConsent } from '#contract/consent.ts';
import type { StoredReason } from '#contract/reason.ts';
import { inFlight } from '../attempt-states.ts';
import type { Tx } from '../database.ts';
import { numbersOf } from '../list-numbers.ts';
import { type ChangeRow, type Changing, changeColumns, changeOf, lockVersion } from './change.ts';
import { noteRecheck } from './policy-recheck.ts';
import { askAgain } from './scrub-list.ts';
import { shareStopsAndLists } from './stops-and-lists.ts';

interface CallListRow extends ChangeRow {
  call_list_id: number;
  campaign_id: number;
  campaign_name: string;
  status_id: CallListStatusId;
  name: string;
  created: Date;
  phone_count: number;
  follow_ups: number;
  account_count: number;
  rejected_count: number;
  unknown_states: number;
  consent: ListConsent | null;
  priority: number;
  field_name: string;
  field_column: number;
  original_call_list_id: number | null;
  original_name: string | null;
  called: number;
  available: number;
  barred: number;
  has_import: boolean;
}

const selectLists = `SELECT l.call_list_id, l.campaign_id, c.name AS campaign_name, l.status_id, l.name,
            platform_time(l.created) AS created, ${changeColumns('l')},
       ${numbersOf()} AS phone_count, coalesce(n.follow_ups, 0) AS follow_ups, l.account_count, l.rejected_count, l.unknown_states, l.consent, l.priority,
       l.field_name, l.field_column, l.original_call_list_id, o.name AS original_name,
       coalesce(n.person + n.machine + n.no_answer + n.busy + n.failed + n.unknown + n.delivered, 0)
         AS called,
       ${numbersOf()} - coalesce(n.attempted + n.barred, 0) AS available,
       coalesce(n.barred, 0) AS barred, i.call_list_id IS NOT NULL AS has_import
     FROM call_list l
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     LEFT JOIN call_list o ON o.client_id = $1 AND o.call_list_id = l.original_call_list_id
     LEFT JOIN call_list_import i ON i.client_id = $1 AND i.call_list_id = l.call_list_id
     LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
     WHERE l.client_id = $1`;

/** The lists of a client, newest first. */
export async function listCallLists(tx: Tx, clientId: number): Promise<CallList[]> {
  const rows = await tx.rows<CallListRow>(
    `${selectLists} ORDER BY l.created DESC, l.call_list_id DESC`,
    [clientId],
  );
  return rows.map((row) => toCallList(clientId, row));
}

async function findCallList(
  tx: Tx,
  clientId: number,
  callListId: number,
): Promise<CallList | undefined> {
  const row = await tx.row<CallListRow>(`${selectLists} AND l.call_list_id = $2`, [
    clientId,
    callListId,
  ]);
  return row && toCallList(clientId, row);
}

function toCallList(clientId: number, row: CallListRow): CallList {
  return {
    callListId: row.call_list_id,
    clientId,
    campaignId: row.campaign_id,
    callListStatusId: row.status_id,
    callListStatusName: callListStatusNames[row.status_id],
    originalFileName: row.name,
    campaignName: row.campaign_name,
    created: row.created.toISOString(),
    phoneCount: row.phone_count,
    followUpCount: row.follow_ups,
    accountCount: row.account_count,
    availableCount: Math.max(0, row.available),
    calledCount: row.called,
    notCalledCount: row.phone_count - row.called,
    dncCount: row.barred,
    fieldName: row.field_name,
    fieldColumn: row.field_column,
    originalCallListId: row.original_call_list_id ?? 0,
    originalCallListName: row.original_name ?? '',
    rejectedCount: row.rejected_count,
    hasImportResult: row.has_import,
    unknownStates: row.unknown_states,
    consent: row.consent,
    priority: row.priority,
    ...changeOf(row),
  };
}

export interface ListState {
  name: string;
  /** Retention deleted its entries and rejected rows, or is deleting them. */
  contactsDeleted: boolean;
  campaignId: number;
  statusId: CallListStatusId;
}

const listState = `SELECT name, campaign_id AS "campaignId", status_id AS "statusId",
       contacts_deleted_at IS NOT NULL AS "contactsDeleted" FROM call_list
     WHERE client_id = $1 AND call_list_id = $2`;

export function readCallList(
  tx: Tx,
  clientId: number,
  callListId: number,
): Promise<ListState | undefined> {
  return tx.row<ListState>(listState, [clientId, callListId]);
}

/** Locks the list's row, so that its state does not change until the transaction ends. */
export function lockCallList(
  tx: Tx,
  clientId: number,
  callListId: number,
): Promise<ListState | undefined> {
  return tx.row<ListState>(`${listState} FOR UPDATE`, [clientId, callListId]);
}

/**
 * No number is taken from the list any more. It is Closing while a call on it has not ended (the
 * engine closes it then), else Closed.
 */
export async function closeList(tx: Tx, clientId: number, callListId: number): Promise<void> {
  await tx.run(
    `UPDATE call_list l SET status_id = CASE WHEN EXISTS (
         SELECT FROM attempt a
         WHERE a.client_id = $1 AND a.campaign_id = l.campaign_id AND a.call_list_id = $2
           AND ${inFlight('a')})
         THEN ${callListStatus.closing} ELSE ${callListStatus.closed} END
     WHERE l.client_id = $1 AND l.call_list_id = $2`,
    [clientId, callListId],
  );
}

/** Returns false when the client has no such list; throws `changed_meanwhile` for an old version. */
export async function renameList(
  tx: Tx,
  clientId: number,
  callListId: number,
  { name, by }: { name: string; by: Changing },
): Promise<boolean> {
  const read = () => findCallList(tx, clientId, callListId);
  if (!(await lockVersion(tx, 'call_list', [clientId, callListId], by, read))) return false;
  const renamed = await tx.run(
    `UPDATE call_list SET name = $3, version = version + 1, changed_by = $4, changed_at = $5
     WHERE client_id = $1 AND call_list_id = $2`,
    [clientId, callListId, name, by.managerId, by.now],
  );
  return renamed > 0;
}

/** Milliseconds, less than the second after which PostgreSQL looks for a deadlock. */
const longestRowWait = 300;

/**
 * The consent of the accounts that have no word of their own; null: none. It holds from the commit on:
 * a claim holds the list's row. Returns false when the client has no such list; throws
 * `changed_meanwhile` for an old version.
 */
export async function setListConsent(
  tx: Tx,
  clientId: number,
  callListId: number,
  { consent, by }: { consent: ListConsent | null; by: Changing },
): Promise<boolean> {
  // A list of follow-ups that is being made copies the consent, and nobody sees it before its commit.
  await shareStopsAndLists(tx, clientId);
  // A load or a reuse holds the list's row first and takes this lock last: the save gives way, before
  // stops and results of the client wait for it, too.
  await tx.run(`SELECT set_config('lock_timeout', '${longestRowWait}', true)`);
  const read = () => findCallList(tx, clientId, callListId);
  if (!(await lockVersion(tx, 'call_list', [clientId, callListId], by, read))) return false;
  const changed = await tx.run(
    `UPDATE call_list SET consent = $3, version = version + 1, changed_by = $4, changed_at = $5
     WHERE client_id = $1 AND call_list_id = $2`,
    [clientId, callListId, consent && JSON.stringify(consent), by.managerId, by.now],
  );
  // Lists of its follow-ups hold the same accounts.
  await tx.run(
    `WITH RECURSIVE after AS (
       SELECT call_list_id FROM call_list WHERE client_id = $1 AND follows_list_id = $2
       UNION SELECT l.call_list_id FROM after
       JOIN call_list l ON l.client_id = $1 AND l.follows_list_id = after.call_list_id)
     UPDATE call_list SET consent = $3
     WHERE client_id = $1 AND call_list_id IN (SELECT call_list_id FROM after)`,
    [clientId, callListId, consent && JSON.stringify(consent)],
  );
  // Reassigned since when is another question now.
  const scrubs = await askAgain(tx, clientId);
  await noteRecheck(tx, clientId, scrubs ? ['consent', 'scrub'] : ['consent']);
  return changed > 0;
}

/** Before all others of its campaign, also before those that were put first earlier. */
export async function putListFirst(tx: Tx, clientId: number, callListId: number): Promise<void> {
  await tx.run(
    `UPDATE call_list l SET priority = 1 + coalesce((
       SELECT max(o.priority) FROM call_list o
       WHERE o.client_id = $1 AND o.campaign_id = l.campaign_id AND o.call_list_id <> $2
         AND o.status_id < ${callListStatus.closing}), 0)
     WHERE l.client_id = $1 AND l.call_list_id = $2`,
    [clientId, callListId],
  );
}

export async function putListInTurn(tx: Tx, clientId: number, callListId: number): Promise<void> {
  await tx.run('UPDATE call_list SET priority = 0 WHERE client_id = $1 AND call_list_id = $2', [
    clientId,
    callListId,
  ]);
}

export interface RejectedRow {
  id: number;
  line: number;
  column: string;
  value: string;
  reason: StoredReason;
}

/** What an import left out, in file order, page by page: after a line and, in it, an id. */
export function listRejectedRows(
  tx: Tx,
  clientId: number,
  callListId: number,
  after: { line: number; id: number },
  limit: number,
): Promise<RejectedRow[]> {
  return tx.rows<RejectedRow>(
    `SELECT rejected_row_id AS id, line, column_name AS column, value, reason FROM rejected_row
     WHERE client_id = $1 AND call_list_id = $2 AND (line, rejected_row_id) > ($3, $4)
     ORDER BY line, rejected_row_id LIMIT $5`,
    [clientId, callListId, after.line, after.id, limit],
  );
}
