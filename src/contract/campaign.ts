import { z } from 'zod';
import { pacings } from './agents.ts';
import { changeFields, deletedRecord } from './change.ts';
import { clientQuery, done, idOf, idTextOf, instant, recordInBody, weekdays } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

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

export const campaignTexts = {
  nameRequired: 'Name is Required',
  nameUnique: 'Campaign name must be unique',
  phoneRequired: 'A phone number is required',
  phoneDigits: 'A phone number must have 10 digits',
  phoneInvalid: 'This is not a phone number in the United States or Canada',
  callerIdRequired: 'A caller id is required',
  /** 47 CFR 64.1601(e): telephone sales calls must transmit a number. */
  hideWarns:
    'A sales call must show a number at which the seller can be called (47 CFR 64.1601(e)). Hide it only in calls that sell nothing.',
  bucketRequired: 'A bucket must be used for Dynamic Caller ID',
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

export const schedule = {
  startTime: instant.nullable(),
  stopTime: instant.nullable(),
  startAutomatically: z.boolean(),
  stopAutomatically: z.boolean(),
  startWeekdays: weekdays,
  stopWeekdays: weekdays,
};

export const scheduleInput = {
  startTime: instant.nullish(),
  stopTime: instant.nullish(),
  /** Absent: on when a weekday is ticked. */
  startAutomatically: z.boolean().optional(),
  stopAutomatically: z.boolean().optional(),
  startWeekdays: weekdays.default('0000000'),
  stopWeekdays: weekdays.default('0000000'),
};

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
  /** What it waits for, or why it does not run, in a sentence or two. */
  statusReason: z.string().nullable(),
  /** The same for programs: a code and its facts. */
  reason: storedReason.nullable(),
  /** Of a Broadcast. */
  callsPerMinute: z.number().int().optional(),
  /** Of a Linkback. */
  pacing: z.enum(pacings).optional(),
  callRatio: z.number().optional(),
  agentCount: z.number().int().optional(),
  /** Now: by what a person set last, the hours of its agents, or its agent count. */
  agentsOnDuty: z.number().int().optional(),
  /** Of a text campaign. */
  textPerMinute: z.number().int().optional(),
  ...changeFields,
});
export type Campaign = z.infer<typeof campaign>;

/** The result of a start or stop; `reason` says why a campaign could not start. */
export const runResponse = z.object({
  campaignId: idOf('campaign'),
  campaignStatusId: z.number().int(),
  campaignStatusName: z.string(),
});

export const campaignById = z.object({ id: idTextOf('campaign') });

export const listCampaigns = defineOperation({
  name: 'listCampaigns',
  method: 'GET',
  path: '/api/campaign',
  summary: 'All campaigns of the client, of every type.',
  query: clientQuery,
  response: z.array(campaign),
});

export const startCampaign = defineOperation({
  name: 'startCampaign',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/{id}/start',
  summary:
    'Start a campaign; 409 with the reason when it cannot run, 422 when a check of its messages blocks it.',
  params: campaignById,
  body: recordInBody('campaignId', 'campaign'),
  response: runResponse,
});

export const approveCampaign = defineOperation({
  name: 'approveCampaign',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/{id}/approve',
  summary:
    'Approve a campaign that somebody else prepared, so that it may start; 409 for who prepared it. Every change ends the approval.',
  params: campaignById,
  body: recordInBody('campaignId', 'campaign'),
  response: z.object({ campaignId: idOf('campaign') }),
});

export const stopCampaign = defineOperation({
  name: 'stopCampaign',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/{id}/stop',
  summary: 'Stop a campaign; calls in progress finish.',
  params: campaignById,
  body: recordInBody('campaignId', 'campaign'),
  response: runResponse,
});

export const stopAllCampaigns = defineOperation({
  name: 'stopAllCampaigns',
  method: 'POST',
  path: '/api/campaign/stop',
  idempotent: true,
  summary:
    'Stop every campaign that runs or starts, each as its own stop would; also gives up automatic starts that wait for a carrier.',
  query: clientQuery,
  /** Those that this stopped. */
  response: z.object({ campaigns: z.array(runResponse) }),
});

export const checkStart = defineOperation({
  name: 'checkStart',
  method: 'GET',
  path: '/api/campaign/{id}/start',
  summary: 'Why a start of the campaign would be refused now; nothing is started or changed.',
  params: campaignById,
  query: clientQuery,
  response: z.object({
    campaignId: idOf('campaign'),
    /** Null: it can start. */
    statusReason: z.string().nullable(),
    /** The same for programs. */
    reason: storedReason.nullable(),
    /** It can start, but calls and texts nothing until this stop is lifted; null without one. */
    waitsFor: z.object({ reason: z.string(), reasonCode: storedReason }).nullable(),
  }),
});

export const deleteCampaign = defineOperation({
  name: 'deleteCampaign',
  method: 'POST',
  idempotent: true,
  path: '/api/campaign/{id}/delete',
  summary: 'Delete a campaign that is not running.',
  params: campaignById,
  body: deletedRecord('campaignId', 'campaign'),
  response: done,
});
