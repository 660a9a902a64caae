import { z } from 'zod';
import {
  clientIdInBody,
  clientQuery,
  done,
  idOf,
  idTextOf,
  instant,
  phoneInput,
  recordInBody,
  weekdays,
} from './fields.ts';
import { defineCall } from './http.ts';

export const campaignType = { broadcast: 1, linkback: 2, texting: 3 } as const;
export const campaignTypeNames = { 1: 'Broadcast', 2: 'Linkback', 3: 'Texting' } as const;
export type CampaignTypeId = keyof typeof campaignTypeNames;

export const runStatus = { stopped: 1, starting: 2, running: 3, stopping: 4 } as const;
export const runStatusNames = { 1: 'Stopped', 2: 'Starting', 3: 'Running', 4: 'Stopping' } as const;
export type RunStatusId = keyof typeof runStatusNames;
/** The name a stopped campaign carries when its lists have nothing left to call. */
export const completedName = 'Completed';

export const callerIdType = { none: 0, hide: 1, single: 2, dynamic: 3 } as const;
export const callerIdTypeNames = {
  0: 'None',
  1: 'Hide Caller Id',
  2: 'Single Caller Id',
  3: 'Dynamic Caller Id',
} as const;

/** The most that a voice campaign may ask for. */
export const campaignLimits = {
  callsPerMinute: 100_000,
  callRatio: 10,
  agentCount: 10_000,
} as const;

const upTo = (limit: number) => `can be at most ${limit.toLocaleString('en-US')}.`;

export const campaignTexts = {
  nameRequired: 'Name is Required',
  nameUnique: 'Campaign name must be unique',
  callsPerMinute: 'The calls per minute must be a number above 0.',
  callsPerMinuteMost: `The calls per minute ${upTo(campaignLimits.callsPerMinute)}`,
  phoneRequired: 'A phone number is required',
  phoneDigits: 'A phone number must have 10 digits',
  phoneInvalid: 'This is not a telephone number of the United States or Canada',
  callerIdRequired: 'A caller id is required',
  /** 47 CFR 64.1601(e): whoever sells by telephone must transmit a number. */
  hideWarns:
    'A sales call must show a number at which the seller can be called (47 CFR 64.1601(e)). Hide it only in calls that sell nothing.',
  bucketRequired: 'A bucket must be used for Dynamic Caller ID',
  callRatio: 'The call ratio must be a number above 0.',
  callRatioMost: `The call ratio ${upTo(campaignLimits.callRatio)}`,
  agentCount: 'The agent count must be a number above 0.',
  agentCountMost: `The agent count ${upTo(campaignLimits.agentCount)}`,
  startTimeRequired: 'An auto start time is required for the chosen weekdays',
  stopTimeRequired: 'An auto stop time is required for the chosen weekdays',
  bucketUnknown: 'There is no such caller ID bucket.',
  messageUnknown: 'There is no such voice message.',
  deleteRunning: 'Stop the campaign before you delete it.',
  wrongType: 'Invalid campaign type!',
  deleteUnknown: 'Attempting to delete a non-existent campaign!',
  editUnknown: 'Attempting to edit non-existent campaign!',
  editWithoutData: 'Attempting to edit a campaign without any associated data!',
  createUnsupported: 'Attempting to create an unsupported campaign type!',
  editorState: 'Campaign editor is in an invalid state!',
  statsType: 'Unknown campaign type encountered while extracting call list stats!',
  noMessage: 'This campaign does not have a message assigned, are you okay with that?',
} as const;

/** A message or bucket that is not chosen is 0 on the wire. */
const schedule = {
  startTime: instant.nullable(),
  stopTime: instant.nullable(),
  startAutomatically: z.boolean(),
  stopAutomatically: z.boolean(),
  startWeekdays: weekdays,
  stopWeekdays: weekdays,
};

const scheduleInput = {
  startTime: instant.nullish(),
  stopTime: instant.nullish(),
  /** Absent: on when a weekday is ticked. */
  startAutomatically: z.boolean().optional(),
  stopAutomatically: z.boolean().optional(),
  startWeekdays: weekdays.default('0000000'),
  stopWeekdays: weekdays.default('0000000'),
};

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

/** A campaign of any type, for monitoring, lists and filters. */
export const campaign = z.object({
  campaignId: idOf('campaign'),
  clientId: idOf('client'),
  name: z.string(),
  campaignStatusId: z.number().int(),
  campaignStatusName: z.string(),
  campaignType: z.number().int(),
  campaignTypeName: z.string(),
  updated: instant,
  ...schedule,
  campaignStarted: instant.nullable(),
  startTimeSpan: z.string().nullable(),
  stopTimeSpan: z.string().nullable(),
  /** What it waits for or why it does not run, in one sentence. */
  statusReason: z.string().nullable(),
  /** Of a Broadcast. */
  callsPerMinute: z.number().int().optional(),
  /** Of a Linkback. */
  callRatio: z.number().optional(),
  agentCount: z.number().int().optional(),
  /** Of a text campaign. */
  textPerMinute: z.number().int().optional(),
});
export type Campaign = z.infer<typeof campaign>;

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

