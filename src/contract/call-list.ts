import { z } from 'zod';
import { campaignStats, statsType } from './campaign.ts';
import {
  clientIdInBody,
  clientQuery,
  done,
  idOf,
  idTextOf,
  instant,
  recordInBody,
} from './fields.ts';
import { defineCall } from './http.ts';

export const callListStatus = {
  new: 1,
  processing: 2,
  open: 3,
  loaded: 4,
  closing: 5,
  closed: 6,
} as const;
export const callListStatusNames = {
  1: 'New',
  2: 'Processing',
  3: 'Open',
  4: 'Loaded',
  5: 'Closing',
  6: 'Closed',
} as const;
export type CallListStatusId = keyof typeof callListStatusNames;

export const restrictionType = { none: 1, uniqueCallList: 2, uniqueTimespan: 3 } as const;

/** 120 MiB of file. */
export const maxUploadBytes = 125_829_120;
/** A preview reads so many lines. */
export const previewLines = 20;

export const callListTexts = {
  nameRequired: 'A name is required for the contact list',
  campaignRequired: 'A campaign selection is required',
  delimiter: 'The delimiter must be a special character',
  phoneRequired: 'Select at least one phone column.',
  dateRequired: 'Choose the date since which called numbers are left out.',
  dateAhead: 'The date since which called numbers are left out lies ahead.',
  notClosable: 'Only a list that is New, Loaded or Open can be closed.',
  notInTurn: 'Only a list that is not closed has a place among the lists of its campaign.',
  notReusable: 'Only a closed list can be reused.',
  tooLarge: 'The file is over the limit of 120 MiB.',
  renewFailed:
    "Failed to create a new contact list for the given filters. If there are no eligible numbers to be added, a new contact list won't be created.",
  renewCampaign: 'Campaign selection is required',
  renewFilter: 'Please select at least one option above',
} as const;

export const callList = z.object({
  callListId: idOf('call-list'),
  clientId: idOf('client'),
  campaignId: idOf('campaign'),
  callListStatusId: z.number().int(),
  callListStatusName: z.string(),
  /** The list's name: what the manager gave it. */
  originalFileName: z.string(),
  campaignName: z.string(),
  created: instant,
  phoneCount: z.number().int(),
  accountCount: z.number().int(),
  availableCount: z.number().int(),
  calledCount: z.number().int(),
  notCalledCount: z.number().int(),
  dncCount: z.number().int(),
  /** Name and index of the first phone column; empty and 0 in a reused list. */
  fieldName: z.string(),
  fieldColumn: z.number().int(),
  /** 0 and empty when the list was uploaded. */
  originalCallListId: z.number().int(),
  originalCallListName: z.string(),
  /** Rows and phones that were not imported; they can be downloaded. */
  rejectedCount: z.number().int(),
  /** State cells of its file that are no known code, name or abbreviation, and say nothing. */
  unknownStates: z.number().int(),
  /**
   * 0: it takes turns with the other lists of its campaign. Lists with the highest priority that have
   * something due are called before the others.
   */
  priority: z.number().int(),
});
export type CallList = z.infer<typeof callList>;

/** Counts of one list; the campaign's fields with the list's id. */
export const callListStats = z.intersection(
  campaignStats,
  z.object({ callListId: idOf('call-list') }),
);

const fileColumn = z.object({ fieldColumn: z.number().int().min(0), fieldName: z.string() });

export const mappingItem = z.object({
  accountField: z.object({ id: z.number().int().min(0), value: z.string().default('') }),
  selectedCallListField: z.array(fileColumn),
});
export type MappingItem = z.infer<typeof mappingItem>;

