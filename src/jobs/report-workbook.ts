/**
 * A call detail report as an XLSX workbook, page by page: numbers are numbers, times are times, and
 * no text is a formula. Its last sheet has the filters. Memory does not grow with the rows.
 */
import { callOutcomeNames } from '#contract/call-outcome.ts';
import { type ColumnType, callRecordTable } from '#contract/call-record-columns.ts';
import { callerIdTypeNames } from '#contract/campaign.ts';
import type { SealedField } from '#db/encryption.ts';
import {
  type ExportedRow,
  type ExportedValue,
  readCallRecords,
} from '#db/queries/call-record-export.ts';
import type { ReportRun } from '#db/queries/report-run.ts';
import { outcomeAt } from '#db/record-outcome.ts';
import { zoneSentence } from '#domain/filter-words.ts';
import { dollars } from './csv-cells.ts';
import type { FileFormat } from './file-format.ts';
import { type OpenedColumns, SealedColumns } from './sealed-columns.ts';
import type { SealedValues } from './sealed-values.ts';
import {
  type Cell,
  cellStyle,
  columnsXml,
  rowXml,
  sheetHead,
  sheetTail,
} from './xlsx/sheet-xml.ts';
import { workbookFiles } from './xlsx/workbook-xml.ts';
import { ZipStream } from './xlsx/zip-stream.ts';

/** A worksheet has no more rows; the first has the headings. */
export const mostSheetRows = 1_048_576;

type Make<T extends ColumnType> = (
  value: T extends SealedField ? string : ExportedValue[T],
) => Cell;

const text = (value: string): Cell => (value === '' ? undefined : { kind: 'text', text: value });
const number = (value: string | null, style?: number): Cell =>
  value === null ? undefined : { kind: 'number', number: value, ...(style ? { style } : {}) };

/** Sealed values are opened, and masked where they are to be. */
const cells: { [T in ColumnType]: Make<T> } = {
  text,
  phone: text,
  time: (serial) => number(serial, cellStyle.time),
  seconds: (value) => number(value),
  count: (value) => number(value),
  money: (micro) => number(dollars(micro), cellStyle.money),
  callerIdType: (type) =>
    text(callerIdTypeNames[Number(type) as keyof typeof callerIdTypeNames] ?? ''),
  outcome: (position) => text(callOutcomeNames[outcomeAt(Number(position))]),
  dateOfBirth: text,
  ssn: text,
};

/** Characters. */
const widths: Partial<Record<ColumnType, number>> = { time: 23, phone: 14, text: 18, outcome: 12 };

interface WorkbookPage {
  rows: readonly ExportedRow[];
}

/**
 * @param filters in words, one a row
 * @param values opens as texts
 */
export function workbookFormat(
  run: ReportRun,
  filters: readonly string[],
  values: SealedValues,
): FileFormat<WorkbookPage, OpenedColumns> {
  const { columns, utcOffset, timeZone } = run;
  const sheets = workbookPieces(run, filters);
  const sealed = new SealedColumns(values, columns);
  return {
    begin: sheets.begin,
    read: (db, question, reader) =>
      readCallRecords(
        db,
        question,
        { columns, utcOffset, timeZone },
        {
          begin: (total) => reader.begin(total),
          page: (rows) => reader.page({ rows }),
        },
      ),
    records: ({ rows }) => rows.length,
    open: ({ rows }) => sealed.open(rows),
    piece: ({ rows }, opened) => sheets.rows(rows, opened),
    end: sheets.end,
  };
}

/**
 * The pieces of the file.
 *
 * @param sheetRows fewer only in tests
 */
export function workbookPieces(
  run: Pick<ReportRun, 'columns' | 'utcOffset' | 'timeZone'>,
  filters: readonly string[],
  sheetRows = mostSheetRows,
) {
  const zip = new ZipStream();
  const types = run.columns.map((column) => callRecordTable[column].type);
  const make = types.map((type) => cells[type] as Make<never>);
  const sheets: string[] = [];
  let row = 0;

  const beginSheet = (name: string, columns: readonly number[], headings: readonly string[]) => {
    sheets.push(name);
    row = 1;
    const head = headings.map(
      (heading): Cell => ({ kind: 'text', text: heading, style: cellStyle.heading }),
    );
    return [
      zip.begin(`xl/worksheets/sheet${sheets.length}.xml`),
      zip.add(`${sheetHead}${columnsXml(columns)}${rowXml(1, head)}`),
    ];
  };
  const beginRecords = () =>
    beginSheet(
      sheets.length === 0 ? 'Call records' : `Call records ${sheets.length + 1}`,
      types.map((type) => widths[type] ?? 12),
      run.columns.map((column) => callRecordTable[column].heading),
    );
  const rowOf = (record: ExportedRow, opened: OpenedColumns, n: number) => {
    row += 1;
    return rowXml(
      row,
      make.map((cell, at) => cell((opened[at]?.[n] ?? record[at]) as never)),
    );
  };

  return {
    begin: (): Buffer => Buffer.concat(beginRecords()),
    rows(records: readonly ExportedRow[], opened: OpenedColumns): Buffer {
      const pieces: Buffer[] = [];
      let xml = '';
      for (const [n, record] of records.entries()) {
        if (row === sheetRows) {
          pieces.push(zip.add(`${xml}${sheetTail}`), ...beginRecords());
          xml = '';
        }
        xml += rowOf(record, opened, n);
      }
      return Buffer.concat([...pieces, zip.add(xml)]);
    },
    end(): Buffer {
      const closed = zip.add(sheetTail);
      const begun = beginSheet('Filters', [100], ['Filters']);
      const words = filters.length > 0 ? filters : ['None: all call records.'];
      const lines = [...words, zoneSentence(run)];
      const xml = lines.map((line, at) => rowXml(at + 2, [{ kind: 'text', text: line }]));
      const last = zip.add(`${xml.join('')}${sheetTail}`);
      const files = workbookFiles(sheets).flatMap(([path, content]) => [
        zip.begin(path),
        zip.add(content),
      ]);
      return Buffer.concat([closed, ...begun, last, ...files, zip.end()]);
    },
  };
}
