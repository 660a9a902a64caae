import { z } from 'zod';
import {
  byColumn,
  type ColumnType,
  callRecordTable,
  type Filterable,
  type FilterColumn,
  type FilterType,
  filterColumns,
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
  money: z.number(),
  callerIdType: z.string(),
  dateOfBirth: z.string(),
  ssn: z.string(),
} as const satisfies Record<ColumnType, z.ZodType>;

/** One row of the call detail report: the 22 columns of document 2. */
export const callRecord = z.object(byColumn<typeof wireTypes>((type) => wireTypes[type]));
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

const campaignId = z.union([
  idOf('campaign'),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
]);

/** Of a constrained keyword whose choices are not known here: the whole value. */
const filterSchemas = {
  keyword,
  'constrained-keyword': keyword,
  'multiple-constrained-keyword': z
    .array(campaignId, complete)
    .min(1, callRecordTexts.incompleteFilter)
    .max(1000),
  'date-range': dateRange,
  'numeric-range': numericRange,
  'currency-range': currencyRange,
} as const satisfies Record<FilterType, z.ZodType>;

/** What the filters of each type ask for. */
export type FilterValue = { [F in FilterType]: z.infer<(typeof filterSchemas)[F]> };

type FilterSchema<C extends FilterColumn> = (typeof callRecordTable)[C] extends {
  choices: readonly (infer Choice extends string)[];
}
  ? z.ZodType<Choice, Choice>
  : (typeof filterSchemas)[(typeof callRecordTable)[C]['filter']];

function filterSchema(column: FilterColumn): z.ZodType {
  const { filter, choices }: Filterable = callRecordTable[column];
  return choices ? z.enum(choices, complete) : filterSchemas[filter];
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

export const listCallRecords = defineOperation({
  name: 'listCallRecords',
  method: 'POST',
  idempotent: false,
  path: '/api/reports/cdr',
  summary: 'The newest call records that match.',
  body: reportQuery,
  response: z.object({ total: z.number().int(), rows: z.array(callRecord) }),
});

export const countCallRecords = defineOperation({
  name: 'countCallRecords',
  method: 'POST',
  idempotent: false,
  path: '/api/reports/cdrcount',
  summary: 'How many call records match, as text.',
  body: reportQuery,
  response: { text: true },
});
