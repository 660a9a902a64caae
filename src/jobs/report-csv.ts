/** A call detail report as CSV, page by page: RFC 4180. */
import { type CallRecordColumn, callRecordTable } from '#contract/call-record-columns.ts';
import { copyCallRecords } from '#db/queries/call-record-copy.ts';
import type { ReportRun } from '#db/queries/report-run.ts';
import { csvCell } from '#domain/csv.ts';
import { zoneSentence } from '#domain/filter-words.ts';
import { CsvLines, filled, type LinePage } from './csv-lines.ts';
import type { FileFormat } from './file-format.ts';
import type { OpenedBatch } from './sealed-batch.ts';
import type { SealedValues } from './sealed-values.ts';

/** Spreadsheets recognize UTF-8 by its byte order mark. */
const byteOrderMark = '\ufeff';

/**
 * @param filters in words, one a line
 * @param values opens as cells
 */
export function csvFormat(
  run: ReportRun,
  filters: readonly string[],
  values: SealedValues,
): FileFormat<LinePage, OpenedBatch> {
  const { columns, utcOffset, timeZone } = run;
  // The documented headings leave no place for the zone.
  const above = run.filtersInFile ? [...filters, zoneSentence(run)] : [];
  return {
    begin: () => Buffer.from(headerLines(columns, above)),
    async read(db, question, reader) {
      const lines = new CsvLines({ columns, utcOffset, timeZone }, (page) => reader.page(page));
      await copyCallRecords(db, question, columns, {
        begin: (total) => reader.begin(total),
        piece: (bytes) => lines.piece(bytes),
      });
      await lines.end();
    },
    records: (page) => page.records,
    open: (page) => values.open(page.sealed),
    piece: filled,
    end: () => Buffer.alloc(0),
  };
}

/** @param above lines before the header: one cell each */
function headerLines(columns: readonly CallRecordColumn[], above: readonly string[]): string {
  const headings = columns.map((column) => csvCell(callRecordTable[column].heading));
  const lines = [...above.map(csvCell), headings.join(',')];
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`;
}
