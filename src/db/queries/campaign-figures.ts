/** The counts of all campaigns of a client in one statement, for the lists of campaigns. */
import { callListStatus } from '#contract/call-list.ts';
import { type CampaignTypeId, campaignType, type RunStatusId } from '#contract/campaign.ts';
import { type CampaignFigures, mostListNames } from '#contract/campaign-figures.ts';
import type { StoredReason } from '#contract/reason.ts';
import { reasonOrNull } from '#domain/reason-sentences.ts';
import type { Tx } from '../database.ts';
import { numbersOf } from '../list-numbers.ts';

interface FiguresRow {
  campaign_id: number;
  campaign_type: CampaignTypeId;
  run_status: RunStatusId;
  reason: StoredReason | null;
  total: number;
  attempted: number;
  person: number;
  machine: number;
  no_answer: number;
  failed: number;
  delivered: number;
  barred: number;
  last_call: Date | null;
  list_names: string[];
  message_names: string[];
}

/** With type and status, by which the API judges whether trouble keeps a campaign waiting. */
export type FiguresOfCampaign = CampaignFigures & {
  campaignType: CampaignTypeId;
  campaignStatusId: RunStatusId;
};

/** sum() of bigint is numeric, which would come back as text: hence the casts. */
export async function listCampaignFigures(tx: Tx, clientId: number): Promise<FiguresOfCampaign[]> {
  const rows = await tx.rows<FiguresRow>(
    `SELECT c.campaign_id, c.campaign_type, c.run_status, c.reason, f.*,
       coalesce((SELECT array_agg(DISTINCT m.name) FROM voice_message m
         WHERE m.client_id = $1 AND c.campaign_type <> ${campaignType.texting}
           AND m.voice_message_id IN
             (c.customer_message_id, c.machine_message_id, c.agent_message_id)), '{}')
       || coalesce((SELECT array_agg(m.name) FROM text_message m
         WHERE m.client_id = $1 AND m.text_message_id = c.text_message_id), '{}') AS message_names
     FROM campaign c
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(${numbersOf()}), 0)::bigint AS total,
         coalesce(sum(n.attempted), 0)::bigint AS attempted,
         coalesce(sum(n.person), 0)::bigint AS person,
         coalesce(sum(n.machine), 0)::bigint AS machine,
         coalesce(sum(n.no_answer + n.busy), 0)::bigint AS no_answer,
         coalesce(sum(n.failed + n.unknown), 0)::bigint AS failed,
         coalesce(sum(n.delivered), 0)::bigint AS delivered,
         coalesce(sum(n.barred), 0)::bigint AS barred,
         max(n.last_call) AS last_call,
         coalesce((array_agg(l.name ORDER BY l.created DESC)
           FILTER (WHERE l.status_id < ${callListStatus.closing}))[1:${mostListNames}], '{}')
           AS list_names
       FROM call_list l
       LEFT JOIN call_list_count n ON n.client_id = $1 AND n.call_list_id = l.call_list_id
       WHERE l.client_id = $1 AND l.campaign_id = c.campaign_id) f
     WHERE c.client_id = $1 AND c.deleted_at IS NULL ORDER BY c.campaign_id`,
    [clientId],
  );
  return rows.map(figuresOf);
}

function figuresOf(row: FiguresRow): FiguresOfCampaign {
  const { person, machine, failed, delivered, no_answer: noAnswer } = row;
  const called = person + machine + noAnswer + failed + delivered;
  return {
    campaignId: row.campaign_id,
    campaignType: row.campaign_type,
    campaignStatusId: row.run_status,
    total: row.total,
    called,
    person,
    machine,
    noAnswer,
    failed,
    delivered,
    barred: row.barred,
    inProgress: Math.max(0, row.attempted - called),
    lastCall: row.last_call?.toISOString() ?? null,
    statusReason: reasonOrNull(row.reason),
    reason: row.reason,
    listNames: row.list_names,
    messageNames: row.message_names,
  };
}
