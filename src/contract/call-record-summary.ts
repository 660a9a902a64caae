/** Totals of the call detail report over a filter, and its chart over time. Beyond the documents. */
import { z } from 'zod';
import { resultGroups } from './call-outcome.ts';
import { callRecordFilters, searchNewest } from './call-record.ts';
import { clientIdInBody, instant, timeZone } from './fields.ts';
import { defineOperation } from './http.ts';

/** What one bar of the chart covers. */
export const chartSteps = ['fiveMinutes', 'hour', 'day'] as const;
export type ChartStep = (typeof chartSteps)[number];

const count = z.number().int();
const groupCounts = Object.fromEntries(resultGroups.map((group) => [group, count])) as Record<
  (typeof resultGroups)[number],
  typeof count
>;

export const chartBar = z.object({
  start: instant,
  /** The first instant after it. */
  end: instant,
  ...groupCounts,
});
export type ChartBar = z.infer<typeof chartBar>;

export const callRecordSummary = z.object({
  /** Calls and texts: as many as the report has rows. */
  total: count,
  calls: count,
  persons: count,
  machines: count,
  texts: count,
  delivered: count,
  replied: count,
  /** Billed minutes, so that cost is minutes by the price of a minute. */
  minutes: z.number(),
  /** Dollars. */
  cost: z.number(),
  /** Of the calls, those that a person or a machine answered; null without calls. */
  answerRate: z.number().nullable(),
  step: z.enum(chartSteps),
  /** From the first record to the last one without gaps; none without records. */
  bars: z.array(chartBar),
});
export type CallRecordSummary = z.infer<typeof callRecordSummary>;

export const summarizeCallRecords = defineOperation({
  name: 'summarizeCallRecords',
  method: 'POST',
  path: '/api/reports/cdrsummary',
  idempotent: false,
  summary: 'Totals over all call records that match, and how many there were over time.',
  body: z.object({
    clientId: clientIdInBody,
    filters: callRecordFilters.default({}),
    /** IANA name: where the chart's days begin. */
    timeZone: timeZone.default('America/New_York'),
    searchNewest,
  }),
  response: callRecordSummary,
});

/**
 * Rows of contact files: somebody who was followed up is one person, somebody in two files is two.
 */
export const recordPersons = z.object({
  /** Calls and texts. */
  attempts: count,
  persons: count,
  /** Those of them who answered one of these calls, or to whom one of these texts was delivered. */
  reached: count,
});
export type RecordPersons = z.infer<typeof recordPersons>;

export const countRecordPersons = defineOperation({
  name: 'countRecordPersons',
  method: 'POST',
  path: '/api/reports/cdrpersons',
  idempotent: false,
  summary: 'How many persons the call records that match are about, and how many were reached.',
  body: z.object({
    clientId: clientIdInBody,
    filters: callRecordFilters.default({}),
    /** Of more records nobody is counted; absent: all are. */
    most: z.number().int().min(1).optional(),
    searchNewest,
  }),
  response: z.object({
    /** Null: more than `most` records match. */
    counted: recordPersons.nullable(),
  }),
});
