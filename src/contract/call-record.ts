import { z } from 'zod';
import { callerIdTypeNames } from './campaign.ts';
import { clientIdInBody, done, idOf, idTextOf, instant } from './fields.ts';
import { defineCall } from './http.ts';

export const pageSizes = [10, 25, 50, 100, 250, 500] as const;
export const defaultPageSize = 25;

/** One row of the call detail report: the 22 columns of document 2. Money is dollars, times UTC. */
export const callRecord = z.object({
  phoneNumber: z.string(),
  startTime: instant.nullable(),
  answerTime: instant.nullable(),
  finishTime: instant.nullable(),
  /** Seconds. */
  duration: z.number().int(),
  billedDuration: z.number().int(),
  minuteCost: z.number(),
  cost: z.number(),
  callTypeName: z.string(),
  callerId: z.string(),
  callerIdTypeName: z.string(),
  calllistName: z.string(),
  campaignName: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  middleName: z.string(),
  /** Masked but for the year. */
  dateOfBirth: z.string(),
  /** Masked but for the last four. */
  ssn: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  externalId: z.string(),
});
export type CallRecord = z.infer<typeof callRecord>;
export type CallRecordColumn = keyof CallRecord;

export const filterTypes = {
  phoneNumber: 'keyword',
  startTime: 'date-range',
  answerTime: 'date-range',
  finishTime: 'date-range',
  duration: 'numeric-range',
  billedDuration: 'numeric-range',
  minuteCost: 'currency-range',
  cost: 'currency-range',
  callTypeName: 'constrained-keyword',
  callerId: 'keyword',
  callerIdTypeName: 'constrained-keyword',
  calllistName: 'constrained-keyword',
  campaignName: 'constrained-keyword',
  campaigns: 'multiple-constrained-keyword',
  firstName: 'keyword',
  lastName: 'keyword',
  middleName: 'keyword',
  dateOfBirth: 'keyword',
  ssn: 'keyword',
  city: 'keyword',
  state: 'keyword',
  zipCode: 'keyword',
  externalId: 'keyword',
} as const satisfies Record<CallRecordColumn | 'campaigns', string>;
export type FilterColumn = keyof typeof filterTypes;
export type FilterType = (typeof filterTypes)[FilterColumn];

export const callRecordTexts = {
  incompleteFilter: 'Attempting to apply an incomplete filter!',
  filterType: 'Filter type is undefined!',
  unknownColumn: 'Column data was undefined!',
  rangeOrder: 'The first value of a range must not be above the second.',
} as const;

/** What is missing or empty makes a filter incomplete; anything else keeps its own sentence. */
const complete = {
  error: ({ input }: { input?: unknown }) =>
    input === undefined || input === null || input === ''
      ? callRecordTexts.incompleteFilter
      : undefined,
};

const keyword = z.string(complete).trim().min(1, callRecordTexts.incompleteFilter).max(255);
const boundary = z.iso.datetime({ offset: true, ...complete });
/** The literal keys of document 2: 1 for dates, 2 for numbers. */
const filterName = <const T extends number>(type: T) =>
  z.object({ type: z.literal(type, callRecordTexts.filterType) }).optional();

const dateRange = z
  .object({ filterName: filterName(1), beginDateTime: boundary, endDateTime: boundary }, complete)
  .refine(
    ({ beginDateTime, endDateTime }) => Date.parse(beginDateTime) <= Date.parse(endDateTime),
    {
      error: callRecordTexts.rangeOrder,
    },
  );
const numericRange = z
  .object({ filterName: filterName(2), begin: z.int(complete), end: z.int(complete) }, complete)
  .refine(({ begin, end }) => begin <= end, { error: callRecordTexts.rangeOrder });
const currencyRange = z
  .object(
    { filterName: filterName(2), begin: z.number(complete), end: z.number(complete) },
    complete,
  )
  .refine(({ begin, end }) => begin <= end, { error: callRecordTexts.rangeOrder });

