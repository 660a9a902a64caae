/** One try at making a report: what the job reads and writes. See docs/decisions/015-report-files.md. */
import type { CallRecordFilters } from '#contract/call-record.ts';
import {
  type CallRecordColumn,
  callRecordColumns,
  exportedColumns,
} from '#contract/call-record-columns.ts';
import type { Reason } from '#contract/reason.ts';
import { type ReportFormat, reportStatus } from '#contract/report-archive.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { deleteParts, openFilters, unfinished } from './report-archive.ts';

export interface ArchiveKey {
  clientId: number;
  reportArchiveId: number;
}

/** A try, and the report that it makes. */
export interface ReportRun extends ArchiveKey {
  run: number;
  filters: CallRecordFilters;
  /** Minutes east of UTC. */
  utcOffset: number;
  /** Instead of the offset. */
  timeZone: string | null;
  includeFullSsn: boolean;
  format: ReportFormat;
  /** In the order of the file. */
  columns: readonly CallRecordColumn[];
  /** A CSV begins with the filters. */
  filtersInFile: boolean;
}

/** Tries that may begin: a report that crashes its process must not do so forever. */
const mostRuns = 10;
/** Tries that may fail by themselves. */
const mostFailures = 4;

/** The archive while this try, and no other, is at work on it. */
const ofRun = `client_id = $1 AND report_archive_id = $2 AND run = $3 AND status_id = ${reportStatus.inProgress}`;

const reportKey = ({ clientId, reportArchiveId, run }: ReportRun) => [
  clientId,
  reportArchiveId,
  run,
];

interface BegunRow {
  run: number;
  sealedFilters: Buffer;
  utcOffset: number;
  timeZone: string | null;
  includeFullSsn: boolean;
  format: ReportFormat;
  columns: string[] | null;
  filtersInFile: boolean;
}

/**
 * Begins again, without the leftovers of an earlier try. Returns undefined when there is nothing to
 * do: it was canceled, it is ready, or it was begun too often and ends as ERROR.
 */
export async function beginRun(
  tx: Tx,
  key: ArchiveKey,
  vault: Vault,
): Promise<ReportRun | undefined> {
  const { clientId, reportArchiveId } = key;
  const begun = await tx.row<BegunRow>(
    `UPDATE report_archive
     SET status_id = ${reportStatus.inProgress}, run = run + 1, progress = 0, number_of_records = 0
     WHERE client_id = $1 AND report_archive_id = $2 AND status_id IN ${unfinished}
     RETURNING run, sealed_filters AS "sealedFilters", utc_offset AS "utcOffset",
       time_zone AS "timeZone",
       include_full_ssn AS "includeFullSsn", format, columns, filters_in_file AS "filtersInFile"`,
    [clientId, reportArchiveId],
  );
  if (!begun) return undefined;
  await deleteParts(tx, clientId, reportArchiveId);
  const { sealedFilters, columns, ...rest } = begun;
  if (begun.run > mostRuns) {
    await endAsError(tx, key, { code: 'report_failed' });
    return undefined;
  }
  const filters = openFilters(vault, key, sealedFilters);
  if (!filters) {
    await endAsError(tx, key, { code: 'report_failed' });
    return undefined;
  }
  return { ...key, ...rest, columns: fileColumns(columns), filters };
}

/** What an export asked for; the documented ones when it asked for none. */
function fileColumns(stored: readonly string[] | null): readonly CallRecordColumn[] {
  const known = callRecordColumns.filter((column) => stored?.includes(column));
  return known.length > 0 ? known : exportedColumns;
}

/** Stores how many records there will be; false when another try has taken over. */
export async function announceRecords(tx: Tx, run: ReportRun, records: number): Promise<boolean> {
  const changed = await tx.run(`UPDATE report_archive SET number_of_records = $4 WHERE ${ofRun}`, [
    ...reportKey(run),
    records,
  ]);
  return changed > 0;
}

export interface PartGiven {
  /** From 0. */
  part: number;
  /** As `packPart` made it. */
  content: Buffer;
  /** Percent of the records that are in it and the parts before it. */
  progress: number;
}

/** Stores a part; false, and nothing is stored, when another try has taken over. */
export async function storePart(tx: Tx, run: ReportRun, given: PartGiven): Promise<boolean> {
  // Nothing relies on a part before READY, whose commit flushes everything before it.
  await tx.run('SET LOCAL synchronous_commit = off');
  const changed = await tx.run(`UPDATE report_archive SET progress = $4 WHERE ${ofRun}`, [
    ...reportKey(run),
    given.progress,
  ]);
  if (changed === 0) return false;
  await tx.run(
    `INSERT INTO report_part (client_id, report_archive_id, part, content) VALUES ($1, $2, $3, $4)`,
    [run.clientId, run.reportArchiveId, given.part, given.content],
  );
  return true;
}

export interface FinishedReport {
  records: number;
  fileBytes: number;
  partCount: number;
}

/** READY; false when another try has taken over. */
export async function finishRun(tx: Tx, run: ReportRun, report: FinishedReport): Promise<boolean> {
  const changed = await tx.run(
    `UPDATE report_archive
     SET status_id = ${reportStatus.ready}, progress = 100, number_of_records = $4, file_bytes = $5,
       part_count = $6
     WHERE ${ofRun}`,
    [...reportKey(run), report.records, report.fileBytes, report.partCount],
  );
  return changed > 0;
}

/**
 * After a failure: deletes the stored parts and returns whether another try may follow. When none
 * may, it ends as ERROR with the reason.
 */
export async function failRun(
  tx: Tx,
  run: ReportRun,
  { reason, final }: { reason: Reason; final: boolean },
): Promise<boolean> {
  const failed = await tx.row<{ failures: number }>(
    `UPDATE report_archive SET failures = failures + 1, progress = 0 WHERE ${ofRun} RETURNING failures`,
    reportKey(run),
  );
  if (!failed) return false;
  await deleteParts(tx, run.clientId, run.reportArchiveId);
  if (!final && failed.failures < mostFailures) return true;
  await endAsError(tx, run, reason);
  return false;
}

async function endAsError(tx: Tx, { clientId, reportArchiveId }: ArchiveKey, reason: Reason) {
  await tx.run(
    `UPDATE report_archive SET status_id = ${reportStatus.error}, reason = $3, progress = 0
     WHERE client_id = $1 AND report_archive_id = $2`,
    [clientId, reportArchiveId, reason],
  );
}
