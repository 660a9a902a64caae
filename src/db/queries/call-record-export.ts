/**
 * Reads every call record that matches, row by row, for a report's workbook. Runs as carillon_report like
 * call-record.ts: `client_id = $1` is in every query.
 */
import {
  type CallRecordColumn,
  type ColumnType,
  callRecordTable,
} from '#contract/call-record-columns.ts';
import { ahead } from '#domain/ahead.ts';
import { asReportSnapshot, type Database, type Tx } from '../database.ts';
import { countMatches, newestFirst, valueSql } from './call-record.ts';
import { type ReportQuestion, reportCondition } from './call-record-filter.ts';

/** Pages are small: handling one must not block the process for long. */
const pageRows = 1000;

/**
 * A value as the file needs it. Everything is text, times are made by PostgreSQL (which has a core of
 * its own) as days since 1899-12-30, which spreadsheets count in, and money is micro-dollars.
 */
export interface ExportedValue {
  text: string;
  phone: string;
  time: string | null;
  seconds: string;
  count: string | null;
  money: string;
  callerIdType: string;
  /** Its position in `callOutcomes`. */
  outcome: string;
  dateOfBirth: Buffer | null;
  ssn: Buffer | null;
}

/** A record: the values of the file's columns, in their order; then the ids of its list and entry. */
export type ExportedRow = ExportedValue[ColumnType][];

/** Consumes the records; each call is awaited before the next. */
export interface RecordReader {
  /** Once, before the first page: how many records there will be, exactly. */
  begin(total: number): Promise<void>;
  page(rows: ExportedRow[]): Promise<void>;
}

/** What of each record is read, and how its times are written. */
export interface FileShape {
  columns: readonly CallRecordColumn[];
  /** Minutes east of UTC. */
  utcOffset: number;
  /** Instead of the offset, which is that of one day. */
  timeZone?: string | null;
}

/**
 * Passes on every matching record, newest first, as of one instant. Memory does not grow with their
 * number.
 */
export function readCallRecords(
  db: Database,
  question: ReportQuestion,
  shape: FileShape,
  reader: RecordReader,
): Promise<void> {
  return asReportSnapshot(db, async (tx) => {
    const { where, values } = reportCondition(question);
    await reader.begin(await countMatches(tx, question));
    // All rows are read, so the plan that has the first of them soonest is not the best.
    await tx.run('SET LOCAL cursor_tuple_fraction = 1');
    await tx.run(
      `DECLARE records NO SCROLL CURSOR FOR
       SELECT ${selectedColumns(shape, `$${values.length + 1}`)} FROM call_record WHERE ${where} ${newestFirst}`,
      [...values, zoneOf(shape)],
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
const asText = (column: string) => `(${column})::text`;

type Select = (column: string, zone: string) => string;

/** To the second: 25569 is 1970-01-01. */
const serial: Select = (column, zone) =>
  `(25569 + round(extract(epoch FROM ${column} AT TIME ZONE ${zone}::text)) / 86400)::numeric(16, 10)::text`;

/** As PostgreSQL takes a zone: an offset is written as POSIX does, which counts to the west. */
export function zoneOf({ timeZone, utcOffset }: FileShape): string {
  if (timeZone) return timeZone;
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(utcOffset);
  return `UTC${utcOffset < 0 ? '+' : '-'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

const selected: Record<ColumnType, Select> = {
  text: plain,
  phone: plain,
  time: serial,
  seconds: asText,
  count: asText,
  money: asText,
  callerIdType: asText,
  outcome: asText,
  dateOfBirth: plain,
  ssn: plain,
};

/** The zone stands in every statement: a parameter that none needs would have no type. */
function selectedColumns({ columns }: FileShape, zone: string): string {
  const all = columns.map((name) => selected[callRecordTable[name].type](valueSql(name), zone));
  return [...all, 'call_list_id', 'entry_id', `${zone}::text`].join(', ');
}
