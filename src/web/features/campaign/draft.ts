/** What the editor of a voice campaign holds, and how it begins. */

import { callerIdType, campaignTexts } from '../../../contract/campaign.ts';
import type { FieldError } from '../../../contract/errors.ts';
import type { BroadcastCampaign, LinkbackCampaign } from '../../../contract/voice-campaign.ts';
import { broadcastErrors, linkbackErrors } from '../../../domain/campaign-rules.ts';
import { easternWallTime } from '../../../domain/wall-time.ts';
import { formatPhone } from '../../lib/format.ts';
import { noTime, type TypedTime, timeError, typedTimeOf } from './clock-time.ts';
import { noWeekdays } from './weekdays.ts';

export type VoiceType = 'broadcast' | 'linkback';
export type AnyVoiceCampaign = BroadcastCampaign | LinkbackCampaign;

/** One of auto start and auto stop. */
export interface AutoDraft {
  weekdays: string;
  time: TypedTime;
}

/** The fields of both types; those of the other type stay empty. */
export interface CampaignDraft {
  type: VoiceType;
  name: string;
  callsPerMinute: number | undefined;
  callRatio: number | undefined;
  agentCount: number | undefined;
  /** As shown: «(302) 555-0148», like the caller ID number. */
  linkbackNumber: string;
  callerIdNumber: string;
  callerIdName: string;
  callerIdTypeId: number | undefined;
  /** 0 for none, like the three messages. */
  rciBucketId: number;
  customerMessageId: number;
  machineMessageId: number;
  agentMessageId: number;
  oneCallPerAccount: boolean;
  start: AutoDraft;
  stop: AutoDraft;
}

const noAuto: AutoDraft = { weekdays: noWeekdays, time: noTime };

export function newDraft(type: VoiceType): CampaignDraft {
  return {
    type,
    name: '',
    callsPerMinute: undefined,
    callRatio: undefined,
    agentCount: undefined,
    linkbackNumber: '',
    callerIdNumber: '',
    callerIdName: '',
    callerIdTypeId: undefined,
    rciBucketId: 0,
    customerMessageId: 0,
    machineMessageId: 0,
    agentMessageId: 0,
    oneCallPerAccount: true,
    start: noAuto,
    stop: noAuto,
  };
}

export function draftOf(campaign: AnyVoiceCampaign): CampaignDraft {
  return {
    ...ownFieldsOf(campaign),
    name: campaign.name,
    callerIdNumber: formatPhone(campaign.callerIdNumber),
    callerIdName: campaign.callerIdName,
    callerIdTypeId: campaign.callerIdTypeId,
    rciBucketId: campaign.rciBucketId,
    customerMessageId: campaign.customerMessageId,
    machineMessageId: campaign.machineMessageId,
    oneCallPerAccount: campaign.oneCallPerAccount,
    start: autoOf(campaign.startWeekdays, campaign.startTime),
    stop: autoOf(campaign.stopWeekdays, campaign.stopTime),
  };
}

function ownFieldsOf(campaign: AnyVoiceCampaign): CampaignDraft {
  if ('callsPerMinute' in campaign) {
    return { ...newDraft('broadcast'), callsPerMinute: campaign.callsPerMinute };
  }
  const { callRatio, agentCount, agentMessageId } = campaign;
  const linkbackNumber = formatPhone(campaign.linkbackNumber);
  return { ...newDraft('linkback'), callRatio, agentCount, linkbackNumber, agentMessageId };
}

function autoOf(weekdays: string, instant: string | null): AutoDraft {
  return { weekdays, time: instant ? typedTimeOf(easternWallTime(instant)) : noTime };
}

/** Choosing a type that is not Dynamic clears the bucket (document 1 section 5). */
export function withCallerIdType(draft: CampaignDraft, callerIdTypeId: number): CampaignDraft {
  const rciBucketId = callerIdTypeId === callerIdType.dynamic ? draft.rciBucketId : 0;
  return { ...draft, callerIdTypeId, rciBucketId };
}

/**
 * Every rule that the draft breaks, in the order of the form. `otherNames` are those of the
 * client's other voice campaigns.
 */
export function draftErrors(draft: CampaignDraft, otherNames: readonly string[]): FieldError[] {
  const name = draft.name.trim().toLowerCase();
  const taken = otherNames.some((other) => other.trim().toLowerCase() === name);
  const times: FieldError[] = (['start', 'stop'] as const).flatMap((kind) => {
    const message = timeError(draft[kind].time);
    return message ? [{ path: `${kind}Time`, message }] : [];
  });
  const rulesOf = draft.type === 'broadcast' ? broadcastErrors : linkbackErrors;
  const rules = rulesOf({
    ...draft,
    startWeekdays: draft.start.weekdays,
    startTime: draft.start.time.text.trim(),
    stopWeekdays: draft.stop.weekdays,
    stopTime: draft.stop.time.text.trim(),
  });
  const unique = taken ? [{ path: 'name', message: campaignTexts.nameUnique }] : [];
  return [...unique, ...rules, ...times];
}

/** True when a call of the campaign could reach someone and find nothing to play. */
export function lacksMessage(draft: CampaignDraft): boolean {
  const { customerMessageId, machineMessageId, agentMessageId } = draft;
  const agent = draft.type === 'linkback' && agentMessageId === 0;
  return customerMessageId === 0 || machineMessageId === 0 || agent;
}
