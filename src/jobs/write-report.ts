/** Writes a report's file, part by part, from one state of the data. */
import type { Database } from '#db/database.ts';
import { asClient } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { readCallRecords } from '#db/queries/call-record-export.ts';
import { packPart } from '#db/queries/report-part.ts';
import { announceRecords, finishRun, type ReportRun, storePart } from '#db/queries/report-run.ts';
import { headerLine, lineWriter } from './report-lines.ts';

/** Another try is working on the report, or it was canceled: this one has nothing left to do. */
export class Superseded extends Error {}

/** The file would be larger than is stored. */
export class TooLarge extends Error {}

export interface WriteLimits {
  /** Bytes of CSV in a part, about. */
  partBytes: number;
  /** Bytes of CSV in a file. */
  fileBytes: number;
}

export const writeLimits: WriteLimits = { partBytes: 2 ** 20, fileBytes: 4e9 };

interface WriteDeps {
  db: Database;
  vault: Vault;
  /** Aborts it between two pages. */
  signal?: AbortSignal;
}

/**
 * Ends as READY.
 *
 * @throws Superseded, TooLarge, the signal's reason, and errors of the database
 */
export async function writeReport(
  { db, vault, signal }: WriteDeps,
  run: ReportRun,
  limits: WriteLimits = writeLimits,
): Promise<void> {
  const { clientId, reportArchiveId } = run;
  const linesOf = lineWriter({ vault, clientId, includeFullSsn: run.includeFullSsn });
  const file = { records: 0, fileBytes: 0, partCount: 0 };
  let total = 0;
  let pending = [headerLine];
  let pendingLength = headerLine.length;

  const flush = async () => {
    const csv = Buffer.from(pending.join(''));
    pending = [];
    pendingLength = 0;
    file.fileBytes += csv.length;
    if (file.fileBytes > limits.fileBytes) throw new TooLarge();
    const part = file.partCount;
    const content = await packPart(vault, { clientId, reportArchiveId, part }, csv);
    // 100 comes only with READY.
    const progress = Math.min(99, Math.floor((100 * file.records) / Math.max(1, total)));
    await mine(asClient(db, clientId, (tx) => storePart(tx, run, { part, content, progress })));
    file.partCount += 1;
  };

  const question = { clientId, filters: run.filters, blind: vault };
  await readCallRecords(db, question, run.utcOffset, {
    async begin(count) {
      total = count;
      await mine(asClient(db, clientId, (tx) => announceRecords(tx, run, count)));
    },
    async page(rows) {
      signal?.throwIfAborted();
      const lines = linesOf(rows);
      pending.push(lines);
      pendingLength += lines.length;
      file.records += rows.length;
      if (pendingLength >= limits.partBytes) await flush();
    },
  });
  if (pending.length > 0) await flush();
  await mine(asClient(db, clientId, (tx) => finishRun(tx, run, file)));
}

async function mine(stillAtWork: Promise<boolean>): Promise<void> {
  if (!(await stillAtWork)) throw new Superseded();
}
