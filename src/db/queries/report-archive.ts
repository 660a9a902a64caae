/** Report archives as the console asks for them: exports begun, shown, canceled, counted. */
import type { CallRecordFilters } from '#contract/call-record.ts';
import type { CallRecordColumn } from '#contract/call-record-columns.ts';
import type { StoredReason } from '#contract/reason.ts';
import {
  type ReportArchive,
  type ReportFormat,
  reportStatus,
  reportStatusNames,
} from '#contract/report-archive.ts';
import { wordsOfFilters } from '#domain/filter-words.ts';
import { unreadable } from '#domain/masking.ts';
import { reasonOrNull } from '#domain/reason-sentences.ts';
import type { Tx } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { enqueueInTurn } from '../job-queue.ts';
import { reportFilters } from '../sealed-files.ts';
import { filterNames } from './report-filter-words.ts';

/** An export that waits or runs. */
export const unfinished = `(${reportStatus.starting}, ${reportStatus.inProgress})`;

export interface ExportGiven {
  managerId: number;
  filters: CallRecordFilters;
  /** Minutes east of UTC. */
  utcOffset: number;
  /** Instead of the offset, which is that of one day. */
  timeZone?: string | undefined;
  includeFullSsn: boolean;
  /** '' for one without a name. */
  name?: string;
  format?: ReportFormat;
  /** The documented ones without it. */
  columns?: readonly CallRecordColumn[] | undefined;
  filtersInFile?: boolean;
}

