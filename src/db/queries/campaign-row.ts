/** Turns a row of the campaign table into the contract's response. */
import {
  type Campaign,
  type CampaignTypeId,
  campaignType,
  campaignTypeNames,
  completedName,
  type RunStatusId,
  runStatus,
  runStatusNames,
} from '#contract/campaign.ts';
import type { StoredReason } from '#contract/reason.ts';
import type { BroadcastCampaign, LinkbackCampaign } from '#contract/voice-campaign.ts';
import { agentsOnDuty } from '#domain/agents-on-duty.ts';
import { reasonOrNull } from '#domain/reason-sentences.ts';
import { utcTimeSpan } from '#domain/wall-time.ts';
import { columnsOf, wireOf } from '../field-map.ts';
import {
  broadcastFields,
  broadcastPace,
  type CampaignFieldsRow,
  campaignFields,
  linkbackFields,
  linkbackPace,
  nameAndSchedule,
  textPace,
} from './campaign-fields.ts';
import { type ChangeRow, changeColumns, changeOf } from './change.ts';

/** The platform's own columns of a campaign, and the fields that a manager sets. */
export interface CampaignRow extends CampaignFieldsRow, ChangeRow {
  client_id: number;
  campaign_id: number;
  campaign_type: CampaignTypeId;
  run_status: RunStatusId;
  completed: boolean;
  reason: StoredReason | null;
  started: Date | null;
  /** On the platform's clock, as every stamp that a manager sees. */
  updated: Date;
  /** What a person set while it runs, and when on the engine's clock. */
  agents_set: number | null;
  agents_set_at: Date | null;
}

export const campaignColumns = `client_id, campaign_id, campaign_type, run_status, completed,
  reason, started, agents_set, agents_set_at, platform_time(updated) AS updated, ${changeColumns('campaign')}, ${columnsOf(campaignFields)}`;

/** The name of a run status; a stopped campaign with nothing left to call is Completed. */
export function statusName(status: RunStatusId, completed: boolean): string {
  return completed && status === runStatus.stopped ? completedName : runStatusNames[status];
}

/** What every type of campaign shows. `now` gives the Eastern day of its times. */
export function summaryOf(row: CampaignRow, now: Date): Campaign {
  const type = row.campaign_type;
  return {
    ...headOf(row, now),
    ...(type === campaignType.broadcast ? wireOf(broadcastPace, row) : {}),
    ...(type === campaignType.linkback
      ? { ...wireOf(linkbackPace, row), agentsOnDuty: dutyOf(row, now) }
      : {}),
    ...(type === campaignType.texting ? wireOf(textPace, row) : {}),
  };
}

export function broadcastOf(row: CampaignRow, now: Date): BroadcastCampaign {
  return { ...headOf(row, now), ...wireOf(broadcastFields, row, now) };
}

export function linkbackOf(row: CampaignRow, now: Date): LinkbackCampaign {
  return { ...headOf(row, now), ...wireOf(linkbackFields, row, now) };
}

/** Agents of a Linkback on duty at an instant of the engine's clock. */
export function dutyOf(row: CampaignRow, now: Date): number {
  const { agentCount, agentSchedule } = wireOf(linkbackFields, row, now);
  const agentsSetAt = row.agents_set_at?.getTime() ?? null;
  const set = { agentCount, agentSchedule, agentsSet: row.agents_set, agentsSetAt };
  return agentsOnDuty(set, now.getTime());
}

function headOf(row: CampaignRow, now: Date) {
  const fields = wireOf(nameAndSchedule, row, now);
  const { startTime, stopTime } = fields;
  return {
    ...fields,
    campaignId: row.campaign_id,
    clientId: row.client_id,
    campaignStatusId: row.run_status,
    campaignStatusName: statusName(row.run_status, row.completed),
    campaignType: row.campaign_type,
    campaignTypeName: campaignTypeNames[row.campaign_type],
    updated: row.updated.toISOString(),
    campaignStarted: row.started?.toISOString() ?? null,
    startTimeSpan: startTime && utcTimeSpan(startTime),
    stopTimeSpan: stopTime && utcTimeSpan(stopTime),
    statusReason: reasonOrNull(row.reason),
    reason: row.reason,
    ...changeOf(row),
  };
}
