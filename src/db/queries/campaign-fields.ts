/** The fields of campaigns that a manager sets, each once (db/field-map.ts). */
import type { AgentHours, Pacing } from '#contract/agents.ts';
import type { FollowUpRule } from '#contract/follow-up.ts';
import type { Purpose } from '#contract/policy.ts';
import type { TextCampaignInput } from '#contract/text-campaign.ts';
import type { BroadcastInput, LinkbackInput } from '#contract/voice-campaign.ts';
import {
  choice,
  type Field,
  type FieldsOf,
  flag,
  keptFlag,
  number,
  phone,
  type RowOf,
  text,
  wallTime,
} from '../field-map.ts';

type NotSet = 'campaignId' | 'clientId' | 'version';

/** Unchanged when an input does not have it; a new campaign gets the client's (`storeCampaign`). */
const purpose: Field<'purpose', Purpose | null, Purpose, Purpose | undefined> = {
  column: 'purpose',
  show: (stored) => stored ?? 'sales',
  store: (input, before) => input ?? before ?? null,
};

/** Stored as JSON; as they were when an input does not have them. */
const followUps: Field<
  'follow_ups',
  FollowUpRule[] | string,
  FollowUpRule[],
  FollowUpRule[] | undefined
> = {
  column: 'follow_ups',
  show: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
  store: (input, before) => JSON.stringify(input ?? before ?? []),
};

/** Of every type. */
export const nameAndSchedule = {
  name: text('name'),
  purpose,
  startTime: wallTime('start_time'),
  stopTime: wallTime('stop_time'),
  startAutomatically: flag('start_automatically'),
  stopAutomatically: flag('stop_automatically'),
  startWeekdays: text('start_weekdays'),
  stopWeekdays: text('stop_weekdays'),
};

/** What lists of all types show. */
export const broadcastPace = { callsPerMinute: number('calls_per_minute') };
export const linkbackPace = {
  pacing: keptPacing(),
  callRatio: number('call_ratio'),
  agentCount: number('agent_count'),
};
export const textPace = { textPerMinute: number('text_per_minute') };

const voiceFields = {
  ...nameAndSchedule,
  callerIdNumber: phone('caller_id_number'),
  callerIdName: text('caller_id_name'),
  callerIdTypeId: number('caller_id_type'),
  rciBucketId: choice('caller_id_bucket_id'),
  customerMessageId: choice('customer_message_id'),
  machineMessageId: choice('machine_message_id'),
  oneCallPerAccount: keptFlag('one_call_per_account', true),
  followUps,
};

export const broadcastFields = {
  ...voiceFields,
  ...broadcastPace,
} satisfies FieldsOf<Filled<BroadcastInput>, NotSet>;

export const linkbackFields = {
  ...voiceFields,
  ...linkbackPace,
  agentSchedule: keptHours(),
  linkbackNumber: phone('linkback_number'),
  agentMessageId: choice('agent_message_id'),
} satisfies FieldsOf<Filled<LinkbackInput>, NotSet>;

/** A text campaign has no schedule: its columns stay as a new row has them. */
export const textFields = {
  name: nameAndSchedule.name,
  purpose,
  ...textPace,
  messageTextId: choice('text_message_id'),
  sendersNumberId: choice('texting_number_id'),
  followUps,
} satisfies FieldsOf<TextCampaignInput, NotSet | 'originalSendersNumberId' | Schedule>;

type Schedule = Exclude<keyof typeof nameAndSchedule, 'name' | 'purpose'>;

/** An input whose flags were filled in from its weekdays. */
export type Filled<Input> = Input & { startAutomatically: boolean; stopAutomatically: boolean };

/** The columns of all types. */
export const campaignFields = { ...broadcastFields, ...linkbackFields, ...textFields };
export type CampaignFieldsRow = RowOf<typeof campaignFields>;

/** Unchanged when an input does not have it. */
function keptPacing(): Field<'pacing', Pacing, Pacing, Pacing | undefined> {
  return {
    column: 'pacing',
    show: (stored) => stored,
    store: (input, before) => input ?? before ?? 'ratio',
  };
}

/** Stored as JSON; as they were when an input does not have them. */
function keptHours(): Field<
  'agent_schedule',
  AgentHours[] | string,
  AgentHours[],
  AgentHours[] | undefined
> {
  return {
    column: 'agent_schedule',
    show: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
    store: (input, before) => JSON.stringify(input ?? before ?? []),
  };
}
