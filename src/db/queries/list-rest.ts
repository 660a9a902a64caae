/** What is left of a campaign's lists, list by list: a list's entries may be a partition of their own. */

import { callListStatus } from '#contract/call-list.ts';
import { type SimMs, simMs } from '#domain/milliseconds.ts';
import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { hot } from '../hot-statements.ts';
import { isLoading } from '../list-states.ts';

export interface ListRest {
  callListId: number;
  /** When its next waiting entry is due: -Infinity for any time, Infinity when none waits. */
  nextDue: SimMs;
  /** Why that entry waits. */
  reason: string | null;
}

/** The next waiting entry of a list: the first in the index list_entry_waiting. */
export async function restOf(tx: Tx, clientId: number, callListId: number): Promise<ListRest> {
  const next = await tx.row<{ due_at: Date | number; reason: string | null }>(
    `SELECT due_at, reason FROM list_entry
     WHERE client_id = $1 AND call_list_id = $2 AND state = ${entryState.waiting}
     ORDER BY due_at, entry_id LIMIT 1`,
    [clientId, callListId],
  );
  // The driver returns -infinity as a number.
  const nextDue = simMs(next === undefined ? Number.POSITIVE_INFINITY : Number(next.due_at));
  return { callListId, nextDue, reason: next?.reason ?? null };
}

export interface CampaignList {
  campaignId: number;
  callListId: number;
  /** New or Processing. */
  loading: boolean;
  /** No number of it has been called yet. */
  fresh: boolean;
  phones: number;
  /** When it changes, the client's cap, gap or policy changed, and entries may be due earlier. */
  revision: string;
  /** When it changes, the list got entries that may be due earlier. */
  followUps: number;
  /** A rule of the client asks for the age of the national do-not-call list. */
  asksRegistry: boolean;
}

/** The lists of some campaigns that are in use or will be. */
export function readCampaignLists(tx: Tx, clientId: number, campaignIds: readonly number[]) {
  return tx.rows<CampaignList>(
    hot(`SELECT campaign_id AS "campaignId", l.call_list_id AS "callListId", ${isLoading()} AS loading,
       status_id = ${callListStatus.loaded} AS fresh, phone_count AS phones,
       concat_ws(' ', (SELECT coalesce(sum(revision), 0) FROM contact_cap WHERE client_id = $1),
         (SELECT gap_revision FROM client WHERE client_id = $1),
         (SELECT revision + rechecks FROM policy_book WHERE client_id = $1)) AS revision,
       coalesce((SELECT n.follow_ups FROM call_list_count n
         WHERE n.client_id = $1 AND n.call_list_id = l.call_list_id), 0) AS "followUps",
       EXISTS (SELECT FROM policy_rule r
         WHERE r.client_id = $1 AND r.terms ->> 'kind' = 'list_age') AS "asksRegistry"
     FROM call_list l
     WHERE client_id = $1 AND campaign_id = ANY ($2::bigint[])
       AND status_id < ${callListStatus.closing}`),
    [clientId, campaignIds],
  );
}

/** See functions/list-statistics.sql. */
export async function refreshListStatistics(tx: Tx, callListId: number): Promise<void> {
  await tx.run('SELECT refresh_list_statistics($1)', [callListId]);
}
