import { z } from 'zod';
import { callerIdTypeNames } from './campaign.ts';
import { clientIdInBody, idOf, instant } from './fields.ts';
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

/** The columns in the report's order, by the names that readers see. */
export const callRecordColumns = {
  phoneNumber: 'Phone Number',
  startTime: 'Start Time',
  answerTime: 'Answer Time',
  finishTime: 'Finish Time',
  duration: 'Duration',
  billedDuration: 'Billed Duration',
  minuteCost: 'Minute Cost',
  cost: 'Cost',
  callTypeName: 'Call Type',
  callerId: 'Caller ID',
  callerIdTypeName: 'Caller ID Type',
  calllistName: 'Contact List',
  campaignName: 'Campaign',
  firstName: 'First Name',
  lastName: 'Last Name',
  middleName: 'Middle Name',
  dateOfBirth: 'Date of Birth',
  ssn: 'SSN',
  city: 'City',
  state: 'State',
  zipCode: 'Zip Code',
  externalId: 'External Id',
} as const satisfies Record<CallRecordColumn, string>;

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
  columnPosition: 'The position of a column was undefined!',
  editorState: 'Editor state was undefined!',
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
    callTypeName: z.enum(['Outbound', 'Transfer', 'Text'], complete).optional(),
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

/** Which call records are asked for. */
export const reportQuery = z.object({
  clientId: clientIdInBody,
  numRows: z.number().int().min(1).max(500).default(defaultPageSize),
  filters: callRecordFilters.default({}),
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
