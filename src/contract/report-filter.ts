/** Filters of the call detail report, saved by name for the manager who saved them. */
import { z } from 'zod';
import { clientIdInBody, clientQuery, done, idOf, idTextOf, instant } from './fields.ts';
import { defineOperation } from './http.ts';

/** Of one manager. */
export const mostReportFilters = 100;

export const reportFilterTexts = {
  nameMissing: 'Enter a name.',
  nameTooLong: 'The name can have at most 80 characters.',
  notUnique: 'You have saved another filter under this name.',
  tooMany: 'You have saved 100 filters. Delete one before you save another.',
} as const;

const name = z
  .string()
  .trim()
  .min(1, reportFilterTexts.nameMissing)
  .max(80, reportFilterTexts.nameTooLong);

export const reportFilter = z.object({
  reportFilterId: idOf('report-filter'),
  name: z.string(),
  /** The query of the report's address: "campaigns=12&startTime=today". */
  search: z.string(),
  updated: instant,
});
export type ReportFilterSaved = z.infer<typeof reportFilter>;

export const reportFilterInput = z.object({
  clientId: clientIdInBody,
  /** 0 saves a new one. */
  reportFilterId: idOf('report-filter').default(0),
  name,
  search: z.string().max(4000),
});

export const listReportFilters = defineOperation({
  name: 'listReportFilters',
  method: 'GET',
  path: '/api/reports/filters',
  summary: "The signed-in manager's saved filters of the call detail report, by name.",
  query: clientQuery,
  response: z.array(reportFilter),
});

export const saveReportFilter = defineOperation({
  name: 'saveReportFilter',
  method: 'POST',
  idempotent: true,
  path: '/api/reports/filters/edit',
  summary: 'Save a filter of the call detail report under a name, or change a saved one.',
  body: reportFilterInput,
  response: reportFilter,
});

export const deleteReportFilter = defineOperation({
  name: 'deleteReportFilter',
  method: 'POST',
  idempotent: true,
  path: '/api/reports/filters/{reportFilterId}/delete',
  summary: "Delete one of the signed-in manager's saved filters.",
  params: z.object({ reportFilterId: idTextOf('report-filter') }),
  body: z.object({ clientId: clientIdInBody }),
  response: done,
});
