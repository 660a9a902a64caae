import type { ExportedRow } from '#db/queries/call-record-export.ts';
import type { OpenedColumns } from './sealed-columns.ts';

/** How a report's file is written: its pieces in order are the file. */
export interface FileFormat {
  /** Times are read as a spreadsheet's numbers. */
  serialTimes: boolean;
  begin(): Buffer;
  rows(rows: readonly ExportedRow[], opened: OpenedColumns): Buffer;
  end(): Buffer;
}
