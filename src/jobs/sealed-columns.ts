/** The sealed columns of a workbook's pages, opened. */
import { type CallRecordColumn, callRecordTable } from '#contract/call-record-columns.ts';
import type { ExportedRow } from '#db/queries/call-record-export.ts';
import { type OpenedBatch, type RecordField, recordFields } from './sealed-batch.ts';
import { SealedPack } from './sealed-pack.ts';
import type { SealedValues } from './sealed-values.ts';

/** For each column of the file: a text for each record where it is sealed, '' without a value. */
export type OpenedColumns = readonly (readonly string[] | undefined)[];

export class SealedColumns {
  readonly #values: SealedValues;
  /** Of each column of the file: its position in `recordFields`, or -1. */
  readonly #fields: readonly number[];

  constructor(values: SealedValues, columns: readonly CallRecordColumn[]) {
    this.#values = values;
    this.#fields = columns.map((column) =>
      recordFields.indexOf(callRecordTable[column].type as RecordField),
    );
  }

  /** @throws SealError when a value was sealed for another row, its key is missing, or it was changed */
  async open(rows: readonly ExportedRow[]): Promise<OpenedColumns> {
    const pack = new SealedPack();
    for (const row of rows) {
      const before = pack.values;
      for (const [index, field] of this.#fields.entries()) {
        const sealed = field < 0 ? null : (row[index] as Uint8Array | null);
        if (sealed) pack.add(sealed, field);
      }
      const at = this.#fields.length;
      pack.place(before, Number(row[at]), Number(row[at + 1]));
    }
    const next = textsOf(await this.#values.open(pack.taken().sealed));
    const opened = this.#fields.map((field) => (field < 0 ? undefined : ([] as string[])));
    for (const row of rows) {
      for (const [index, texts] of opened.entries()) {
        const sealed = row[index] as Uint8Array | null;
        texts?.push(sealed && sealed.length > 0 ? (next.next().value ?? '') : '');
      }
    }
    return opened;
  }
}

function* textsOf({ bytes, ends }: OpenedBatch): Generator<string, undefined> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let start = 0;
  for (const end of ends) {
    yield buffer.toString('utf8', start, end);
    start = end;
  }
  return undefined;
}
