/** The lines of a call detail report's CSV: RFC 4180, whatever columns the page shows. */
import {
  type ColumnType,
  callRecordTable,
  exportedColumns,
} from '#contract/call-record-columns.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import type { SealedField } from '#db/encryption.ts';
import type { ExportedRow, ExportedValue } from '#db/queries/call-record-export.ts';
import { csvCell } from '#domain/csv.ts';
import { maskDateOfBirth, maskSsn } from '#domain/masking.ts';
import type { OpenedColumns } from './sealed-columns.ts';

const headings = exportedColumns.map((column) => callRecordTable[column].heading);

/** Spreadsheets recognize UTF-8 by its byte order mark. */
export const headerLine = `\ufeff${headings.map(csvCell).join(',')}\r\n`;

/** A value as a cell; sealed values are already opened. */
type Cell<T extends ColumnType> = (
  value: T extends SealedField ? string : ExportedValue[T],
) => string;

/** Makes the lines of a page of records. */
export function lineWriter({ includeFullSsn }: { includeFullSsn: boolean }) {
  const shownSsn = includeFullSsn ? fullSsn : maskSsn;
  const shownBirth = includeFullSsn ? (value: string) => value : maskDateOfBirth;
  const cells: { [T in ColumnType]: Cell<T> } = {
    ...plainCells,
    dateOfBirth: (value) => csvCell(shownBirth(value)),
    ssn: (value) => csvCell(shownSsn(value)),
  };
  const columns = types.map((type) => cells[type] as Cell<never>);

  return (rows: readonly ExportedRow[], opened: OpenedColumns): string => {
    // A million records pass here: each allocates nothing but its line.
    const lineOf = (row: ExportedRow, n: number): string => {
      let line = '';
      for (let at = 0; at < columns.length; at += 1) {
        const texts = opened[at];
        const value = texts ? texts[n] : row[at];
        const cell = columns[at] as Cell<never>;
        line += at === 0 ? cell(value as never) : `,${cell(value as never)}`;
      }
      return `${line}\r\n`;
    };
    return rows.map(lineOf).join('');
  };
}

const types: readonly ColumnType[] = exportedColumns.map((column) => callRecordTable[column].type);

/** Times and figures need no quotes, and spreadsheets never take them for formulas. */
const plainCells: { [T in Exclude<ColumnType, SealedField>]: Cell<T> } = {
  text: csvCell,
  phone: csvCell,
  time: (time) => time ?? '',
  seconds: (seconds) => seconds,
  money: dollars,
  callerIdType: (type) => callerIdTypeNames[Number(type) as keyof typeof callerIdTypeNames] ?? '',
};

/** Nine digits as 012-34-5678: a spreadsheet would take a bare number and drop its zeros. */
function fullSsn(ssn: string): string {
  return ssn.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');
}

/** Micro-dollars to dollars, exactly and never with an exponent. */
function dollars(micro: string): string {
  const digits = micro.padStart(7, '0');
  const whole = digits.slice(0, -6);
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
