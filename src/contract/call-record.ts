import { z } from 'zod';
import { callOutcomes } from './call-outcome.ts';
import {
  byColumn,
  type CallRecordColumn,
  type ColumnType,
  callRecordTable,
  type Filterable,
  type FilterColumn,
  type FilterType,
  filterColumns,
  sortableColumns,
} from './call-record-columns.ts';
import { clientIdInBody, idOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';

export const pageSizes = [10, 25, 50, 100, 250, 500] as const;
export const defaultPageSize = 25;

/** A value as it travels. Money is dollars, times UTC. */
const wireTypes = {
  text: z.string(),
  phone: z.string(),
  time: instant.nullable(),
  seconds: z.number().int(),
  count: z.number().int().nullable(),
  money: z.number(),
  callerIdType: z.string(),
  outcome: z.enum(callOutcomes),
  dateOfBirth: z.string(),
  ssn: z.string(),
} as const satisfies Record<ColumnType, z.ZodType>;

/** Names a record: "started in ms-list-entry". */
export const recordId = z
  .string()
  .regex(/^\d{1,15}-\d{1,15}-\d{1,10}$/, 'This is not the id of a call record.');

/** One row of the call detail report: the 22 columns of document 2, and ours. */
export const callRecord = z.object({
  ...byColumn<typeof wireTypes>((type) => wireTypes[type]),
  /** Beyond the documents. */
  recordId,
});
export type CallRecord = z.infer<typeof callRecord>;

export const callRecordTexts = {
  incompleteFilter: 'Attempting to apply an incomplete filter!',
  filterType: 'Filter type is undefined!',
  unknownColumn: 'Column data was undefined!',
  columnPosition: 'The position of a column was undefined!',
  editorState: 'Editor state was undefined!',
  rangeOrder: 'The first value of a range cannot be greater than the second.',
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

/** Ids as numbers, or as the keys of a map. */
const idsOf = (entity: 'campaign' | 'call-list') => {
  const keyOfMap = z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number);
  return z
    .array(z.union([idOf(entity), keyOfMap]), complete)
    .min(1, callRecordTexts.incompleteFilter)
    .max(1000);
};

/** Of a constrained keyword whose choices are not known here: the whole value. */
const filterSchemas = {
  keyword,
  'constrained-keyword': keyword,
  'multiple-constrained-keyword': idsOf('campaign'),
  'multiple-choice': z.array(z.string(), complete).min(1, callRecordTexts.incompleteFilter),
  'date-range': dateRange,
  'numeric-range': numericRange,
  'currency-range': currencyRange,
} as const satisfies Record<FilterType, z.ZodType>;

/** What the filters of each type ask for. */
export type FilterValue = { [F in FilterType]: z.infer<(typeof filterSchemas)[F]> };

type FilterSchema<C extends FilterColumn> = (typeof callRecordTable)[C] extends {
  choices: readonly (infer Choice extends string)[];
}
  ? (typeof callRecordTable)[C]['filter'] extends 'multiple-choice'
    ? z.ZodType<Choice[], Choice[]>
    : z.ZodType<Choice, Choice>
  : (typeof filterSchemas)[(typeof callRecordTable)[C]['filter']];

function filterSchema(column: FilterColumn): z.ZodType {
  const { filter, choices }: Filterable = callRecordTable[column];
  if (column === 'callLists') return idsOf('call-list');
  if (!choices) return filterSchemas[filter];
  const choice = z.enum(choices, complete);
  return filter === 'multiple-choice'
    ? z.array(choice, complete).min(1, callRecordTexts.incompleteFilter).max(choices.length)
    : choice;
}

/** Keyed by column id; both ends of a range count; currency in dollars. */
export const callRecordFilters = z.strictObject(
  Object.fromEntries(filterColumns.map((column) => [column, filterSchema(column).optional()])) as {
    [C in FilterColumn]: z.ZodOptional<FilterSchema<C>>;
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

/** Beyond the documents: another order than the newest first, over all records that match. */
const recordSorting = z.object({
  column: z.enum(sortableColumns as [CallRecordColumn, ...CallRecordColumn[]], {
    error: 'The report cannot be sorted by this column.',
  }),
  descending: z.boolean().default(false),
});
export type RecordSorting = z.infer<typeof recordSorting>;

/** Beyond the documents: read on a standby that was so far behind; null: on the database itself. */
export const behindSeconds = z.number().int().nullable();

/** The console searches no more of the newest records, where no index leads, until somebody asks for all. */
export const mostRecordsSearched = 20_000;

/**
 * Beyond the documents: where no index leads to what the filters match, only this many of the
 * newest records are searched. The response says since when.
 */
export const searchNewest = z.number().int().min(1).max(1_000_000).optional();

/** Beyond the documents: only records that began since then were searched; null: all. */
export const searchedSince = instant.nullable();

/** How far a reader can go into the report, row by row; a filter or an export leads further. */
export const mostRowsBefore = 100_000;

export const listCallRecords = defineOperation({
  name: 'listCallRecords',
  method: 'POST',
  idempotent: false,
  path: '/api/reports/cdr',
  summary: 'The newest call records that match; `sort` and `skip` ask for others.',
  body: reportQuery.extend({
    sort: recordSorting.optional(),
    /** Beyond the documents: how many records of that order come before these rows. */
    skip: z.number().int().min(0).max(mostRowsBefore).default(0),
    /** Beyond the documents: without it the rows do not wait for the count, and `total` is null. */
    withTotal: z.boolean().default(true),
    searchNewest,
  }),
  response: z.object({
    total: z.number().int().nullable(),
    rows: z.array(callRecord),
    behindSeconds,
    searchedSince,
  }),
});

/** The console counts no further until somebody asks. */
export const mostRecordsCounted = 10_000;

export const countCallRecords = defineOperation({
  name: 'countCallRecords',
  method: 'POST',
  idempotent: false,
  path: '/api/reports/cdrcount',
  summary: 'How many call records match, as text; of more than `most`, one more.',
  body: reportQuery.extend({
    /** Beyond the documents: where counting stops. */
    most: z.number().int().min(1).optional(),
    searchNewest,
  }),
  response: { text: true },
});
