/** Broadcast and Linkback campaigns. */
import { z } from 'zod';
import { agentHours, agentSchedule, mostAgents, pacings } from './agents.ts';
import { callerIdType, campaignById, campaignTexts, schedule, scheduleInput } from './campaign.ts';
import { changeFields, versionInput } from './change.ts';
import {
  anyDay,
  clientIdInBody,
  clientQuery,
  done,
  idOf,
  instant,
  phoneInput,
  withRule,
} from './fields.ts';
import { followUpRule, followUpsAfter, voiceOutcomes } from './follow-up.ts';
import { defineOperation } from './http.ts';
import { purposes } from './policy.ts';
import { storedReason } from './reason.ts';
import { numberAboveZero, wholeAboveZero } from './typed-number.ts';

/** Most calls a minute. */
export const maxCallsPerMinute = 100_000;

/** A message or bucket that is not chosen is 0 on the wire. */
const voiceCampaignBase = z.object({
  campaignId: idOf('campaign'),
  clientId: idOf('client'),
  name: z.string(),
  campaignStatusId: z.number().int(),
  campaignStatusName: z.string(),
  campaignType: z.number().int(),
  campaignTypeName: z.string(),
  updated: instant,
  ...schedule,
  /** When the present run began; null when stopped. */
  campaignStarted: instant.nullable(),
  /** UTC `HH:mm`, derived; null without a time. */
  startTimeSpan: z.string().nullable(),
  stopTimeSpan: z.string().nullable(),
  callerIdNumber: z.string(),
  callerIdName: z.string(),
  callerIdTypeId: z.number().int(),
  rciBucketId: idOf('caller-id-bucket'),
  customerMessageId: idOf('voice-message'),
  machineMessageId: idOf('voice-message'),
  /** When a person answered at one number of an account, its other numbers are not called. */
  oneCallPerAccount: z.boolean(),
  purpose: z.enum(purposes),
  /** What comes after an outcome; the first rule for it that is not used up decides. */
  followUps: z.array(followUpRule),
  /** Why a campaign that should run does not, in one sentence; null when it does. */
  statusReason: z.string().nullable(),
  reason: storedReason.nullable(),
  ...changeFields,
});

export const broadcastCampaign = voiceCampaignBase.extend({ callsPerMinute: z.number().int() });
export type BroadcastCampaign = z.infer<typeof broadcastCampaign>;

export const linkbackCampaign = voiceCampaignBase.extend({
  pacing: z.enum(pacings),
  /** Calls for each free agent where pacing is `ratio`. */
  callRatio: z.number(),
  linkbackNumber: z.string(),
  agentCount: z.number().int(),
  agentSchedule: z.array(agentHours),
  agentMessageId: idOf('voice-message'),
});
export type LinkbackCampaign = z.infer<typeof linkbackCampaign>;

/** One row of the voice campaign list: the fields of its type are present. */
export const voiceCampaign = voiceCampaignBase.extend({
  callsPerMinute: z.number().int().optional(),
  pacing: z.enum(pacings).optional(),
  callRatio: z.number().optional(),
  linkbackNumber: z.string().optional(),
  agentCount: z.number().int().optional(),
  agentSchedule: z.array(agentHours).optional(),
  agentMessageId: idOf('voice-message').optional(),
});
export type VoiceCampaign = z.infer<typeof voiceCampaign>;

/** A number that calls show, or that a customer is connected to. */
const ownNumber = phoneInput
  .trim()
  .min(1, campaignTexts.phoneRequired)
  .refine(hasTenDigits, campaignTexts.phoneDigits);

function hasTenDigits(typed: string): boolean {
  const digits = typed.replace(/\D/g, '');
  return digits.length === 10 || (digits.length === 11 && digits.startsWith('1'));
}

/** Fields with such a number, in the order of the forms; `domain/own-number.ts` judges them. */
export const ownNumberFields = ['linkbackNumber', 'callerIdNumber'] as const;
export type OwnNumberField = (typeof ownNumberFields)[number];

/** Before the fields of a type; all fields are in the order of the forms. */
const firstFields = {
  campaignId: idOf('campaign').optional(),
  clientId: clientIdInBody,
  ...versionInput,
  name: z.string().trim().min(1, campaignTexts.nameRequired).max(255),
};

