/**
 * What became of a campaign's or a list's phones. Every figure is a sum over call_list_count, so
 * they add up: called is the sum of the results, and remaining is the total less called. The total
 * is what there is to attempt: the numbers of the files, and their follow-ups so far.
 */

import type { CampaignTypeId } from '#contract/campaign.ts';
import type { CampaignStats } from '#contract/campaign-stats.ts';
import type { Tx } from '#db/database.ts';
import { numbersOf } from '../list-numbers.ts';

export interface CountRow {
  campaign_type: CampaignTypeId;
  total: number;
  attempted: number;
  person: number;
  machine: number;
  no_answer: number;
  failed: number;
  delivered: number;
  transferred: number;
  abandoned: number;
  barred: number;
  answered_seconds: number;
  transfer_seconds: number;
}

/** sum() of bigint is numeric, which would come back as text: hence the casts. */
const sums = `coalesce(sum(${numbersOf()}), 0)::bigint AS total,
  coalesce(sum(n.attempted), 0)::bigint AS attempted,
  coalesce(sum(n.person), 0)::bigint AS person,
  coalesce(sum(n.machine), 0)::bigint AS machine,
  coalesce(sum(n.no_answer + n.busy), 0)::bigint AS no_answer,
  coalesce(sum(n.failed + n.unknown), 0)::bigint AS failed,
  coalesce(sum(n.delivered), 0)::bigint AS delivered,
  coalesce(sum(n.transferred), 0)::bigint AS transferred,
  coalesce(sum(n.abandoned), 0)::bigint AS abandoned,
  coalesce(sum(n.barred), 0)::bigint AS barred,
  coalesce(sum(n.answered_seconds), 0)::bigint AS answered_seconds,
  coalesce(sum(n.transfer_seconds), 0)::bigint AS transfer_seconds`;

/** The counts of one campaign over all its lists; undefined when the client has no such one. */
export function countCampaign(
  tx: Tx,
  clientId: number,
  campaignId: number,
): Promise<CountRow | undefined> {
  return tx.row<CountRow>(
    `SELECT c.campaign_type, ${sums}
     FROM campaign c
     LEFT JOIN call_list l ON l.client_id = $1 AND l.campaign_id = c.campaign_id
     LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
     WHERE c.client_id = $1 AND c.campaign_id = $2 AND c.deleted_at IS NULL
     GROUP BY c.campaign_type`,
    [clientId, campaignId],
  );
}

export interface ListCountRow extends CountRow {
  campaign_id: number;
  call_list_id: number;
}

/** The counts of the named lists that the client has. */
export function countCallLists(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
): Promise<ListCountRow[]> {
  return tx.rows<ListCountRow>(
    `SELECT c.campaign_type, l.campaign_id, l.call_list_id, ${sums}
     FROM call_list l
     JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
     LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
     WHERE l.client_id = $1 AND l.call_list_id = ANY($2::bigint[])
     GROUP BY c.campaign_type, l.campaign_id, l.call_list_id`,
    [clientId, callListIds],
  );
}

/**
 * Progress of the named campaigns that the client has: (called + barred for good) / total, 0 to 1.
 * A campaign without phones is at 0.
 */
export async function listProgress(
  tx: Tx,
  clientId: number,
  campaignIds: readonly number[],
): Promise<{ campaignId: number; progress: number }[]> {
  const rows = await tx.rows<{ campaign_id: number; progress: number }>(
    `SELECT c.campaign_id, coalesce(
       sum(n.person + n.machine + n.no_answer + n.busy + n.failed + n.unknown + n.delivered
         + n.barred)::float8 / nullif(sum(${numbersOf()}), 0), 0) AS progress
     FROM campaign c
     LEFT JOIN call_list l ON l.client_id = $1 AND l.campaign_id = c.campaign_id
     LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
     WHERE c.client_id = $1 AND c.campaign_id = ANY($2::bigint[])
     GROUP BY c.campaign_id ORDER BY c.campaign_id`,
    [clientId, campaignIds],
  );
  return rows.map((row) => ({ campaignId: row.campaign_id, progress: row.progress }));
}

/** The contract's figures for the campaign's type. Averages are seconds, 0 without a call. */
export function statsOf(row: CountRow, campaignId: number, clientId: number): CampaignStats {
  const ids = { campaignId, clientId };
  const campaignType = row.campaign_type;
  if (campaignType === 3) return { ...ids, campaignType, ...textCounts(row) };
  const counts = voiceCounts(row);
  if (campaignType === 1) return { ...ids, campaignType, ...counts };
  const countTransfer = row.transferred;
  const countAbandoned = row.abandoned;
  const avgDurationTransfer = average(row.transfer_seconds, countTransfer);
  return { ...ids, campaignType, ...counts, countTransfer, countAbandoned, avgDurationTransfer };
}

function voiceCounts(row: CountRow) {
  const answered = row.person + row.machine;
  const called = answered + row.no_answer + row.failed;
  return {
    countTotal: row.total,
    countTotalCalled: called,
    countPerson: row.person,
    countMachine: row.machine,
    countTotalNoAnswer: row.no_answer,
    countTotalFailed: row.failed,
    avgDuration: average(row.answered_seconds, answered),
    dncCount: row.barred,
    countInProgress: Math.max(0, row.attempted - called),
  };
}

function textCounts(row: CountRow) {
  const sent = row.delivered + row.failed;
  return {
    textTotal: row.total,
    textDelivered: row.delivered,
    textFailed: row.failed,
    textRemaining: row.total - sent,
    dncCount: row.barred,
    countInProgress: Math.max(0, row.attempted - sent),
  };
}

function average(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}
