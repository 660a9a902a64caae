/** Campaigns of all clients, as the operator sees them. Everything here runs as the platform. */
import type { AgentHours, Pacing } from '#contract/agents.ts';
import {
  type CampaignTypeId,
  campaignType,
  campaignTypeNames,
  type RunStatusId,
  runStatus,
} from '#contract/campaign.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { Schedule } from '#domain/schedule.ts';
import type { Tx } from '../database.ts';
import { stands } from '../lease-states.ts';
import { statusName } from './campaign-row.ts';
import { startsItself } from './leading-campaign.ts';
import { carrierOfCampaign } from './operator-stop.ts';
import { scheduleOf } from './schedule.ts';

export interface OperatorCampaign {
  campaignId: number;
  /** The client's code. */
  client: string;
  name: string;
  /** Broadcast, Linkback or Texting. */
  type: string;
  /** As in the console: Running, Completed, … */
  status: string;
  /** What it waits for, or why it stopped; null without a reason. */
  reason: StoredReason | null;
  /** Numbers that were called or texted, and the total of its lists. */
  attempted: number;
  total: number;
  /** Of a Broadcast; else null. */
  callsPerMinute: number | null;
  /** Of a Linkback. */
  pacing: Pacing | null;
  callRatio: number | null;
  agentCount: number | null;
  /** Of a text campaign. */
  textPerMinute: number | null;
  carrier: string;
  /** The engine that owns it; null when none does. */
  engine: string | null;
}

/** With the data to judge whether it runs as it should. */
export interface CampaignStanding extends OperatorCampaign {
  runStatus: RunStatusId;
  /** Of a Linkback: agents by the hour, and what a person set (epoch ms of the engines' clock). */
  agentSchedule: AgentHours[];
  agentsSet: number | null;
  agentsSetAt: number | null;
  /** Numbers that were neither tried nor barred. */
  left: number;
  schedule: Schedule;
  /** Otherwise nothing starts it before a person does, whatever its schedule. */
  startsItself: boolean;
  /** Since when this schedule applies; null before an engine saw it. */
  scheduleSince: Date | null;
  /** Automatic starts of the last days that happened: "2026-11-23 09:00:00", Eastern. */
  startsDone: string[];
  /** An automatic start found the carrier disconnected, and is tried again when it is connected. */
  startWaits: boolean;
  clientDisabled: boolean;
}

type Row = Omit<CampaignStanding, 'type' | 'status'> & {
  typeId: CampaignTypeId;
  completed: boolean;
};

interface Wish {
  clientId?: number | undefined;
  /** Only those that should be running. */
  running?: boolean;
  /** Only those that should be running, and those with an automatic start. */
  watched?: boolean;
}

/** By client and name. */
export async function listOperatorCampaigns(tx: Tx, wish: Wish = {}): Promise<CampaignStanding[]> {
  const isRunning = `c.run_status <> ${runStatus.stopped}`;
  const which = wish.watched ? `(${isRunning} OR c.start_automatically)` : isRunning;
  const rows = await tx.rows<Row>(
    `SELECT c.campaign_id AS "campaignId", k.code AS client, c.name, c.campaign_type AS "typeId",
       c.run_status AS "runStatus", c.completed, c.reason,
       coalesce(n.attempted, 0)::bigint AS attempted, coalesce(n.total, 0)::bigint AS total,
       coalesce(n.total - n.attempted - n.barred, 0)::bigint AS left,
       c.calls_per_minute AS "callsPerMinute", c.call_ratio AS "callRatio",
       CASE WHEN c.campaign_type = ${campaignType.linkback} THEN c.pacing END AS pacing,
       c.agent_schedule AS "agentSchedule", c.agents_set AS "agentsSet",
       (extract(epoch FROM c.agents_set_at) * 1000)::double precision AS "agentsSetAt",
       c.agent_count AS "agentCount", c.text_per_minute AS "textPerMinute",
       ${carrierOfCampaign} AS carrier, e.name AS engine,
       ${scheduleOf} AS schedule, ${startsItself('c')} AS "startsItself",
       c.schedule_since AS "scheduleSince",
       ARRAY(SELECT r.eastern_date || ' ' || r.wall_time FROM schedule_run r
         WHERE r.client_id = c.client_id AND r.campaign_id = c.campaign_id AND r.kind = 'start'
         ORDER BY r.done_at DESC LIMIT 10) AS "startsDone",
       c.scheduled_start AND c.run_status = ${runStatus.stopped} AS "startWaits",
       k.disabled_at IS NOT NULL AS "clientDisabled"
     FROM campaign c
     JOIN client k ON k.client_id = c.client_id
     LEFT JOIN campaign_lease l ON l.client_id = c.client_id AND l.campaign_id = c.campaign_id
       AND ${stands('l')}
     LEFT JOIN engine e ON e.engine_id = l.engine_id AND e.until > clock_timestamp()
     LEFT JOIN LATERAL (
       SELECT sum(n.attempted) AS attempted, sum(n.barred) AS barred, sum(s.phone_count + coalesce(n.follow_ups, 0)) AS total
       FROM call_list s
       LEFT JOIN call_list_count n ON n.client_id = s.client_id AND n.call_list_id = s.call_list_id
       WHERE s.client_id = c.client_id AND s.campaign_id = c.campaign_id) n ON true
     WHERE c.deleted_at IS NULL AND ($1::int IS NULL OR c.client_id = $1) AND ($2 OR ${which})
     ORDER BY lower(k.code), lower(c.name), c.campaign_id`,
    [wish.clientId ?? null, !wish.running && !wish.watched],
  );
  return rows.map(({ typeId, completed, ...row }) => ({
    ...row,
    type: campaignTypeNames[typeId],
    status: statusName(row.runStatus, completed),
  }));
}
