import { z } from 'zod';
import { campaignStats, statsType } from './campaign-stats.ts';
import { changeFields, versionInput } from './change.ts';
import { listConsent } from './consent.ts';
import {
  clientIdInBody,
  clientQuery,
  done,
  idOf,
  idTextOf,
  instant,
  recordInBody,
} from './fields.ts';
import { defineOperation } from './http.ts';

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

export const callListTexts = {
  nameRequired: 'A name is required for the contact list',
  campaignRequired: 'A campaign selection is required',
  delimiter: 'The delimiter must be a special character',
  phoneRequired: 'Select at least one phone column.',
  dateRequired: 'Choose a date. Numbers called since then are left out.',
  dateAhead: 'The date cannot be in the future.',
  notClosable: 'Only a list that is New, Loaded or Open can be closed.',
  loadedMeanwhile: 'This list has been loaded meanwhile. Nothing was canceled or closed.',
  notLoadedYet: 'This list is still being uploaded. Nothing was canceled or closed.',
  notInTurn: 'A list that is closing or closed cannot be reordered.',
  notReusable: 'Only a closed list can be reused.',
  contactsDeleted: 'The contact data of this list was deleted when its retention period ended.',
  tooLarge: 'The file is over the limit of 120 MiB.',
  renewFailed:
    "Failed to create a new contact list for the given filters. If there are no eligible numbers to be added, a new contact list won't be created.",
  renewCampaign: 'Campaign selection is required',
  consentUnsettled:
    'The consent is saved and holds, but calls and texts taken before it may still go out. Save again to find out.',
  renewFilter: 'Please select at least one option above',
} as const;

export const callList = z.object({
  callListId: idOf('call-list'),
  clientId: idOf('client'),
  campaignId: idOf('campaign'),
  callListStatusId: z.number().int(),
  callListStatusName: z.string(),
  /** The name that the manager gave the list. */
  originalFileName: z.string(),
  campaignName: z.string(),
  created: instant,
  /** With follow-ups: available, called, in progress and barred add up to it. */
  phoneCount: z.number().int(),
  /** Of `phoneCount`: numbers that are called or texted once more. */
  followUpCount: z.number().int(),
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
  /** What became of its file can be read (getImportResult); false in a reused list. */
  hasImportResult: z.boolean(),
  /** State cells of its file without a known code, name or abbreviation; they are ignored. */
  unknownStates: z.number().int(),
  /**
   * 0: it takes turns with the other lists of its campaign. Lists with the highest priority that
   * have something due are called before the others.
   */
  priority: z.number().int(),
  /** Of the accounts whose rows say nothing about it; null: none. */
  consent: listConsent.nullable(),
  /** Of its name and its consent. */
  ...changeFields,
});
export type CallList = z.infer<typeof callList>;

/** Counts of one list; the campaign's fields with the list's id. */
export const callListStats = z.intersection(
  campaignStats,
  z.object({ callListId: idOf('call-list') }),
);

const byId = z.object({ id: idTextOf('call-list') });

export const listCallLists = defineOperation({
  name: 'listCallLists',
  method: 'GET',
  path: '/api/calllist',
  summary: 'The contact lists of the client.',
  query: clientQuery,
  response: z.array(callList),
});

export const listCallListsOfCampaign = defineOperation({
  name: 'listCallListsOfCampaign',
  method: 'GET',
  path: '/api/calllist',
  summary: "The lists of one campaign that appear under Only Today's.",
  when: ['campaignId'],
  query: clientQuery.extend({ campaignId: idTextOf('campaign'), type: statsType.optional() }),
  response: z.object({
    calllists: z.array(
      z.object({
        callListId: idOf('call-list'),
        originalFileName: z.string(),
        callListStatusId: z.number().int(),
      }),
    ),
  }),
});

export const getCallListStats = defineOperation({
  name: 'getCallListStats',
  method: 'GET',
  path: '/api/calllist',
  summary: 'The counts of one contact list, by campaign type.',
  when: ['calllistId'],
  query: clientQuery.extend({ calllistId: idTextOf('call-list'), type: statsType.optional() }),
  response: callListStats,
});

export const closeCallList = defineOperation({
  name: 'closeCallList',
  method: 'POST',
  idempotent: true,
  path: '/api/calllist/{id}/close',
  summary:
    'Close a list; on a New list this cancels its upload. 409 when it would be a close of a list that was seen as New, or a cancel of another.',
  params: byId,
  body: recordInBody('callListId', 'call-list')
    .unwrap()
    .extend({
      /** Beyond the documents: the status that the person saw. Without it nothing is compared. */
      seenStatusId: z.number().int().optional(),
    })
    .optional(),
  response: done,
});

export const countAwaitedReplies = defineOperation({
  name: 'countAwaitedReplies',
  method: 'GET',
  path: '/api/calllist/{id}/close',
  summary:
    'How many texts of a list wait for a reply and are followed without one: a close ends that.',
  params: byId,
  query: clientQuery,
  response: z.object({ awaitedReplies: z.number().int() }),
});

export const renameCallList = defineOperation({
  name: 'renameCallList',
  method: 'POST',
  idempotent: true,
  path: '/api/calllist/{id}/rename',
  summary: 'Rename a contact list; calls that ended before keep its former name in reports.',
  params: byId,
  body: z.object({
    clientId: clientIdInBody,
    ...versionInput,
    name: z.string().trim().min(1, callListTexts.nameRequired).max(255),
  }),
  response: done,
});

export const setCallListConsent = defineOperation({
  name: 'setCallListConsent',
  method: 'POST',
  idempotent: true,
  path: '/api/calllist/{id}/consent',
  summary:
    'Set the consent of the accounts of a list whose rows say nothing about it. It holds from the response on: what was taken before it has been submitted.',
  params: byId,
  body: z.object({
    clientId: clientIdInBody,
    ...versionInput,
    /** Null: there is none. */
    consent: listConsent.nullable(),
  }),
  response: done,
});

export const putCallListFirst = defineOperation({
  name: 'putCallListFirst',
  method: 'POST',
  idempotent: true,
  path: '/api/calllist/{id}/first',
  summary:
    'Put a list first: its numbers are called before those of the other lists of its campaign.',
  params: byId,
  body: recordInBody('callListId', 'call-list'),
  response: done,
});

export const putCallListInTurn = defineOperation({
  name: 'putCallListInTurn',
  method: 'POST',
  idempotent: true,
  path: '/api/calllist/{id}/turn',
  summary: 'Return a list that was put first to normal rotation.',
  params: byId,
  body: recordInBody('callListId', 'call-list'),
  response: done,
});

export const renewCallList = defineOperation({
  name: 'renewCallList',
  method: 'POST',
  idempotent: true,
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
  response: done,
});

export const countRenewal = defineOperation({
  name: 'countRenewal',
  method: 'GET',
  path: '/api/calllist/{id}/renew',
  summary: 'How many numbers of a closed list a reuse would take now, by filter.',
  params: byId,
  query: clientQuery,
  /** A number passes one filter: the new list has the sum of the chosen ones. */
  response: z.object({
    notCalled: z.number().int(),
    calledAnswered: z.number().int(),
    calledNotAnswered: z.number().int(),
  }),
});

export const downloadRejected = defineOperation({
  name: 'downloadRejected',
  method: 'GET',
  path: '/api/calllist/{id}/rejected',
  summary:
    'Every phone number and account that was not imported, with its line and reason, as CSV.',
  params: byId,
  response: { bytes: 'text/csv' },
});
