import { callListStatus } from '#contract/call-list.ts';
import type { Tx } from '#db/database.ts';

export interface TodaysList {
  callListId: number;
  originalFileName: string;
  callListStatusId: number;
  /** Its latest attempt (ISO 8601). */
  lastCall: string | null;
}

/**
 * The lists that Only Today's shows (spec 3 section 4): Loaded and Open ones, and those with a
 * call since `dayStart`; newest first. Undefined when the client has no such campaign.
 */
export async function listTodaysCallLists(
  tx: Tx,
  clientId: number,
  campaignId: number,
  dayStart: Date,
): Promise<TodaysList[] | undefined> {
  const campaign = await tx.row(
    'SELECT 1 FROM campaign WHERE client_id = $1 AND campaign_id = $2 AND deleted_at IS NULL',
    [clientId, campaignId],
  );
  if (!campaign) return undefined;
  const rows = await tx.rows<Omit<TodaysList, 'lastCall'> & { lastCall: Date | null }>(
    `SELECT l.call_list_id AS "callListId", l.name AS "originalFileName",
       l.status_id AS "callListStatusId", n.last_call AS "lastCall"
     FROM call_list l
     LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
     WHERE l.client_id = $1 AND l.campaign_id = $2
       AND (l.status_id = ANY($3::smallint[]) OR n.last_call >= $4)
     ORDER BY l.call_list_id DESC`,
    [clientId, campaignId, [callListStatus.loaded, callListStatus.open], dayStart],
  );
  return rows.map((row) => ({ ...row, lastCall: row.lastCall?.toISOString() ?? null }));
}
