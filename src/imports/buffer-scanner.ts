import { type CsvRecord, CsvScanner } from '#domain/contact-file/csv-scanner.ts';

/** A record in a buffer of Node's. */
export type FileRecord = CsvRecord<Buffer>;

/** A scanner whose records are read with Node's own functions. */
export function bufferScanner(
  delimiter: string,
  consume: (record: FileRecord) => void,
): CsvScanner<Buffer> {
  return new CsvScanner<Buffer>(delimiter, consume, (size) => Buffer.allocUnsafeSlow(size));
}
