import type { Database } from '#db/database.ts';
import type { ReportQuestion } from '#db/queries/call-record-filter.ts';

/** Takes a file's records; each call is awaited before the next. */
export interface PageReader<Page> {
  /** Once, before the first page: how many records there will be, exactly. */
  begin(total: number): Promise<void>;
  page(page: Page): Promise<void>;
}

/** How a report's file is written: its pieces in order are the file. */
export interface FileFormat<Page, Opened> {
  begin(): Buffer;
  /** Reads every record that matches, newest first, as of one instant. */
  read(db: Database, question: ReportQuestion, reader: PageReader<Page>): Promise<void>;
  records(page: Page): number;
  /** Opens the sealed values of a page. */
  open(page: Page): Promise<Opened>;
  piece(page: Page, opened: Opened): Buffer;
  end(): Buffer;
}
