/** A row of the campaign table turned into what the contract answers. */
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
import type { VoiceCampaign } from '#contract/voice-campaign.ts';
import { reasonOrNull } from '#domain/reason-sentences.ts';
import { instantToday, utcTimeSpan } from '#domain/wall-time.ts';

export interface CampaignRow {
  client_id: number;
  campaign_id: number;
  name: string;
  campaign_type: CampaignTypeId;
  run_status: RunStatusId;
  completed: boolean;
  reason: StoredReason | null;
  started: Date | null;
  /** `HH:mm:ss`, Eastern. */
  start_time: string | null;
  stop_time: string | null;
  start_automatically: boolean;
  stop_automatically: boolean;
  start_weekdays: string;
  stop_weekdays: string;
  caller_id_type: number;
  caller_id_number: string;
  caller_id_name: string;
  caller_id_bucket_id: number | null;
  customer_message_id: number | null;
  machine_message_id: number | null;
  agent_message_id: number | null;
  calls_per_minute: number | null;
  call_ratio: number | null;
  linkback_number: string | null;
  agent_count: number | null;
  text_per_minute: number | null;
  one_call_per_account: boolean;
  updated: Date;
}

/** The name of a run status; a stopped campaign with nothing left to call is Completed. */
export function statusName(status: RunStatusId, completed: boolean): string {
  return completed && status === runStatus.stopped ? completedName : runStatusNames[status];
}

/** What every type of campaign answers. `now` gives the Eastern day of its times. */
export function summaryOf(row: CampaignRow, now: Date): Campaign {
  const startTime = row.start_time && instantToday(row.start_time, now);
  const stopTime = row.stop_time && instantToday(row.stop_time, now);
  return {
    campaignId: row.campaign_id,
    clientId: row.client_id,
    name: row.name,
    campaignStatusId: row.run_status,
    campaignStatusName: statusName(row.run_status, row.completed),
    campaignType: row.campaign_type,
    campaignTypeName: campaignTypeNames[row.campaign_type],
    updated: row.updated.toISOString(),
    startTime,
    stopTime,
    startAutomatically: row.start_automatically,
    stopAutomatically: row.stop_automatically,
    startWeekdays: row.start_weekdays,
    stopWeekdays: row.stop_weekdays,
    campaignStarted: row.started?.toISOString() ?? null,
    startTimeSpan: startTime && utcTimeSpan(startTime),
    stopTimeSpan: stopTime && utcTimeSpan(stopTime),
    statusReason: reasonOrNull(row.reason),
    reason: row.reason,
    ...(row.campaign_type === campaignType.broadcast ? broadcastFields(row) : {}),
    ...(row.campaign_type === campaignType.linkback ? agentFields(row) : {}),
    ...(row.campaign_type === campaignType.texting
      ? { textPerMinute: row.text_per_minute ?? 0 }
      : {}),
  };
}

type VoiceBase = Omit<
  VoiceCampaign,
  'callsPerMinute' | 'callRatio' | 'linkbackNumber' | 'agentCount' | 'agentMessageId'
>;

/** What both kinds of voice campaign answer; a message or bucket that is not chosen is 0. */
export function voiceFields(row: CampaignRow, now: Date): VoiceBase {
  const { callsPerMinute: _, ...summary } = summaryOf(row, now);
  return {
    ...summary,
    callerIdNumber: row.caller_id_number,
    callerIdName: row.caller_id_name,
    callerIdTypeId: row.caller_id_type,
    rciBucketId: row.caller_id_bucket_id ?? 0,
    customerMessageId: row.customer_message_id ?? 0,
    machineMessageId: row.machine_message_id ?? 0,
    oneCallPerAccount: row.one_call_per_account,
  };
}

export function broadcastFields(row: CampaignRow) {
  return { callsPerMinute: row.calls_per_minute ?? 0 };
}

export function linkbackFields(row: CampaignRow) {
  return {
    ...agentFields(row),
    linkbackNumber: row.linkback_number ?? '',
    agentMessageId: row.agent_message_id ?? 0,
  };
}

function agentFields(row: CampaignRow) {
  return { callRatio: row.call_ratio ?? 0, agentCount: row.agent_count ?? 0 };
}
