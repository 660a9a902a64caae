/** The entries that the next claims of a campaign will inspect: read without a lock, only a forecast. */

import type { Tx } from '../database.ts';
import { entryState } from '../entry-states.ts';
import { isInUse } from '../list-states.ts';
import { mostLists } from './claim-lists.ts';
import type { CampaignKey } from './lease.ts';

export interface ListAhead {
  callListId: number;
  /** In the order in which they are claimed. */
  entryIds: number[];
  /** Nothing else of this list is due. */
  isAll: boolean;
}

export interface AheadQuery extends CampaignKey {
  now: Date;
  /** Lists known to have nothing due now. */
  skip: readonly number[];
  /** Entries of each list. */
  most: number;
}

/**
 * The lists that may have the next turn, each with its first entries: those of the highest priority,
 * and of lower ones only while the higher ones have fewer than asked for.
 */
export async function entriesAhead(tx: Tx, query: AheadQuery): Promise<ListAhead[]> {
  const { clientId, campaignId, now, skip, most } = query;
  const lists = await tx.rows<{ callListId: number; priority: number }>(
    `SELECT call_list_id AS "callListId", priority FROM call_list
     WHERE client_id = $1 AND campaign_id = $2 AND ${isInUse()} AND call_list_id <> ALL ($3)
     ORDER BY priority DESC, call_list_id LIMIT ${mostLists}`,
    [clientId, campaignId, skip],
  );
  const ahead: ListAhead[] = [];
  /** The lowest priority that fills what was asked for. */
  let enough = Number.NEGATIVE_INFINITY;
  for (const { callListId, priority } of lists) {
    if (priority < enough) break;
    // One list at a time, as the claim does: the planner opens one partition.
    const rows = await tx.rows<{ id: number }>(
      `SELECT entry_id AS id FROM list_entry
       WHERE client_id = $1 AND call_list_id = $2 AND state = ${entryState.waiting}
         AND due_at <= $3
       ORDER BY due_at, entry_id LIMIT $4`,
      [clientId, callListId, now, most],
    );
    const isAll = rows.length < most;
    if (!isAll) enough = priority;
    ahead.push({ callListId, entryIds: rows.map(({ id }) => id), isAll });
  }
  return ahead;
}
