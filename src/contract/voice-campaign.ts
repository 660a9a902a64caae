/** Broadcast and Linkback campaigns. */
import { z } from 'zod';
import {
  campaignById,
  campaignLimits,
  campaignTexts,
  schedule,
  scheduleInput,
} from './campaign.ts';
import { clientIdInBody, clientQuery, done, idOf, instant, phoneInput } from './fields.ts';
import { defineCall } from './http.ts';
import { storedReason } from './reason.ts';

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
  /** Why a campaign that should run does not, in one sentence; null when it does. */
  statusReason: z.string().nullable(),
  reason: storedReason.nullable(),
});

export const broadcastCampaign = voiceCampaignBase.extend({ callsPerMinute: z.number().int() });
export type BroadcastCampaign = z.infer<typeof broadcastCampaign>;

export const linkbackCampaign = voiceCampaignBase.extend({
  callRatio: z.number(),
  linkbackNumber: z.string(),
  agentCount: z.number().int(),
  agentMessageId: idOf('voice-message'),
});
export type LinkbackCampaign = z.infer<typeof linkbackCampaign>;

/** One row of the voice campaign list: the fields of its type are present. */
export const voiceCampaign = voiceCampaignBase.extend({
  callsPerMinute: z.number().int().optional(),
  callRatio: z.number().optional(),
  linkbackNumber: z.string().optional(),
  agentCount: z.number().int().optional(),
  agentMessageId: idOf('voice-message').optional(),
});
export type VoiceCampaign = z.infer<typeof voiceCampaign>;

const voiceCampaignInput = z.object({
  campaignId: idOf('campaign').optional(),
  clientId: clientIdInBody,
  name: z.string().trim().min(1, campaignTexts.nameRequired).max(255),
  callerIdNumber: phoneInput.default(''),
  callerIdName: z.string().trim().max(60).default(''),
  callerIdTypeId: z.number({ error: campaignTexts.callerIdRequired }).int().min(0).max(3),
  rciBucketId: idOf('caller-id-bucket').nullish(),
  customerMessageId: idOf('voice-message').nullish(),
  machineMessageId: idOf('voice-message').nullish(),
  /** Absent: true for a new campaign, else as it is. */
  oneCallPerAccount: z.boolean().optional(),
  ...scheduleInput,
});

export const broadcastInput = voiceCampaignInput.extend({
  callsPerMinute: z
    .number({ error: campaignTexts.callsPerMinute })
    .int(campaignTexts.callsPerMinute)
    .min(1, campaignTexts.callsPerMinute)
    .max(campaignLimits.callsPerMinute, campaignTexts.callsPerMinuteMost),
});
export type BroadcastInput = z.infer<typeof broadcastInput>;
/** What a caller sends. */
export type BroadcastBody = z.input<typeof broadcastInput>;

export const linkbackInput = voiceCampaignInput.extend({
  callRatio: z
    .number({ error: campaignTexts.callRatio })
    .gt(0, campaignTexts.callRatio)
    .max(campaignLimits.callRatio, campaignTexts.callRatioMost),
  linkbackNumber: phoneInput.default(''),
  agentCount: z
    .number({ error: campaignTexts.agentCount })
    .int(campaignTexts.agentCount)
    .min(1, campaignTexts.agentCount)
    .max(campaignLimits.agentCount, campaignTexts.agentCountMost),
  agentMessageId: idOf('voice-message').nullish(),
});
export type LinkbackInput = z.infer<typeof linkbackInput>;
export type LinkbackBody = z.input<typeof linkbackInput>;

export const listVoiceCampaigns = defineCall({
  name: 'listVoiceCampaigns',
  method: 'GET',
  path: '/api/campaign/dialer',
  summary: 'The voice campaigns of the client.',
  query: clientQuery,
  answer: z.array(voiceCampaign),
});

export const getBroadcast = defineCall({
  name: 'getBroadcast',
  method: 'GET',
  path: '/api/campaign/broadcast/{id}/item',
  summary: 'One Broadcast campaign.',
  params: campaignById,
  answer: broadcastCampaign,
});

export const getLinkback = defineCall({
  name: 'getLinkback',
  method: 'GET',
  path: '/api/campaign/linkback/{id}/item',
  summary: 'One Linkback campaign.',
  params: campaignById,
  answer: linkbackCampaign,
});

/** Answers `true`; the Content-Location header names the saved campaign. */
export const editBroadcast = defineCall({
  name: 'editBroadcast',
  method: 'POST',
  path: '/api/campaign/broadcast/{id}/edit',
  summary: 'Create (id 0) or change a Broadcast campaign.',
  params: campaignById,
  body: broadcastInput,
  answer: done,
});

export const editLinkback = defineCall({
  name: 'editLinkback',
  method: 'POST',
  path: '/api/campaign/linkback/{id}/edit',
  summary: 'Create (id 0) or change a Linkback campaign.',
  params: campaignById,
  body: linkbackInput,
  answer: done,
});
