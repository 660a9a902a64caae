/** A call detail report as CSV, page by page. */
import type { ExportedRow } from '#db/queries/call-record-export.ts';
import type { ReportRun } from '#db/queries/report-run.ts';
import type { FileFormat } from './file-format.ts';
import { headerLines, lineWriter } from './report-lines.ts';
import type { OpenedColumns } from './sealed-columns.ts';

/** @param filters in words, one a line */
export function csvFormat(run: ReportRun, filters: readonly string[]): FileFormat {
  const linesOf = lineWriter(run);
  return {
    serialTimes: false,
    begin: () => Buffer.from(headerLines(run.columns, run.filtersInFile ? filters : [])),
    rows: (rows: readonly ExportedRow[], opened: OpenedColumns) =>
      Buffer.from(linesOf(rows, opened)),
    end: () => Buffer.alloc(0),
  };
}
