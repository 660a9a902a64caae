/**
 * Reads every call record that matches as the bytes of a binary COPY, for a report's CSV: PostgreSQL
 * and the driver make no text of what is passed on as it is. Runs as carillon_report like
 * call-record.ts: the condition begins with the client.
 */
import { to as copyTo } from 'pg-copy-streams';
import {
  type CallRecordColumn,
  type ColumnType,
  callRecordTable,
} from '#contract/call-record-columns.ts';
import { asReportSnapshot, type Database, type Tx } from '../database.ts';
import { countMatches, newestFirst, valueSql } from './call-record.ts';
import { type ReportQuestion, writtenReportCondition } from './call-record-filter.ts';

/**
 * How a field's bytes are read: UTF-8; microseconds since 2000-01-01 UTC, 8 bytes; a whole number,
 * 8 bytes; a sealed value.
 */
export type CopiedKind = 'text' | 'time' | 'number' | 'sealed';

export const copiedKinds: Record<ColumnType, CopiedKind> = {
  text: 'text',
  phone: 'text',
  time: 'time',
  seconds: 'number',
  count: 'number',
  money: 'number',
  callerIdType: 'number',
  outcome: 'number',
  dateOfBirth: 'sealed',
  ssn: 'sealed',
};

/** Consumes the bytes; each call is awaited before the next. */
export interface CopyReader {
  /** Once, before the first piece: how many records there will be, exactly. */
  begin(total: number): Promise<void>;
  /** A piece ends anywhere. */
  piece(bytes: Buffer): Promise<void>;
}

/** Bytes that a piece may have, and that are read ahead. */
const highWaterMark = 2 ** 18;

/**
 * Passes on every matching record, newest first, as of one instant: the file's columns in their
 * order, then the ids of list and entry as numbers. Memory does not grow with their number.
 */
export function copyCallRecords(
  db: Database,
  question: ReportQuestion,
  columns: readonly CallRecordColumn[],
  reader: CopyReader,
): Promise<void> {
  return asReportSnapshot(db, async (tx) => {
    await reader.begin(await countMatches(tx, question));
    await copyOut(
      tx,
      `SELECT ${copiedColumns(columns)} FROM call_record
       WHERE ${writtenReportCondition(question)} ${newestFirst}`,
      (bytes) => reader.piece(bytes),
    );
  });
}

function copiedColumns(columns: readonly CallRecordColumn[]): string {
  return [...columns.map(copied), 'call_list_id::bigint', 'entry_id::bigint'].join(', ');
}

function copied(column: CallRecordColumn): string {
  const value = valueSql(column);
  return copiedKinds[callRecordTable[column].type] === 'number' ? `(${value})::bigint` : value;
}

/** A COPY that is left halfway would be answered for ever: its connection ends with it. */
async function copyOut(
  { client }: Tx,
  query: string,
  take: (bytes: Buffer) => Promise<void>,
): Promise<void> {
  const stream = client.query(
    copyTo(`COPY (${query}) TO STDOUT (FORMAT binary)`, { highWaterMark }),
  );
  let whole = false;
  try {
    for await (const bytes of stream) await take(bytes as Buffer);
    whole = true;
  } finally {
    if (!whole) {
      stream.on('error', () => {});
      client.connection.stream.destroy();
    }
  }
}