const counts = {
  countTotal: z.number().int(),
  countTotalCalled: z.number().int(),
  countPerson: z.number().int(),
  countMachine: z.number().int(),
  /** Busy and no answer. */
  countTotalNoAnswer: z.number().int(),
  countTotalFailed: z.number().int(),
  /** Seconds. */
  avgDuration: z.number(),
  /** Barred for good: do-not-call, an account that was reached or asked to stop. */
  dncCount: z.number().int(),
  /** Calls that were placed and have not ended. */
  countInProgress: z.number().int(),
};

export const broadcastStats = z.object({
  campaignId: idOf('campaign'),
  clientId: idOf('client'),
  campaignType: z.literal(1),
  ...counts,
});
export const linkbackStats = z.object({
  campaignId: idOf('campaign'),
  clientId: idOf('client'),
  campaignType: z.literal(2),
  ...counts,
  /** Customers who were connected to an agent. */
  countTransfer: z.number().int(),
  /** Customers who pressed 1 and heard that no agent could be reached. */
  countAbandoned: z.number().int(),
  /** Seconds that a connected customer and an agent talked. */
  avgDurationTransfer: z.number(),
});
export const textStats = z.object({
  campaignId: idOf('campaign'),
  clientId: idOf('client'),
  campaignType: z.literal(3),
  textTotal: z.number().int(),
  textDelivered: z.number().int(),
  textFailed: z.number().int(),
  textRemaining: z.number().int(),
  /** Barred for good (do-not-call, opt-out). */
  dncCount: z.number().int(),
  /** Texts that were handed over and have no receipt yet. */
  countInProgress: z.number().int(),
});
export const campaignStats = z.discriminatedUnion('campaignType', [
  broadcastStats,
  linkbackStats,
  textStats,
]);
export type CampaignStats = z.infer<typeof campaignStats>;

/** 1, 2, 3 or the names Broadcast, Linkback, Texting. */
export const statsType = z
  .enum(['1', '2', '3', 'Broadcast', 'Linkback', 'Texting'], campaignTexts.wrongType)
  .transform((value): CampaignTypeId => {
    const byName = { Broadcast: 1, Linkback: 2, Texting: 3, '1': 1, '2': 2, '3': 3 } as const;
    return byName[value];
  });

export const campaignProgress = z.object({
  campaignId: idOf('campaign'),
  /** (called + barred for good) / total, 0 to 1. */
  progress: z.number(),
});

/** What a start or stop led to; `reason` says why a campaign that was to start does not run. */
export const runAnswer = z.object({
  campaignId: idOf('campaign'),
  campaignStatusId: z.number().int(),
  campaignStatusName: z.string(),
});

const byId = z.object({ id: idTextOf('campaign') });

export const listCampaigns = defineCall({
  name: 'listCampaigns',
  method: 'GET',
  path: '/api/campaign',
  summary: 'All campaigns of the client, of every type.',
  query: clientQuery,
  answer: z.array(campaign),
});

export const getCampaignStats = defineCall({
  name: 'getCampaignStats',
  method: 'GET',
  path: '/api/campaign',
  summary: 'The counts of one campaign, by its type.',
  when: ['campaignId'],
  query: clientQuery.extend({ campaignId: idTextOf('campaign'), type: statsType.optional() }),
  answer: campaignStats,
});

export const listCampaignProgress = defineCall({
  name: 'listCampaignProgress',
  method: 'POST',
  path: '/api/campaign/progress1',
  summary: 'Progress of the named campaigns.',
  query: clientQuery,
  body: z.array(idOf('campaign')).max(10_000),
  answer: z.array(campaignProgress),
});

export const startCampaign = defineCall({
  name: 'startCampaign',
  method: 'POST',
  path: '/api/campaign/{id}/start',
  summary: 'Start a campaign; 409 with the reason when it cannot run.',
  params: byId,
  body: recordInBody('campaignId', 'campaign'),
  answer: runAnswer,
});

export const stopCampaign = defineCall({
  name: 'stopCampaign',
  method: 'POST',
  path: '/api/campaign/{id}/stop',
  summary: 'Stop a campaign; calls in progress finish.',
  params: byId,
  body: recordInBody('campaignId', 'campaign'),
  answer: runAnswer,
});

export const deleteCampaign = defineCall({
  name: 'deleteCampaign',
  method: 'POST',
  path: '/api/campaign/{id}/delete',
  summary: 'Delete a campaign that does not run.',
  params: byId,
  body: recordInBody('campaignId', 'campaign'),
  answer: done,
});

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
  params: byId,
  answer: broadcastCampaign,
});

export const getLinkback = defineCall({
  name: 'getLinkback',
  method: 'GET',
  path: '/api/campaign/linkback/{id}/item',
  summary: 'One Linkback campaign.',
  params: byId,
  answer: linkbackCampaign,
});

/** Answers `true`; the Content-Location header names the saved campaign. */
export const editBroadcast = defineCall({
  name: 'editBroadcast',
  method: 'POST',
  path: '/api/campaign/broadcast/{id}/edit',
  summary: 'Create (id 0) or change a Broadcast campaign.',
  params: byId,
  body: broadcastInput,
  answer: done,
});

export const editLinkback = defineCall({
  name: 'editLinkback',
  method: 'POST',
  path: '/api/campaign/linkback/{id}/edit',
  summary: 'Create (id 0) or change a Linkback campaign.',
  params: byId,
  body: linkbackInput,
  answer: done,
});