/** How many exports of the client wait or run; no other can begin before this transaction ends. */
export async function countUnfinished(tx: Tx, clientId: number): Promise<number> {
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('report exports'), $1)`, [clientId]);
  const row = await tx.row<{ count: number }>(
    `SELECT count(*) AS count FROM report_archive WHERE client_id = $1 AND status_id IN ${unfinished}`,
    [clientId],
  );
  return row?.count ?? 0;
}

/**
 * An archive that is STARTING and its job, in one transaction. One with full SSN is written to the
 * audit log (spec 3 section 9): which columns were filtered, not by what.
 */
export async function beginArchive(
  tx: Tx,
  clientId: number,
  given: ExportGiven,
  vault: Vault,
): Promise<number> {
  const { managerId, filters, utcOffset, includeFullSsn } = given;
  const {
    timeZone = null,
    name = '',
    format = 'csv',
    columns = null,
    filtersInFile = false,
  } = given;
  const made = await tx.row<{ id: number }>(
    `INSERT INTO report_archive (client_id, manager_id, utc_offset,
       include_full_ssn, name, format, columns, filters_in_file, time_zone)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING report_archive_id AS id`,
    [
      ...[clientId, managerId, utcOffset, includeFullSsn],
      ...[name, format, columns, filtersInFile, timeZone],
    ],
  );
  const reportArchiveId = made?.id ?? 0;
  const { context } = reportFilters({ clientId, reportArchiveId });
  await tx.run(
    `UPDATE report_archive
     SET sealed_filters = $4, file_name = $3 || '-'
       || to_char(CASE WHEN time_zone IS NULL
         THEN platform_time(created) AT TIME ZONE 'UTC' + make_interval(mins => utc_offset)
         ELSE platform_time(created) AT TIME ZONE time_zone END, 'YYYY-MM-DD')
       || '-' || report_archive_id || '.' || format
     WHERE client_id = $1 AND report_archive_id = $2`,
    [
      ...[clientId, reportArchiveId, fileStem(name)],
      vault.sealBytes(Buffer.from(JSON.stringify(filters)), context),
    ],
  );
  if (includeFullSsn) {
    const detail = { reportArchiveId, filteredColumns: Object.keys(filters) };
    await writeAudit(tx, clientId, managerId, 'full_ssn_exported', detail);
  }
  await enqueueExport(tx, clientId, reportArchiveId);
  return reportArchiveId;
}

export async function enqueueExport(
  tx: Tx,
  clientId: number,
  reportArchiveId: number,
): Promise<void> {
  const turn = {
    key: `report-export:${clientId}:${reportArchiveId}`,
    queue: `reports:${clientId}`,
  };
  await enqueueInTurn(tx, 'report-export', turn, { clientId, reportArchiveId });
}

/** A name as every file system takes it. */
function fileStem(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return plain === '' ? 'call-detail-report' : plain;
}

/** The requested filters, opened; undefined when they do not open. */
export function openFilters(
  vault: Vault,
  archive: { clientId: number; reportArchiveId: number },
  sealed: Buffer,
): CallRecordFilters | undefined {
  const { context, unbound } = reportFilters(archive);
  const text = vault.readBytes(sealed, context, unbound)?.toString('utf8');
  return text === undefined ? undefined : JSON.parse(text);
}

interface ArchiveRow {
  id: number;
  managerId: number;
  statusId: number;
  reason: StoredReason | null;
  typeId: number;
  includeFullSsn: boolean;
  records: number;
  progress: number;
  downloads: number;
  lastDownload: Date | null;
  fileName: string;
  created: Date;
  name: string;
  format: ReportFormat;
  managerName: string | null;
  sealedFilters: Buffer | null;
  utcOffset: number;
  timeZone: string | null;
}

/** The newest archives, at most `limit`. */
export async function newestArchives(
  tx: Tx,
  clientId: number,
  limit: number,
  vault: Vault,
): Promise<ReportArchive[]> {
  const rows = await tx.rows<ArchiveRow>(
    `SELECT report_archive_id AS id, manager_id AS "managerId", status_id AS "statusId",
            reason, report_type_id AS "typeId", a.name, format, m.name AS "managerName",
            sealed_filters AS "sealedFilters", utc_offset AS "utcOffset", time_zone AS "timeZone",
            include_full_ssn AS "includeFullSsn", number_of_records AS records, progress,
            download_count AS downloads, platform_time(last_download) AS "lastDownload",
            file_name AS "fileName", platform_time(a.created) AS created
     FROM report_archive a LEFT JOIN manager m USING (client_id, manager_id)
     WHERE a.client_id = $1 ORDER BY report_archive_id DESC LIMIT $2`,
    [clientId, limit],
  );
  const filters = rows.map(({ id: reportArchiveId, sealedFilters }) =>
    sealedFilters ? openFilters(vault, { clientId, reportArchiveId }, sealedFilters) : {},
  );
  const names = await filterNames(
    tx,
    clientId,
    filters.map((one) => one ?? {}),
  );
  return rows.map((row, at) => {
    const asked = filters[at];
    return toWire(row, clientId, asked ? wordsOfFilters(asked, names, row) : [unreadable]);
  });
}

function toWire(row: ArchiveRow, clientId: number, filters: string[]): ReportArchive {
  return {
    reportArchiveId: row.id,
    clientId,
    created: row.created.toISOString(),
    downloadCount: row.downloads,
    lastDownload: row.lastDownload?.toISOString() ?? null,
    numberOfRecords: row.records,
    progress: row.progress,
    reportStatusId: row.statusId,
    reportStatusName: reportStatusNames[row.statusId as keyof typeof reportStatusNames],
    reportTypeId: row.typeId,
    url: `/reports/${clientId}/${row.fileName}`,
    statusReason: reasonOrNull(row.reason),
    reason: row.reason,
    includeFullSsn: row.includeFullSsn,
    managerId: row.managerId,
    managerName: row.managerName ?? '',
    name: row.name,
    format: row.format,
    filters,
  };
}

/** What a download needs to know about an archive. */
export interface ReportFile {
  reportArchiveId: number;
  statusId: number;
  fileName: string;
  fileBytes: number;
  partCount: number;
  format: ReportFormat;
  includeFullSsn: boolean;
  /** Who requested it. */
  managerId: number;
}

export function reportFile(
  tx: Tx,
  clientId: number,
  reportArchiveId: number,
): Promise<ReportFile | undefined> {
  return tx.row<ReportFile>(
    `SELECT report_archive_id AS "reportArchiveId", status_id AS "statusId",
            file_name AS "fileName", file_bytes AS "fileBytes", part_count AS "partCount", format,
            include_full_ssn AS "includeFullSsn", manager_id AS "managerId"
     FROM report_archive WHERE client_id = $1 AND report_archive_id = $2`,
    [clientId, reportArchiveId],
  );
}

/** One more complete download. */
export async function countDownload(
  tx: Tx,
  clientId: number,
  reportArchiveId: number,
): Promise<void> {
  await tx.run(
    `UPDATE report_archive SET download_count = download_count + 1, last_download = now()
     WHERE client_id = $1 AND report_archive_id = $2`,
    [clientId, reportArchiveId],
  );
}

/** The entry in the audit log that a download of full SSNs begins, also one that breaks off. */
export async function noteFullSsnDownload(
  tx: Tx,
  clientId: number,
  reportArchiveId: number,
  managerId: number,
): Promise<void> {
  await writeAudit(tx, clientId, managerId, 'full_ssn_downloaded', { reportArchiveId });
}

/** Cancels an export that waits or runs, and deletes its parts; false when it does neither. */
export async function cancelArchive(
  tx: Tx,
  clientId: number,
  reportArchiveId: number,
): Promise<boolean> {
  const canceled = await tx.run(
    `UPDATE report_archive SET status_id = $3
     WHERE client_id = $1 AND report_archive_id = $2 AND status_id IN ${unfinished}`,
    [clientId, reportArchiveId, reportStatus.canceled],
  );
  if (canceled === 0) return false;
  await deleteParts(tx, clientId, reportArchiveId);
  return true;
}

export async function deleteParts(
  tx: Tx,
  clientId: number,
  reportArchiveId: number,
): Promise<void> {
  await tx.run('DELETE FROM report_part WHERE client_id = $1 AND report_archive_id = $2', [
    clientId,
    reportArchiveId,
  ]);
}

async function writeAudit(
  tx: Tx,
  clientId: number,
  managerId: number,
  action: string,
  detail: object,
): Promise<void> {
  await tx.run(
    `INSERT INTO audit_log (client_id, manager_id, action, detail) VALUES ($1, $2, $3, $4)`,
    [clientId, managerId, action, JSON.stringify(detail)],
  );
}
