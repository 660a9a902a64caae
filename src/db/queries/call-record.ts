/**
 * Reads call records for the call detail report.
 *
 * Runs as carillon_report: under row level security ILIKE would never use the trigram indexes. So
 * `client_id = $1` is in every query, and the client comes from the session's token.
 */
import type { RecordSorting } from '#contract/call-record.ts';
import {
  type ByColumn,
  type CallRecordColumn,
  type ColumnType,
  callRecordColumns,
  callRecordTable,
} from '#contract/call-record-columns.ts';
import { asClient, asReport, type Database, type Tx } from '../database.ts';
import { nameOrder } from '../name-order.ts';
import { outcomeSql } from '../record-outcome.ts';
import { type ReportQuestion, reportCondition } from './call-record-filter.ts';

/** A value as stored: micro-dollars, sealed SSN and date of birth. */
export interface StoredValue {
  text: string;
  phone: string;
  time: Date | null;
  seconds: number;
  count: number | null;
  money: number;
  callerIdType: number;
  /** Its position in `callOutcomes`. */
  outcome: number;
  dateOfBirth: Buffer | null;
  ssn: Buffer | null;
}

/** What a record is found by: with the client the primary key. */
export interface RecordKey {
  startedAt: Date;
  callListId: number;
  entryId: number;
}

/** A call record as stored, by the columns of the report. */
export type CallRecordRow = ByColumn<StoredValue> & RecordKey;

/** What a column holds, as SQL. */
export function valueSql(column: CallRecordColumn): string {
  const { type, column: name } = callRecordTable[column];
  return type === 'outcome' ? outcomeSql : name;
}

export const recordColumns = [
  ...callRecordColumns.map((column) => `${valueSql(column)} AS "${column}"`),
  'started_at AS "startedAt", call_list_id AS "callListId", entry_id AS "entryId"',
].join(', ');

/** The order of every call detail report; it is total. */
export const newestFirst = 'ORDER BY started_at DESC, call_list_id DESC, entry_id DESC';

/** What a column sorts by: words whatever their case, nothing last in both directions. */
const sortedBy: { [T in ColumnType]: (value: string) => string } = {
  text: (value) => nameOrder(`nullif(${value}, '')`),
  phone: (value) => value,
  time: (value) => value,
  seconds: (value) => value,
  count: (value) => value,
  money: (value) => value,
  callerIdType: (value) => value,
  outcome: (value) => value,
  dateOfBirth: (value) => value,
  ssn: (value) => value,
};

/** Equal ones newest first. Without a sorting the newest first. */
function orderOf(sort: RecordSorting | undefined): string {
  if (!sort) return newestFirst;
  const { column, descending } = sort;
  const direction = descending ? 'DESC' : 'ASC';
  if (column === 'startTime') {
    return `ORDER BY started_at ${direction}, call_list_id ${direction}, entry_id ${direction}`;
  }
  const key = sortedBy[callRecordTable[column].type](valueSql(column));
  // The planner uses an index on what is never null only without a word on nulls.
  const nulls = callRecordTable[column].type === 'phone' ? '' : ' NULLS LAST';
  return `${newestFirst.replace('ORDER BY', `ORDER BY ${key} ${direction}${nulls},`)}`;
}

/** Up to this many pages of matches are found first and then sorted. */
const fewPages = 40;

/** A frequent match fills its page from this many of the newest records. */
const newestTried = 5_000;

/** Which rows of the report, of those that match. */
export interface PageWanted {
  /** At most this many. */
  limit: number;
  /** How many match, if that is known. */
  total?: number;
  /** The newest first without it. */
  sort?: RecordSorting | undefined;
  /** How many of that order come before them. */
  skip?: number;
}

/**
 * A page of the records that match.
 *
 * The planner cannot know how rare a keyword is. Left alone it walks from the newest record on and
 * reads every one when hardly any matches (720 ms of 2 million records). So it is told
 * (docs/decisions/080-pages-before-counts.md): of a filter that an index leads to, the newest records are
 * tried first; when they do not fill the page, the matches are few and found first (OFFSET 0 keeps
 * the LIMIT out of the inner query). Without an index, the walk.
 */
