/** Counts the rows of a whole file as its import would; in a worker, so that the page stays quick. */
import { ProblemError } from '#contract/errors.ts';
import { CsvScanner } from '#domain/contact-file/csv-scanner.ts';
import { type CountGiven, type RowCount, RowCounter } from '#domain/contact-file/row-counter.ts';
import { textOf } from './file-bytes.ts';

export interface CheckGiven extends CountGiven {
  file: Blob;
  delimiter: string;
}

/** What the rows are, or the sentence for which the file is refused. */
export type Checked = { count: RowCount } | { refusal: string };

/** @param onShare how much was read, 0 to 1 */
export async function checkRows(
  given: CheckGiven,
  onShare: (share: number) => void,
): Promise<Checked> {
  const { file, delimiter } = given;
  const counter = new RowCounter(given);
  let header = true;
  const scanner = new CsvScanner(
    delimiter,
    (record) => {
      if (header) header = false;
      else counter.consume(record);
    },
    (size) => new Uint8Array(size),
  );
  try {
    for await (const text of textOf(file, (bytes) => onShare(bytes / file.size))) {
      scanner.push(text);
    }
    scanner.end();
  } catch (error) {
    if (error instanceof ProblemError) return { refusal: error.message };
    throw error;
  }
  return { count: counter.count };
}