export const delimiterInput = z
  .string()
  .length(1, callListTexts.delimiter)
  .regex(/^[^\p{L}\p{N}\r\n"\0]$/u, callListTexts.delimiter);

export const uploadSettings = z.object({
  callListName: z.string().trim().min(1, callListTexts.nameRequired).max(255),
  campaignId: idOf('campaign').min(1, callListTexts.campaignRequired),
  delimiter: delimiterInput,
  callListMapList: z.array(mappingItem).max(100),
  restriction: z
    .object({
      restrictionType: z.number().int().min(1).max(3),
      /** Numbers called since this date are left out; null for no such rule. */
      pastXDays: z.iso.datetime({ offset: true }).or(z.iso.date()).nullish(),
    })
    .default({ restrictionType: 2 }),
});
export type UploadSettings = z.infer<typeof uploadSettings>;

export const uploadResult = z.object({
  callListId: idOf('call-list'),
  accountsTotal: z.number().int(),
  accountsNotImported: z.number().int(),
  accountPhonesTotal: z.number().int(),
  accountPhonesImported: z.number().int(),
  wrongFormatPhoneNumbers: z.number().int(),
  fieldsTrucated: z.number().int(),
  restrictedPhoneNotCallable: z.number().int(),
  /** State cells that are no known code, name or abbreviation; every row counts, imported or not. */
  unknownStates: z.number().int(),
});
export type UploadResult = z.infer<typeof uploadResult>;

/** Where an upload stands: bytes received, rows read, and which part of the work runs. */
export const uploadProgress = z.object({
  callListId: idOf('call-list'),
  stage: z.enum([
    'receiving',
    'loading',
    'restricting',
    'finishing',
    'done',
    'failed',
    'cancelled',
  ]),
  bytesReceived: z.number().int(),
  bytesTotal: z.number().int(),
  rowsLoaded: z.number().int(),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

export const previewResult = z.object({
  headers: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});
export type PreviewResult = z.infer<typeof previewResult>;

const byId = z.object({ id: idTextOf('call-list') });

export const listCallLists = defineCall({
  name: 'listCallLists',
  method: 'GET',
  path: '/api/calllist',
  summary: 'The contact lists of the client.',
  query: clientQuery,
  answer: z.array(callList),
});

export const listCallListsOfCampaign = defineCall({
  name: 'listCallListsOfCampaign',
  method: 'GET',
  path: '/api/calllist',
  summary: "The lists of one campaign that Only Today's shows.",
  when: ['campaignId'],
  query: clientQuery.extend({ campaignId: idTextOf('campaign'), type: statsType.optional() }),
  answer: z.object({
    calllists: z.array(
      z.object({
        callListId: idOf('call-list'),
        originalFileName: z.string(),
        callListStatusId: z.number().int(),
      }),
    ),
  }),
});

export const getCallListStats = defineCall({
  name: 'getCallListStats',
  method: 'GET',
  path: '/api/calllist',
  summary: 'The counts of one contact list, by campaign type.',
  when: ['calllistId'],
  query: clientQuery.extend({ calllistId: idTextOf('call-list'), type: statsType.optional() }),
  answer: callListStats,
});

export const closeCallList = defineCall({
  name: 'closeCallList',
  method: 'POST',
  path: '/api/calllist/{id}/close',
  summary: 'Close a list; on a New list this cancels its upload.',
  params: byId,
  body: recordInBody('callListId', 'call-list'),
  answer: done,
});

export const putCallListFirst = defineCall({
  name: 'putCallListFirst',
  method: 'POST',
  path: '/api/calllist/{id}/first',
  summary:
    'Put a list first: its numbers are called before those of the other lists of its campaign.',
  params: byId,
  body: recordInBody('callListId', 'call-list'),
  answer: done,
});

export const putCallListInTurn = defineCall({
  name: 'putCallListInTurn',
  method: 'POST',
  path: '/api/calllist/{id}/turn',
  summary: 'Let a list that was put first take turns again with the other lists of its campaign.',
  params: byId,
  body: recordInBody('callListId', 'call-list'),
  answer: done,
});

export const renewCallList = defineCall({
  name: 'renewCallList',
  method: 'POST',
  path: '/api/calllist/{id}/renew',
  summary: 'Reuse a closed list: a new list of its phones that are callable now.',
  params: byId,
  body: z.object({
    newCalllistName: z.string().trim().min(1, callListTexts.nameRequired).max(255),
    calllistId: idOf('call-list').optional(),
    clientId: clientIdInBody,
    campaignId: idOf('campaign').min(1, callListTexts.renewCampaign),
    filterOptionNotCalled: z.boolean().default(false),
    filterOptionCalledAnswered: z.boolean().default(false),
    filterOptionCalledNotAnswered: z.boolean().default(false),
  }),
  answer: done,
});

export const uploadCallList = defineCall({
  name: 'uploadCallList',
  method: 'POST',
  path: '/api/calllist/upload',
  summary: 'Upload a contact file; the answer is the result of the import.',
  query: clientQuery.extend({
    /** A name that the caller makes up, to ask for progress meanwhile (see getUploadProgress). */
    uploadKey: z.string().max(64).optional(),
  }),
  multipart: {
    files: 'fileSelect',
    fields: z.object({ callListMap: uploadSettings, headers: z.array(z.string()).optional() }),
  },
  answer: uploadResult,
});

export const getUploadProgress = defineCall({
  name: 'getUploadProgress',
  method: 'GET',
  path: '/api/calllist/upload/{uploadKey}/progress',
  summary: 'Where an upload of this client stands.',
  params: z.object({ uploadKey: z.string().max(64) }),
  answer: uploadProgress,
});

export const previewCallList = defineCall({
  name: 'previewCallList',
  method: 'POST',
  path: '/api/calllist/preview',
  summary: 'Headers and first rows of a file.',
  multipart: { files: 'fileSelect', fields: z.object({ delimiter: delimiterInput }) },
  answer: previewResult,
});

export const savedMapping = defineCall({
  name: 'savedMapping',
  method: 'POST',
  path: '/api/calllist/mapping',
  summary: 'The mapping saved for this set of headers; 204 when there is none.',
  query: clientQuery.extend({ managerId: idTextOf('manager').optional() }),
  body: z.array(z.string()).max(2000),
  answer: z.array(mappingItem).optional(),
});

export const downloadRejected = defineCall({
  name: 'downloadRejected',
  method: 'GET',
  path: '/api/calllist/{id}/rejected',
  summary: 'Every phone and account that was not imported, with its line and reason, as CSV.',
  params: byId,
  answer: { bytes: 'text/csv' },
});
