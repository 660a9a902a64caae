/** The save bodies of document 1 section 7. */

import { callerIdType } from '../../../contract/campaign.ts';
import type { BroadcastBody, LinkbackBody } from '../../../contract/voice-campaign.ts';
import { anyDay } from '../../../domain/campaign-rules.ts';
import { instantThatKeeps } from '../../../domain/wall-time.ts';
import { type TypedTime, wallTimeOf } from './clock-time.ts';
import type { CampaignDraft } from './draft.ts';

/** `now` gives the day on which the wall times are sent as instants. */
export function broadcastBody(draft: CampaignDraft, now: Date): BroadcastBody {
  return { ...commonBody(draft, now), callsPerMinute: draft.callsPerMinute ?? 0 };
}

export function linkbackBody(draft: CampaignDraft, now: Date): LinkbackBody {
  return {
    ...commonBody(draft, now),
    callRatio: draft.callRatio ?? 0,
    agentCount: draft.agentCount ?? 0,
    linkbackNumber: draft.linkbackNumber,
    agentMessageId: draft.agentMessageId,
  };
}

function commonBody(draft: CampaignDraft, now: Date) {
  const { start, stop } = draft;
  return {
    name: draft.name,
    callerIdNumber: draft.callerIdNumber,
    callerIdName: draft.callerIdName,
    callerIdTypeId: draft.callerIdTypeId ?? callerIdType.none,
    rciBucketId: draft.rciBucketId,
    customerMessageId: draft.customerMessageId,
    machineMessageId: draft.machineMessageId,
    oneCallPerAccount: draft.oneCallPerAccount,
    startTime: instantOf(start.time, now),
    stopTime: instantOf(stop.time, now),
    startWeekdays: start.weekdays,
    stopWeekdays: stop.weekdays,
    startAutomatically: anyDay(start.weekdays),
    stopAutomatically: anyDay(stop.weekdays),
  };
}

function instantOf(time: TypedTime, now: Date): string | null {
  const wallTime = wallTimeOf(time);
  return wallTime === undefined ? null : instantThatKeeps(wallTime, now);
}
