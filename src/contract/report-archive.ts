import { z } from 'zod';
import { reportQuery } from './call-record.ts';
import { type CallRecordColumn, callRecordColumns } from './call-record-columns.ts';
import { clientIdInBody, done, idOf, idTextOf, instant, timeZone } from './fields.ts';
import { defineOperation } from './http.ts';
import { storedReason } from './reason.ts';

export const reportStatus = {
  starting: 1,
  inProgress: 2,
  ready: 3,
  error: 4,
  canceled: 5,
} as const;
export const reportStatusNames = {
  1: 'STARTING',
  2: 'IN PROGRESS',
  3: 'READY',
  4: 'ERROR',
  5: 'CANCELLED',
} as const;

/** The files that an export can be. */
export const reportFormats = ['csv', 'xlsx'] as const;
export type ReportFormat = (typeof reportFormats)[number];
export const reportMedia: Record<ReportFormat, string> = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** How many of the newest archives the documents request. */
export const newestArchives = 25;
/** Exports of one client that can wait or run at the same time. */
export const mostExports = 3;

export const reportTexts = {
  invalidStatus: 'Invalid status for report!',
  tooManyExports: 'Three exports are in progress. Start another when one of them is ready.',
  nameTooLong: 'The name can have at most 80 characters.',
  notReady: 'Only a report that is READY can be downloaded.',
  notCancellable: 'This report is no longer in progress, so it cannot be canceled.',
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
  /** Its last path segment is the file's name. */
  url: z.string(),
  /** Beyond the documents: why it ended as ERROR. */
  statusReason: z.string().nullable(),
  reason: storedReason.nullable(),
  /** Beyond the documents: it contains SSN and date of birth in full. */
  includeFullSsn: z.boolean(),
  /** Beyond the documents: the manager who requested it. */
  managerId: idOf('manager'),
  managerName: z.string(),
  /** Beyond the documents: what the manager calls it, '' for none. */
  name: z.string(),
  format: z.enum(reportFormats),
  /** Beyond the documents: the filters in words, without SSN and date of birth. */
  filters: z.array(z.string()),
});
export type ReportArchive = z.infer<typeof reportArchive>;

export const exportCallRecords = defineOperation({
  name: 'exportCallRecords',
  method: 'POST',
  idempotent: true,
  path: '/api/reports/export',
  summary: 'Make a CSV or XLSX of every matching call record, as a report archive.',
  body: reportQuery.extend({
    /** Ignored, whatever it is: every matching record is exported (spec 3 section 4). */
    numRows: z.unknown().optional(),
    /** Minutes east of UTC. */
    utcOffset: z.number().int().min(-840).max(840).default(0),
    /** Beyond the documents: times are written in this zone, across its clock changes. */
    timeZone: timeZone.optional(),
    includeFullSsn: z.boolean().default(false),
    /** Beyond the documents, all of these. Without columns: the 22 documented ones. */
    columns: z
      .array(z.enum(callRecordColumns as [CallRecordColumn, ...CallRecordColumn[]]))
      .min(1)
      .max(callRecordColumns.length)
      .optional(),
    format: z.enum(reportFormats).default('csv'),
    name: z.string().trim().max(80, reportTexts.nameTooLong).default(''),
    /** A CSV begins with the filters and the zone of its times, one a line; a workbook always has them on their own sheet. */
    filtersInFile: z.boolean().default(false),
  }),
  response: done,
});

export const listReportArchives = defineOperation({
  name: 'listReportArchives',
  method: 'POST',
  idempotent: false,
  path: '/api/reports/{clientId}/archive',
  summary: 'The newest report archives; the body says how many.',
  params: z.object({ clientId: idTextOf('client') }),
  body: z.number().int().min(1).max(500).default(newestArchives),
  response: z.array(reportArchive),
});

export const listReportProgress = defineOperation({
  name: 'listReportProgress',
  method: 'POST',
  idempotent: false,
  path: '/api/reports/cdrprogress',
  summary: 'The newest 25 report archives with their progress.',
  body: z.object({ clientId: clientIdInBody }),
  response: z.array(reportArchive),
});

export const downloadReport = defineOperation({
  name: 'downloadReport',
  method: 'POST',
  idempotent: false,
  path: '/api/reports/{reportArchiveId}/downloadreport',
  summary: 'The file of a report that is READY: CSV, or XLSX where that was exported.',
  params: z.object({ reportArchiveId: idTextOf('report-archive') }),
  body: z.object({
    clientId: clientIdInBody,
    reportId: idOf('report-archive').optional(),
    url: z.string().max(2000).optional(),
  }),
  response: { bytes: 'text/csv' },
});

/** Beyond the documents. */
export const cancelReport = defineOperation({
  name: 'cancelReport',
  method: 'POST',
  idempotent: true,
  path: '/api/reports/{reportArchiveId}/cancel',
  summary: 'Cancel a report that is STARTING or IN PROGRESS.',
  params: z.object({ reportArchiveId: idTextOf('report-archive') }),
  body: z.object({ clientId: clientIdInBody }),
  response: done,
});
