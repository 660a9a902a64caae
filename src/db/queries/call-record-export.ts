/**
 * Reads every call record that matches, for a report's file. Runs as carillon_report like
 * call-record.ts: `client_id = $1` is in every query.
 */
import {
  type ColumnType,
  callRecordTable,
  exportedColumns,
} from '#contract/call-record-columns.ts';
import { ahead } from '#domain/ahead.ts';
import { asReportSnapshot, type Database, type Tx } from '../database.ts';
import { newestFirst } from './call-record.ts';
import { type ReportQuestion, reportCondition } from './call-record-filter.ts';

/** Pages are small: handling one must not block the process for long. */
const pageRows = 1000;

/**
 * A value as the file needs it. Everything is text, times are written out by PostgreSQL (which has
 * a core of its own), and money is micro-dollars.
 */
export interface ExportedValue {
  text: string;
  phone: string;
  time: string | null;
  seconds: string;
  money: string;
  callerIdType: string;
  dateOfBirth: Buffer | null;
  ssn: Buffer | null;
}

/** A record: the values of `exportedColumns`, in their order. */
export type ExportedRow = ExportedValue[ColumnType][];

/** Consumes the records; each call is awaited before the next. */
export interface RecordReader {
  /** Once, before the first page: how many records there will be, exactly. */
  begin(total: number): Promise<void>;
  page(rows: ExportedRow[]): Promise<void>;
}

/**
 * Passes on every matching record, newest first, as of one instant. Memory does not grow with their
 * number.
 *
 * @param utcOffset minutes east of UTC, in which times are written
 */
export function readCallRecords(
  db: Database,
  question: ReportQuestion,
  utcOffset: number,
  reader: RecordReader,
): Promise<void> {
  return asReportSnapshot(db, async (tx) => {
    const { where, values } = reportCondition(question);
    const counted = await tx.row<{ total: number }>(
      `SELECT count(*) AS total FROM call_record WHERE ${where}`,
      values,
    );
    await reader.begin(counted?.total ?? 0);
    // All rows are read, so the plan that has the first of them soonest is not the best.
    await tx.run('SET LOCAL cursor_tuple_fraction = 1');
    await tx.run(
      `DECLARE records NO SCROLL CURSOR FOR
       SELECT ${columnsAt(`$${values.length + 1}`)} FROM call_record WHERE ${where} ${newestFirst}`,
      [...values, utcOffset],
    );
    let next = nextRows(tx);
    for (;;) {
      const rows = await next;
      const more = rows.length === pageRows;
      // PostgreSQL works on the next page meanwhile.
      if (more) next = ahead(nextRows(tx));
      if (rows.length > 0) await reader.page(rows);
      if (!more) return;
    }
  });
}

async function nextRows(tx: Tx): Promise<ExportedRow[]> {
  const { rows } = await tx.client.query<ExportedRow>({
    text: `FETCH ${pageRows} FROM records`,
    rowMode: 'array',
  });
  return rows;
}

const plain = (column: string) => column;
const asText = (column: string) => `${column}::text`;

const selected: Record<ColumnType, (column: string, offset: string) => string> = {
  text: plain,
  phone: plain,
  time: (column, offset) =>
    `to_char(${column} AT TIME ZONE 'UTC' + make_interval(mins => ${offset}::integer), 'YYYY-MM-DD HH12:MI:SS AM')`,
  seconds: asText,
  money: asText,
  callerIdType: asText,
  dateOfBirth: plain,
  ssn: plain,
};

function columnsAt(offset: string): string {
  return exportedColumns
    .map((name) => selected[callRecordTable[name].type](callRecordTable[name].column, offset))
    .join(', ');
}