export async function pageOfCallRecords(
  db: Database,
  question: ReportQuestion,
  wanted: PageWanted,
): Promise<CallRecordRow[]> {
  const { limit, total, sort, skip = 0 } = wanted;
  if (total !== undefined && total <= skip) return [];
  const { where, values, span, indexed } = reportCondition(question);
  const order = orderOf(sort);
  const page = `LIMIT ${Math.trunc(limit)} OFFSET ${Math.trunc(skip)}`;
  const from = `FROM call_record WHERE ${where}`;
  const byTime = sort === undefined || sort.column === 'startTime';
  const walk = `SELECT ${recordColumns} ${from} ${order} ${page}`;
  const few = `SELECT ${recordColumns} FROM (SELECT * ${from} OFFSET 0) call_record ${order} ${page}`;
  const read = (sql: string) =>
    asReport(db, question.clientId, (tx) => tx.rows<CallRecordRow>(sql, values));

  if (!byTime) {
    const most = fewPages * limit;
    const isFew = indexed && (total ?? (await countCallRecords(db, question, most))) <= most;
    return read(isFew ? few : sortedKeys(from, order, page));
  }
  if (!indexed || (total !== undefined && total > fewPages * limit)) return read(walk);
  if (total === undefined) {
    const newest = `(SELECT * FROM call_record WHERE ${span} ${order} LIMIT ${newestTried}) call_record`;
    const rows = await read(
      `SELECT ${recordColumns} FROM ${newest} WHERE ${where} ${order} ${page}`,
    );
    if (rows.length === limit) return rows;
  }
  // Only their keys are sorted: behind the first pages they may be many.
  return read(
    sortedKeys(
      `FROM (SELECT started_at, call_list_id, entry_id ${from} OFFSET 0) few`,
      order,
      page,
    ),
  );
}

/**
 * In another order all matches are read, but only their keys are sorted, and the page's rows found
 * by them: a wide row would be copied for nothing.
 */
function sortedKeys(from: string, order: string, page: string): string {
  return `SELECT ${recordColumns} FROM (
      SELECT started_at AS at, call_list_id AS list, entry_id AS entry,
        row_number() OVER () AS row_index
      FROM (SELECT started_at, call_list_id, entry_id ${from} ${order} ${page}) AS sorted) AS k
    CROSS JOIN LATERAL (
      SELECT * FROM call_record r WHERE r.client_id = $1 AND r.started_at = k.at
        AND r.call_list_id = k.list AND r.entry_id = k.entry OFFSET 0) AS call_record
    ORDER BY row_index`;
}

/**
 * How many records match, exactly.
 *
 * @param most counting stops here: of more, `most` + 1 is returned
 */
export async function countCallRecords(
  db: Database,
  question: ReportQuestion,
  most?: number,
): Promise<number> {
  return asReport(db, question.clientId, (tx) => countMatches(tx, question, most));
}

/** The same inside a transaction, beside the rows themselves. */
export async function countMatches(
  tx: Tx,
  question: ReportQuestion,
  most?: number,
): Promise<number> {
  const { where, values } = reportCondition(question);
  const matches = `FROM call_record WHERE ${where}`;
  // OFFSET 0 as above: the plan is that of all matches, of which it need not read all.
  const sql =
    most === undefined
      ? `SELECT count(*) AS total ${matches}`
      : `SELECT count(*) AS total
         FROM (SELECT FROM (SELECT ${matches} OFFSET 0) found LIMIT ${Math.trunc(most) + 1}) counted`;
  const row = await tx.row<{ total: number }>(sql, values);
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

/** The same for contact lists. */
export function ownsCallLists(db: Database, clientId: number, ids: readonly number[]) {
  const distinct = [...new Set(ids)];
  return asClient(db, clientId, async (tx) => {
    const row = await tx.row<{ found: number }>(
      'SELECT count(*) AS found FROM call_list WHERE client_id = $1 AND call_list_id = ANY($2::bigint[])',
      [clientId, distinct],
    );
    return row?.found === distinct.length;
  });
}
