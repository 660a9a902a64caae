/**
 * Recording a message by telephone: the hub's event, the stages of a call, the rules' sentences.
 */
import { z } from 'zod';
import { clientQuery } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

/** Speaks the SignalR JSON hub protocol, version 1, over WebSockets. */
export const recordingHubPath = '/hubs/message_recording';

/** The hub's only event; its one argument is a `recordingStatus`. */
export const recordingStatusUpdated = 'recordingStatusUpdated';

/** '' = idle, 'nothing' = dialing. */
export const recordingStages = [
  '',
  'nothing',
  'inmenu',
  'recording',
  'listening',
  'finished',
] as const;
export type RecordingStage = (typeof recordingStages)[number];

/** 'waiting' until an engine takes the call, 'terminated' when it is over. */
export const callStatuses = ['', 'waiting', 'dialing', 'answered', 'terminated'] as const;

export const recordingStatus = z.object({
  stage: z.enum(recordingStages),
  /** The sound is stored: from now on a step can use `fileName`. */
  saved: z.boolean(),
  callStatus: z.enum(callStatuses),
  /** Also distinguishes the calls of one manager: the response to the request contains it. */
  fileName: z.string(),
});
export type RecordingStatus = z.infer<typeof recordingStatus>;

/** Nothing was ever recorded. */
export const noRecording: RecordingStatus = {
  stage: '',
  saved: false,
  callStatus: '',
  fileName: '',
};

/** Seconds of one recording. */
export const longestRecording = 300;
/** Calls that one manager can request per minute. */
export const recordingCallsPerMinute = 3;

export const recordingTexts = {
  phoneRequired: 'A phone number is required',
  tenDigits: 'A phone number must have 10 digits',
  areaCode: 'The phone number to call cannot start with 0 or 1',
  notInPlan: 'This phone number does not exist in the North American numbering plan.',
  doNotCall: 'This number is on the do-not-call list. Use another number, or take it off the list.',
  onlyPhone: 'Only a phone recording step can be recorded by telephone.',
  inProgress: 'A recording call is already in progress. Hang up first, or wait until it ends.',
  tooMany: `Only ${recordingCallsPerMinute} recording calls per minute are allowed. Try again in a moment.`,
  noSuchRecording: 'There is no such recording. Record it again.',
} as const;

/** Beyond the documents: for a console whose connection was lost. */
export const getRecordingStatus = defineOperation({
  name: 'getRecordingStatus',
  method: 'GET',
  path: '/api/message/call',
  summary: "The state of the signed-in manager's newest recording call.",
  query: clientQuery,
  response: recordingStatus.extend({
    /** Why nothing was saved, in one sentence; null otherwise. */
    reason: z.string().nullable(),
    reasonCode: storedReason.nullable(),
  }),
});
