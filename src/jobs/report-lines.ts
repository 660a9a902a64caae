/** The lines of a call detail report's CSV: RFC 4180. */

import { callOutcomeNames } from '#contract/call-outcome.ts';
import {
  type CallRecordColumn,
  type ColumnType,
  callRecordTable,
} from '#contract/call-record-columns.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import type { SealedField } from '#db/encryption.ts';
import type { ExportedRow, ExportedValue } from '#db/queries/call-record-export.ts';
import { outcomeAt } from '#db/record-outcome.ts';
import { csvCell } from '#domain/csv.ts';
import { maskDateOfBirth, maskSsn } from '#domain/masking.ts';
import type { OpenedColumns } from './sealed-columns.ts';

/** Spreadsheets recognize UTF-8 by its byte order mark. */
const byteOrderMark = '\ufeff';

/** @param above lines before the header: one cell each */
export function headerLines(
  columns: readonly CallRecordColumn[],
  above: readonly string[],
): string {
  const headings = columns.map((column) => csvCell(callRecordTable[column].heading));
  const lines = [...above.map(csvCell), headings.join(',')];
  return `${byteOrderMark}${lines.join('\r\n')}\r\n`;
}

/** A value as a cell; sealed values are already opened. */
type Cell<T extends ColumnType> = (
  value: T extends SealedField ? string : ExportedValue[T],
) => string;

export interface WrittenRows {
  columns: readonly CallRecordColumn[];
  includeFullSsn: boolean;
}

/** Makes the lines of a page of records. */
export function lineWriter({ includeFullSsn, columns: names }: WrittenRows) {
  const shownSsn = includeFullSsn ? fullSsn : maskSsn;
  const shownBirth = includeFullSsn ? (value: string) => value : maskDateOfBirth;
  const cells: { [T in ColumnType]: Cell<T> } = {
    ...plainCells,
    dateOfBirth: (value) => csvCell(shownBirth(value)),
    ssn: (value) => csvCell(shownSsn(value)),
  };
  const columns = names.map((name) => cells[callRecordTable[name].type] as Cell<never>);

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

/** Times and figures need no quotes, and spreadsheets never take them for formulas. */
const plainCells: { [T in Exclude<ColumnType, SealedField>]: Cell<T> } = {
  text: csvCell,
  phone: csvCell,
  time: (time) => time ?? '',
  seconds: (seconds) => seconds,
  count: (count) => count ?? '',
  money: dollars,
  callerIdType: (type) => callerIdTypeNames[Number(type) as keyof typeof callerIdTypeNames] ?? '',
  outcome: (position) => callOutcomeNames[outcomeAt(Number(position))],
};

/** Nine digits as 012-34-5678: a spreadsheet would take a bare number and drop its zeros. */
export function fullSsn(ssn: string): string {
  return ssn.replace(/^(\d{3})(\d{2})(\d{4})$/, '$1-$2-$3');
}

/** Micro-dollars to dollars, exactly and never with an exponent. */
export function dollars(micro: string): string {
  const digits = micro.padStart(7, '0');
  const whole = digits.slice(0, -6);
  const fraction = digits.slice(-6).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
