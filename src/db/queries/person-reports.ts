/** Kept exports that hold a number: their parts are sealed, so they are opened and searched. */
import { reportStatus } from '#contract/report-archive.ts';
import type { Database, Tx } from '../database.ts';
import { asClient } from '../database.ts';
import type { Vault } from '../encryption.ts';
import { SealError } from '../sealed-value.ts';
import { deleteParts, enqueueExport, openFilters, unfinished } from './report-archive.ts';
import { readParts } from './report-part.ts';

export interface HoldingReport {
  id: number;
  fileName: string;
  created: Date;
}

export interface SearchedReports {
  holding: HoldingReport[];
  /** The ids of those that were complete, and so were searched. */
  searched: number[];
}

interface Archive extends HoldingReport {
  isReady: boolean;
  partCount: number;
  format: string;
  filters: Buffer | null;
}

/** A workbook is compressed once more: it is taken to hold whoever was called before it was made. */
const searchable = 'csv';

export async function reportsHolding(
  db: Database,
  vault: Vault,
  { clientId, phone }: { clientId: number; phone: string },
): Promise<SearchedReports> {
  const { archives, first } = await asClient(db, clientId, async (tx) => ({
    archives: await tx.rows<Archive>(
      `SELECT report_archive_id AS id, file_name AS "fileName", platform_time(created) AS created,
         part_count AS "partCount", format, sealed_filters AS filters,
         status_id = ${reportStatus.ready} AS "isReady"
       FROM report_archive WHERE client_id = $1 ORDER BY report_archive_id DESC`,
      [clientId],
    ),
    first: await tx.row<{ at: Date | null }>(
      'SELECT min(started_at) AS at FROM call_record WHERE client_id = $1 AND phone = $2',
      [clientId, phone],
    ),
  }));
  const digits = phone.slice(-10);
  const holding: HoldingReport[] = [];
  for (const { partCount, format, filters, isReady: _, ...report } of archives) {
    const file = { clientId, reportArchiveId: report.id, partCount };
    const asked = filters ? JSON.stringify(openFilters(vault, file, filters) ?? {}) : '';
    if (
      asked.replace(/[^\d"]/g, '').includes(digits) ||
      (format === searchable
        ? await isIn(readParts(db, vault, file), digits)
        : partCount > 0 && first?.at != null && first.at < report.created)
    ) {
      holding.push(report);
    }
  }
  const searched = archives.filter(({ isReady }) => isReady).map(({ id }) => id);
  return { holding, searched };
}

/**
 * Of an erasure that is done again, which cannot be refused: exports that are being made, and those that
 * became ready since their archives were searched, begin anew. They may have read the person already.
 */
export async function beginReportsAnew(
  tx: Tx,
  clientId: number,
  searched: readonly number[],
): Promise<void> {
  await tx.run(`SELECT pg_advisory_xact_lock(hashtext('report exports'), $1)`, [clientId]);
  const rows = await tx.rows<{ id: number }>(
    `UPDATE report_archive SET status_id = ${reportStatus.starting}, run = run + 1, progress = 0,
       number_of_records = 0, part_count = 0, file_bytes = 0
     WHERE client_id = $1 AND (status_id IN ${unfinished}
       OR status_id = ${reportStatus.ready} AND report_archive_id <> ALL ($2))
     RETURNING report_archive_id AS id`,
    [clientId, searched],
  );
  for (const { id } of rows) {
    await deleteParts(tx, clientId, id);
    await enqueueExport(tx, clientId, id);
  }
}

/** A number may begin in one part and end in the next. */
async function isIn(parts: AsyncIterable<Buffer>, digits: string): Promise<boolean> {
  let rest = '';
  try {
    for await (const part of parts) {
      // As a number is written in an export: digits, perhaps with punctuation between them.
      const text = rest + part.toString('latin1').replace(/(?<=\d)[-. )]+(?=\d)/g, '');
      if (text.includes(digits)) return true;
      rest = text.slice(-20);
    }
  } catch (error) {
    // What nobody can open is taken to hold the number.
    if (!(error instanceof SealError)) throw error;
    return true;
  }
  return false;
}
