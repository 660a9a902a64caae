/** What the Broadcast editor holds, how it begins, and what it sends. */
import {
  type BroadcastBody,
  type BroadcastCampaign,
  callerIdType,
  campaignTexts,
} from '../../../contract/campaign.ts';
import type { FieldError } from '../../../contract/errors.ts';
import { anyDay, broadcastErrors } from '../../../domain/campaign-rules.ts';
import { easternWallTime, instantThatKeeps } from '../../../domain/wall-time.ts';
import { formatPhone } from '../../lib/format.ts';
import { noTime, type TypedTime, timeError, typedTimeOf, wallTimeOf } from './clock-time.ts';
import { noWeekdays } from './weekdays.ts';

/** One of auto start and auto stop. */
export interface AutoDraft {
  weekdays: string;
  time: TypedTime;
}

export interface BroadcastDraft {
  name: string;
  callsPerMinute: number | undefined;
  /** As shown: «(302) 555-0148». */
  callerIdNumber: string;
  callerIdName: string;
  callerIdTypeId: number | undefined;
  /** 0 for none, like the two messages. */
  rciBucketId: number;
  customerMessageId: number;
  machineMessageId: number;
  start: AutoDraft;
  stop: AutoDraft;
}

const noAuto: AutoDraft = { weekdays: noWeekdays, time: noTime };

export const newDraft: BroadcastDraft = {
  name: '',
  callsPerMinute: undefined,
  callerIdNumber: '',
  callerIdName: '',
  callerIdTypeId: undefined,
  rciBucketId: 0,
  customerMessageId: 0,
  machineMessageId: 0,
  start: noAuto,
  stop: noAuto,
};

export function draftOf(campaign: BroadcastCampaign): BroadcastDraft {
  return {
    name: campaign.name,
    callsPerMinute: campaign.callsPerMinute,
    callerIdNumber: formatPhone(campaign.callerIdNumber),
    callerIdName: campaign.callerIdName,
    callerIdTypeId: campaign.callerIdTypeId,
    rciBucketId: campaign.rciBucketId,
    customerMessageId: campaign.customerMessageId,
    machineMessageId: campaign.machineMessageId,
    start: autoOf(campaign.startWeekdays, campaign.startTime),
    stop: autoOf(campaign.stopWeekdays, campaign.stopTime),
  };
}

function autoOf(weekdays: string, instant: string | null): AutoDraft {
  return { weekdays, time: instant ? typedTimeOf(easternWallTime(instant)) : noTime };
}

/** Choosing a type that is not Dynamic clears the bucket (document 1 section 5). */
export function withCallerIdType(draft: BroadcastDraft, callerIdTypeId: number): BroadcastDraft {
  const rciBucketId = callerIdTypeId === callerIdType.dynamic ? draft.rciBucketId : 0;
  return { ...draft, callerIdTypeId, rciBucketId };
}

/**
 * Every rule that the draft breaks, in the order of the form. `otherNames` are those of the
 * client's other voice campaigns.
 */
export function draftErrors(draft: BroadcastDraft, otherNames: readonly string[]): FieldError[] {
  const name = draft.name.trim().toLowerCase();
  const taken = otherNames.some((other) => other.trim().toLowerCase() === name);
  const times: FieldError[] = (['start', 'stop'] as const).flatMap((kind) => {
    const message = timeError(draft[kind].time);
    return message ? [{ path: `${kind}Time`, message }] : [];
  });
  const rules = broadcastErrors({
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
export function lacksMessage(draft: BroadcastDraft): boolean {
  return draft.customerMessageId === 0 || draft.machineMessageId === 0;
}

/** The save body. `now` gives the day on which its wall times are sent as instants. */
export function bodyOf(draft: BroadcastDraft, now: Date): BroadcastBody {
  const { start, stop, ...fields } = draft;
  return {
    ...fields,
    callsPerMinute: draft.callsPerMinute ?? 0,
    callerIdTypeId: draft.callerIdTypeId ?? callerIdType.none,
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
