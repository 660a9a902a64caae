/**
 * A report that no index leads to searches the newest records only, until somebody asks for all: a
 * keyword of two letters would otherwise read every record of the client, for seconds
 * (docs/decisions/080-pages-before-counts.md). Runs as carillon_report like call-record.ts.
 */
import type { CallRecordFilters } from '#contract/call-record.ts';
import type { FilterColumn } from '#contract/call-record-columns.ts';
import { asReport, type Database } from '../database.ts';
import { newestFirst } from './call-record.ts';
import { type ReportQuestion, reportCondition } from './call-record-filter.ts';

export interface SearchedQuestion {
  question: ReportQuestion;
  /** Only records that began at this instant or later are searched; null: all of them. */
  since: Date | null;
}

/** What the index call_record_newest holds; an answer is soon after the start, which leads to it. */
const heldByIndex: readonly FilterColumn[] = [
  ...(['startTime', 'answerTime', 'outcome', 'duration', 'billedDuration'] as const),
  ...(['cost', 'callTypeName', 'callLists'] as const),
];

/**
 * The question as it is, or narrowed in time where it would have to read every record.
 *
 * @param most how many of the newest are searched, and those that began together with the last
 * of them; undefined: all
 */
export async function searchNewest(
  db: Database,
  question: ReportQuestion,
  most: number | undefined,
): Promise<SearchedQuestion> {
  const { filters, clientId } = question;
  const whole = { question, since: null };
  if (most === undefined || reportCondition(question).indexed || !readsRecords(filters)) {
    return whole;
  }
  const { startTime } = filters;
  const span = reportCondition({ ...question, filters: startTime ? { startTime } : {} });
  const last = await asReport(db, clientId, (tx) =>
    tx.rows<{ startedAt: Date }>(
      `SELECT started_at AS "startedAt" FROM call_record WHERE ${span.where}
       ${newestFirst} LIMIT 2 OFFSET ${Math.trunc(most) - 1}`,
      span.values,
    ),
  );
  const since = last[0]?.startedAt;
  if (!since || last.length < 2) return whole;
  return { question: { ...question, filters: narrowed(filters, since) }, since };
}

const readsRecords = (filters: CallRecordFilters) =>
  (Object.keys(filters) as FilterColumn[]).some(
    (column) => filters[column] !== undefined && !heldByIndex.includes(column),
  );

/** Later than any record. */
const farAway = '9999-12-31T23:59:59Z';

function narrowed(filters: CallRecordFilters, since: Date): CallRecordFilters {
  const { endDateTime = farAway } = filters.startTime ?? {};
  return { ...filters, startTime: { beginDateTime: since.toISOString(), endDateTime } };
}
