/** What the editor of a voice campaign holds, and how it begins. */

import type { AgentHours, Pacing } from '#contract/agents.ts';
import { callerIdType, scheduleInput } from '#contract/campaign.ts';
import type { FollowUpRule } from '#contract/follow-up.ts';
import {
  type BroadcastCampaign,
  type BroadcastInput,
  broadcastInput,
  type LinkbackCampaign,
  type LinkbackInput,
  linkbackInput,
} from '#contract/voice-campaign.ts';
import { easternWallTime } from '#domain/wall-time.ts';
import { formatPhone } from '#web/lib/format.ts';
import { fieldsOf } from '#web/lib/schema-form.ts';
import { noTime, type TypedTime, typedTimeOf } from './clock-time.ts';
import { noWeekdays } from './weekdays.ts';

export type VoiceType = 'broadcast' | 'linkback';
export type AnyVoiceCampaign = BroadcastCampaign | LinkbackCampaign;

/** One of auto start and auto stop. */
export interface AutoDraft {
  weekdays: string;
  time: TypedTime;
}

/** What both types begin with; every other field begins empty. */
const blank = {
  name: '',
  /** As shown: "(302) 555-0148", like the caller ID number. */
  linkbackNumber: '',
  callerIdNumber: '',
  callerIdName: '',
  /** 0 for none, like the three messages. */
  rciBucketId: 0,
  customerMessageId: 0,
  machineMessageId: 0,
  agentMessageId: 0,
  oneCallPerAccount: true,
  followUps: [] as FollowUpRule[],
  pacing: 'ratio' as Pacing,
  agentSchedule: [] as AgentHours[],
};

type Scheduled = keyof typeof scheduleInput;
type Sent = Omit<BroadcastInput & LinkbackInput, 'campaignId' | 'clientId' | Scheduled>;

/** The fields of both types as they are typed; those of the other type stay empty. */
export interface CampaignDraft extends Partial<Omit<Sent, keyof typeof blank>>, Blank {
  type: VoiceType;
  start: AutoDraft;
  stop: AutoDraft;
}
type Blank = typeof blank;

/**
 * The controls in the order of the form, and the fields of a comparison with a colleague's change. A
 * field without a label does not compile: its change would be overwritten unseen.
 */
export const labels = {
  name: 'Name',
  pacing: 'Pacing',
  callRatio: 'Call ratio',
  agentCount: 'Agent count',
  agentSchedule: 'Agents by the hour',
  linkbackNumber: 'Linkback phone number',
  callsPerMinute: 'Calls per minute',
  oneCallPerAccount: 'One call per account',
  purpose: 'Purpose',
  callerIdNumber: 'Default caller ID number',
  callerIdName: 'Caller ID name',
  callerIdTypeId: 'Caller ID type',
  customerMessageId: 'Customer message',
  machineMessageId: 'Machine message',
  agentMessageId: 'Agent message',
  followUps: 'Follow-ups',
} satisfies Record<Labeled, string>;

/** The bucket is shown with its type; start and stop have labels of their own. */
type Labeled = Exclude<keyof CampaignDraft, 'type' | 'version' | 'rciBucketId' | 'start' | 'stop'>;

const noAuto: AutoDraft = { weekdays: noWeekdays, time: noTime };

export function newDraft(type: VoiceType): CampaignDraft {
  return { ...blank, type, start: noAuto, stop: noAuto };
}

export function draftOf(campaign: AnyVoiceCampaign): CampaignDraft {
  return {
    ...('callsPerMinute' in campaign ? broadcastDraft(campaign) : linkbackDraft(campaign)),
    callerIdNumber: formatPhone(campaign.callerIdNumber),
    start: autoOf(campaign.startWeekdays, campaign.startTime),
    stop: autoOf(campaign.stopWeekdays, campaign.stopTime),
  };
}

function broadcastDraft(campaign: BroadcastCampaign): CampaignDraft {
  return { ...newDraft('broadcast'), ...typed(fieldsOf(broadcastInput, campaign)) };
}

function linkbackDraft(campaign: LinkbackCampaign): CampaignDraft {
  const linkbackNumber = formatPhone(campaign.linkbackNumber);
  return { ...newDraft('linkback'), ...typed(fieldsOf(linkbackInput, campaign)), linkbackNumber };
}

/** Omits the fields that are typed in another form than they are sent. */
function typed<F extends object>(fields: F): Omit<F, NotTyped> {
  const entries = Object.entries(fields).filter(([key]) => !notTyped.has(key));
  return Object.fromEntries(entries) as Omit<F, NotTyped>;
}

type NotTyped = Scheduled | 'campaignId' | 'clientId';
const notTyped: ReadonlySet<string> = new Set([
  ...Object.keys(scheduleInput),
  'campaignId',
  'clientId',
]);

function autoOf(weekdays: string, instant: string | null): AutoDraft {
  return { weekdays, time: instant ? typedTimeOf(easternWallTime(instant)) : noTime };
}

/** Choosing a type that is not Dynamic clears the bucket (document 1 section 5). */
export function withCallerIdType(draft: CampaignDraft, callerIdTypeId: number): CampaignDraft {
  const rciBucketId = callerIdTypeId === callerIdType.dynamic ? draft.rciBucketId : 0;
  return { ...draft, callerIdTypeId, rciBucketId };
}

/** True when a call of the campaign could reach someone and find nothing to play. */
export function lacksMessage(draft: CampaignDraft): boolean {
  const { customerMessageId, machineMessageId, agentMessageId } = draft;
  const agent = draft.type === 'linkback' && agentMessageId === 0;
  return customerMessageId === 0 || machineMessageId === 0 || agent;
}
