/** The upload of a contact list: its file, its settings and its result. */
import { z } from 'zod';
import { callListTexts } from './call-list.ts';
import { leastMappingId, listConsent } from './consent.ts';
import { clientQuery, idOf, idTextOf } from './fields.ts';
import { defineOperation } from './http.ts';

/** 120 MiB of file. */
export const maxUploadBytes = 125_829_120;
/** Lines that a preview reads. */
export const previewLines = 20;

const fileColumn = z.object({ fieldColumn: z.number().int().min(0), fieldName: z.string() });

export const mappingItem = z.object({
  accountField: z.object({
    id: z.number().int().min(leastMappingId),
    value: z.string().default(''),
  }),
  selectedCallListField: z.array(fileColumn),
  /**
   * Makes a custom field sensitive, for this list and all that follow: its values are sealed, and masked
   * wherever they are shown. Without it, the field stays as it is.
   */
  sensitive: z.boolean().optional(),
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
      /** Numbers called since this date are left out; null turns this rule off. */
      pastXDays: z.iso.datetime({ offset: true }).or(z.iso.date()).nullish(),
    })
    .default({ restrictionType: 2 }),
  /** Of the accounts whose rows say nothing about it; null or absent: none. */
  consent: listConsent.nullish(),
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
  /** State cells without a known code, name or abbreviation; all rows count, imported or not. */
  unknownStates: z.number().int(),
  /**
   * Rows whose consent says neither yes nor no, or has a date still to come, imported or not; absent: no consent was
   * mapped.
   */
  unclearConsents: z.number().int().optional(),
});
export type UploadResult = z.infer<typeof uploadResult>;

/** The progress of an upload: bytes received, rows read, and the current stage. */
export const uploadProgress = z.object({
  callListId: idOf('call-list'),
  stage: z.enum(['receiving', 'loading', 'restricting', 'finishing', 'done', 'failed', 'canceled']),
  bytesReceived: z.number().int(),
  bytesTotal: z.number().int(),
  rowsLoaded: z.number().int(),
});
export type UploadProgress = z.infer<typeof uploadProgress>;

export const previewResult = z.object({
  headers: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** Whose numbers this client may call (ISO codes): the others of a file are left out. */
  countries: z.array(z.string()).optional(),
});
export type PreviewResult = z.infer<typeof previewResult>;

export const uploadCallList = defineOperation({
  name: 'uploadCallList',
  method: 'POST',
  idempotent: true,
  path: '/api/calllist/upload',
  summary: 'Upload a contact file; returns the result of the import.',
  query: clientQuery.extend({
    /**
     * A name of the caller's choice, to poll the progress with (see getUploadProgress). For 24 hours, one that
     * loaded a list is refused (409).
     */
    uploadKey: z.string().max(64).optional(),
  }),
  multipart: {
    files: 'fileSelect',
    fields: z.object({ callListMap: uploadSettings, headers: z.array(z.string()).optional() }),
  },
  response: uploadResult,
});

export const getUploadProgress = defineOperation({
  name: 'getUploadProgress',
  method: 'GET',
  path: '/api/calllist/upload/{uploadKey}/progress',
  summary: 'The progress of an upload of this client.',
  params: z.object({ uploadKey: z.string().max(64) }),
  response: uploadProgress,
});

export const previewCallList = defineOperation({
  name: 'previewCallList',
  method: 'POST',
  idempotent: false,
  path: '/api/calllist/preview',
  summary: 'Headers and first rows of a file.',
  multipart: { files: 'fileSelect', fields: z.object({ delimiter: delimiterInput }) },
  response: previewResult,
});

export const savedMapping = defineOperation({
  name: 'savedMapping',
  method: 'POST',
  idempotent: false,
  path: '/api/calllist/mapping',
  summary: 'The mapping saved for this set of headers; 204 when there is none.',
  query: clientQuery.extend({ managerId: idTextOf('manager').optional() }),
  body: z.array(z.string()).max(2000),
  response: z.array(mappingItem).optional(),
});
