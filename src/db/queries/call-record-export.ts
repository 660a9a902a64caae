/**
 * Reads every call record that matches, for a report's file. Runs as carillon_report like
 * call-record.ts: `client_id = $1` stands in every query.
 */
import { asReportSnapshot, type Database, type Tx } from '../database.ts';
import { newestFirst } from './call-record.ts';
import { type ReportQuestion, reportCondition } from './call-record-filter.ts';

/** Pages are small: what happens to one must not keep the process from its other work for long. */
const pageRows = 1000;

/**
 * A record as the file needs it. Everything is text, times are written out by PostgreSQL (which
 * has a core of its own), and money is micro-dollars.
 */
export type ExportedRow = [
  phone: string,
  startedAt: string,
  answeredAt: string | null,
  finishedAt: string | null,
  duration: string,
  billedDuration: string,
  minuteCost: string,
  cost: string,
  callType: string,
  callerId: string,
  callerIdType: string,
  callListName: string,
  campaignName: string,
  firstName: string,
  lastName: string,
  middleName: string,
  dateOfBirth: Buffer | null,
  ssn: Buffer | null,
  city: string,
  stateCode: string,
  zipCode: string,
  externalId: string,
];

/** What is done with the records; each call is awaited before the next. */
export interface RecordReader {
  /** Once, before the first page: how many records there will be, exactly. */
  begin(total: number): Promise<void>;
  page(rows: ExportedRow[]): Promise<void>;
}

/**
 * Hands on every matching record, newest first, as they stood at one instant. Memory does not grow
 * with their number.
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

/** Its failure shows where it is awaited, or is of no interest any more. */
function ahead<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  return work;
}

async function nextRows(tx: Tx): Promise<ExportedRow[]> {
  const answer = await tx.client.query<ExportedRow>({
    text: `FETCH ${pageRows} FROM records`,
    rowMode: 'array',
  });
  return answer.rows;
}

function columnsAt(offset: string): string {
  const time = (column: string) =>
    `to_char(${column} AT TIME ZONE 'UTC' + make_interval(mins => ${offset}::integer), 'YYYY-MM-DD HH12:MI:SS AM')`;
  return `phone, ${time('started_at')}, ${time('answered_at')}, ${time('finished_at')},
    duration::text, billed_duration::text, minute_cost::text, cost::text, call_type, caller_id,
    caller_id_type::text, call_list_name, campaign_name, first_name, last_name, middle_name,
    date_of_birth, ssn, city, state_code, zip_code, external_id`;
}