const callerIdFields = {
  callerIdTypeId: z.number({ error: campaignTexts.callerIdRequired }).int().min(0).max(3),
  rciBucketId: idOf('caller-id-bucket').nullish(),
};

const restOfFields = {
  /** Absent: true for a new campaign, else as it is. */
  oneCallPerAccount: z.boolean().optional(),
  /** Absent: the client's usual one for a new campaign, else as it is. */
  purpose: z.enum(purposes).optional(),
  callerIdNumber: ownNumber,
  callerIdName: z.string().trim().max(60).default(''),
  ...callerIdFields,
  customerMessageId: idOf('voice-message').nullish(),
  machineMessageId: idOf('voice-message').nullish(),
  ...scheduleInput,
  /** Absent: as they are. */
  followUps: followUpsAfter(voiceOutcomes).optional(),
};

export const broadcastInput = withVoiceRules(
  z.object({
    ...firstFields,
    callsPerMinute: wholeAboveZero({ name: 'calls per minute', most: maxCallsPerMinute }),
    ...restOfFields,
  }),
);
export type BroadcastInput = z.infer<typeof broadcastInput>;

export const linkbackInput = withVoiceRules(
  z.object({
    ...firstFields,
    /** Absent: `ratio` for a new campaign, else as it is. */
    pacing: z.enum(pacings).optional(),
    callRatio: numberAboveZero({ name: 'call ratio', most: 10 }),
    agentCount: wholeAboveZero({ name: 'agent count', most: mostAgents }),
    /** Absent: as it is. */
    agentSchedule: agentSchedule.optional(),
    linkbackNumber: ownNumber,
    ...restOfFields,
    agentMessageId: idOf('voice-message').nullish(),
  }),
);
export type LinkbackInput = z.infer<typeof linkbackInput>;

/** The rules over several fields (document 1 section 5). */
function withVoiceRules<S extends z.ZodObject>(schema: S): S {
  const withBucket = withRule(schema, {
    path: 'rciBucketId',
    message: campaignTexts.bucketRequired,
    needs: z.object(callerIdFields),
    holds: ({ callerIdTypeId, rciBucketId }) =>
      callerIdTypeId !== callerIdType.dynamic || Boolean(rciBucketId),
  });
  const { startTime, stopTime, startWeekdays, stopWeekdays } = scheduleInput;
  const withStart = withRule(withBucket, {
    path: 'startTime',
    message: campaignTexts.startTimeRequired,
    needs: z.object({ startWeekdays, startTime }),
    holds: (value) => !anyDay(value.startWeekdays) || Boolean(value.startTime),
  });
  return withRule(withStart, {
    path: 'stopTime',
    message: campaignTexts.stopTimeRequired,
    needs: z.object({ stopWeekdays, stopTime }),
    holds: (value) => !anyDay(value.stopWeekdays) || Boolean(value.stopTime),
  });
}

export const listVoiceCampaigns = defineOperation({
  name: 'listVoiceCampaigns',
  method: 'GET',
  path: '/api/campaign/dialer',
  summary: 'The voice campaigns of the client.',
  query: clientQuery,
  response: z.array(voiceCampaign),
});

export const getBroadcast = defineOperation({
  name: 'getBroadcast',
  method: 'GET',
  path: '/api/campaign/broadcast/{id}/item',
  summary: 'One Broadcast campaign.',
  params: campaignById,
  response: broadcastCampaign,
});

export const getLinkback = defineOperation({
  name: 'getLinkback',
  method: 'GET',
  path: '/api/campaign/linkback/{id}/item',
  summary: 'One Linkback campaign.',
  params: campaignById,
  response: linkbackCampaign,
});

/** Returns `true`; the Content-Location header names the saved campaign. */
export const editBroadcast = defineOperation({
  name: 'editBroadcast',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/broadcast/{id}/edit',
  summary: 'Create (id 0) or change a Broadcast campaign.',
  params: campaignById,
  body: broadcastInput,
  response: done,
});

export const editLinkback = defineOperation({
  name: 'editLinkback',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/linkback/{id}/edit',
  summary: 'Create (id 0) or change a Linkback campaign.',
  params: campaignById,
  body: linkbackInput,
  response: done,
});
