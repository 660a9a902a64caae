/**
 * Reads call records for the call detail report.
 *
 * Runs as carillon_report: under row level security ILIKE would never use the trigram indexes. So
 * `client_id = $1` is in every query, and the client comes from the session's token.
 */
import {
  type ByColumn,
  callRecordColumns,
  callRecordTable,
} from '#contract/call-record-columns.ts';
import { asClient, asReport, type Database } from '../database.ts';
import { type ReportQuestion, reportCondition } from './call-record-filter.ts';

/** A value as stored: micro-dollars, sealed SSN and date of birth. */
export interface StoredValue {
  text: string;
  phone: string;
  time: Date | null;
  seconds: number;
  money: number;
  callerIdType: number;
  dateOfBirth: Buffer | null;
  ssn: Buffer | null;
}

/** A call record as stored, by the columns of the report. */
export type CallRecordRow = ByColumn<StoredValue>;

const columns = [
  ...callRecordColumns.map((column) => `${callRecordTable[column].column} AS "${column}"`),
  'started_at, call_list_id, entry_id',
].join(', ');

/** The order of every call detail report; it is total. */
export const newestFirst = 'ORDER BY started_at DESC, call_list_id DESC, entry_id DESC';

/** Up to this many pages of matches are found first and then sorted. */
const fewPages = 40;

/**
 * The newest records that match, at most `limit`; `total` is their count.
 *
 * The planner cannot know how rare a keyword is. Left alone it walks from the newest record on and
 * reads every one when hardly any matches (720 ms of 2 million records). The count is known by
 * now, so it chooses: a few matches that an index leads to are found first (OFFSET 0 keeps the
 * LIMIT out of the inner query); of many, or without an index, the walk soon meets the newest.
 */
export async function newestCallRecords(
  db: Database,
  question: ReportQuestion,
  limit: number,
  total: number,
): Promise<CallRecordRow[]> {
  if (total === 0) return [];
  const { where, values, indexed } = reportCondition(question);
  const matches = `SELECT ${columns} FROM call_record WHERE ${where}`;
  const sql =
    indexed && total <= fewPages * limit
      ? `SELECT * FROM (${matches} OFFSET 0) matches ${newestFirst}`
      : `${matches} ${newestFirst}`;
  return asReport(db, question.clientId, (tx) =>
    tx.rows<CallRecordRow>(`${sql} LIMIT ${Math.trunc(limit)}`, values),
  );
}

/** How many records match, exactly. */
export async function countCallRecords(db: Database, question: ReportQuestion): Promise<number> {
  const { where, values } = reportCondition(question);
  const row = await asReport(db, question.clientId, (tx) =>
    tx.row<{ total: number }>(`SELECT count(*) AS total FROM call_record WHERE ${where}`, values),
  );
  return row?.total ?? 0;
}

/** Whether all of these campaigns are this client's, deleted ones included. */
export function ownsCampaigns(db: Database, clientId: number, ids: readonly number[]) {
  const distinct = [...new Set(ids)];
  return asClient(db, clientId, async (tx) => {
    const row = await tx.row<{ found: number }>(
      'SELECT count(*) AS found FROM campaign WHERE client_id = $1 AND campaign_id = ANY($2::bigint[])',
      [clientId, distinct],
    );
    return row?.found === distinct.length;
  });
}
