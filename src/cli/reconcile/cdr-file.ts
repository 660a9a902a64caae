/** A CSV file of records that the operator copied from a carrier's machine. */

import { createReadStream } from 'node:fs';
import type { CarrierKind, CarrierRecord } from '#carriers/kind.ts';
import type { SimMs } from '#domain/milliseconds.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { bufferScanner } from '#imports/buffer-scanner.ts';
import { cellText } from '#imports/cell-text.ts';

type RecordOfRow = NonNullable<CarrierKind<unknown>['recordOfRow']>;

/**
 * @param since rows that are more than a day older are left out: the file may hold years, and
 *   its times may be local ones
 * @throws Error with a sentence: it cannot be read, or none of its rows names a call of ours
 */
export async function* recordsInFile(
  path: string,
  recordOfRow: RecordOfRow,
  since: SimMs,
): AsyncGenerator<CarrierRecord> {
  let rows = 0;
  let named = 0;
  const found: CarrierRecord[] = [];
  const scanner = bufferScanner(',', (row) => {
    rows += 1;
    const cells = Array.from({ length: row.count }, (_, cell) => cellText(row, cell));
    const record = recordOfRow(cells);
    if (!record) return;
    named += 1;
    if (record.at >= since - day) found.push(record);
  });
  for await (const chunk of createReadStream(path)) {
    scanner.push(chunk as Buffer);
    yield* found.splice(0);
  }
  scanner.end();
  yield* found;
  if (rows > 0 && named === 0) {
    throw new OperatorError(
      `${path} contains no calls of Carillon's. Either it is the wrong file, or loguniqueid is not set in Asterisk's cdr.conf.`,
    );
  }
}

const day = 86_400_000;