const campaignId = z.union([
  idOf('campaign'),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** Keyed by column id; both ends of a range count; currency in dollars. */
export const callRecordFilters = z.strictObject(
  {
    phoneNumber: keyword.optional(),
    startTime: dateRange.optional(),
    answerTime: dateRange.optional(),
    finishTime: dateRange.optional(),
    duration: numericRange.optional(),
    billedDuration: numericRange.optional(),
    minuteCost: currencyRange.optional(),
    cost: currencyRange.optional(),
    callTypeName: z.enum(['Outbound', 'Transfer'], complete).optional(),
    callerId: keyword.optional(),
    callerIdTypeName: z.enum(Object.values(callerIdTypeNames), complete).optional(),
    calllistName: keyword.optional(),
    campaignName: keyword.optional(),
    campaigns: z
      .array(campaignId, complete)
      .min(1, callRecordTexts.incompleteFilter)
      .max(1000)
      .optional(),
    firstName: keyword.optional(),
    lastName: keyword.optional(),
    middleName: keyword.optional(),
    dateOfBirth: keyword.optional(),
    ssn: keyword.optional(),
    city: keyword.optional(),
    state: keyword.optional(),
    zipCode: keyword.optional(),
    externalId: keyword.optional(),
  },
  {
    error: ({ code }) => (code === 'unrecognized_keys' ? callRecordTexts.unknownColumn : undefined),
  },
);
export type CallRecordFilters = z.infer<typeof callRecordFilters>;

const reportQuery = z.object({
  clientId: clientIdInBody,
  numRows: z.number().int().min(1).max(500).default(defaultPageSize),
  filters: callRecordFilters.default({}),
});

export const reportStatus = {
  starting: 1,
  inProgress: 2,
  ready: 3,
  error: 4,
  cancelled: 5,
} as const;
export const reportStatusNames = {
  1: 'STARTING',
  2: 'IN PROGRESS',
  3: 'READY',
  4: 'ERROR',
  5: 'CANCELLED',
} as const;

export const reportArchive = z.object({
  reportArchiveId: idOf('report-archive'),
  clientId: idOf('client'),
  created: instant,
  downloadCount: z.number().int(),
  lastDownload: instant.nullable(),
  numberOfRecords: z.number().int(),
  /** Percent. */
  progress: z.number(),
  reportStatusId: z.number().int(),
  reportStatusName: z.string(),
  reportTypeId: z.number().int(),
  url: z.string(),
});

export const listCallRecords = defineCall({
  name: 'listCallRecords',
  method: 'POST',
  path: '/api/reports/cdr',
  summary: 'The newest call records that match.',
  body: reportQuery,
  answer: z.object({ total: z.number().int(), rows: z.array(callRecord) }),
});

export const countCallRecords = defineCall({
  name: 'countCallRecords',
  method: 'POST',
  path: '/api/reports/cdrcount',
  summary: 'How many call records match, as text.',
  body: reportQuery,
  answer: { text: true },
});

export const exportCallRecords = defineCall({
  name: 'exportCallRecords',
  method: 'POST',
  path: '/api/reports/export',
  summary: 'Make a CSV of every matching call record, as a report archive.',
  body: reportQuery.extend({
    /** Minutes east of UTC. */
    utcOffset: z.number().int().min(-840).max(840).default(0),
    includeFullSsn: z.boolean().default(false),
  }),
  answer: done,
});

export const listReportArchives = defineCall({
  name: 'listReportArchives',
  method: 'POST',
  path: '/api/reports/{clientId}/archive',
  summary: 'The newest report archives; the body says how many.',
  params: z.object({ clientId: idTextOf('client') }),
  body: z.number().int().min(1).max(500).default(25),
  answer: z.array(reportArchive),
});

export const downloadReport = defineCall({
  name: 'downloadReport',
  method: 'POST',
  path: '/api/reports/{reportArchiveId}/downloadreport',
  summary: 'The CSV of a report that is READY.',
  params: z.object({ reportArchiveId: idTextOf('report-archive') }),
  body: z.object({
    clientId: clientIdInBody,
    reportId: idOf('report-archive').optional(),
    url: z.string().max(2000).optional(),
  }),
  answer: { bytes: 'text/csv' },
});

export const listReportProgress = defineCall({
  name: 'listReportProgress',
  method: 'POST',
  path: '/api/reports/cdrprogress',
  summary: 'The newest 25 report archives with their progress.',
  body: z.object({ clientId: clientIdInBody }),
  answer: z.array(reportArchive),
});
