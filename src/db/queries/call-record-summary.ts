/**
 * Totals of the call records that match, and how they are spread over time, in one pass by the
 * hour. Runs as carillon_report like call-record.ts: `client_id = $1` is in every query.
 */
import type { ResultGroup } from '#contract/call-outcome.ts';
import { asReport, type Database, type Tx } from '../database.ts';
import { recordMark } from '../record-outcome.ts';
import { type ReportQuestion, reportCondition } from './call-record-filter.ts';

/** How many records of each group began in a span of time. */
export interface SpanCounts extends Record<ResultGroup, number> {
  start: Date;
}

export interface RecordTotals {
  calls: number;
  texts: number;
  persons: number;
  machines: number;
  delivered: number;
  replied: number;
  /** Seconds. */
  billed: number;
  /** Micro-dollars. */
  cost: number;
}

interface HourRow extends SpanCounts, RecordTotals {}

const isText = `call_type = 'Text'`;
const count = (condition: string) => `count(*) FILTER (WHERE ${condition})`;

/** What the chart stacks; the totals count the same results. */
const groups = `${count(`result IN ('person', 'delivered')`)} AS person,
  ${count(`result = 'machine'`)} AS machine,
  ${count(`result IN ('no_answer', 'busy')`)} AS "notAnswered",
  ${count(`result IN ('failed', 'unknown')`)} AS failed`;

const spanOf = (width: string) =>
  `date_bin('${width}', started_at, '2000-01-01T00:00:00Z'::timestamptz)`;

const hours = (where: string) => `SELECT ${spanOf('1 hour')} AS start, ${groups},
    ${count(`NOT ${isText}`)} AS calls, ${count(isText)} AS texts,
    ${count(`result = 'person'`)} AS persons, ${count(`result = 'machine'`)} AS machines,
    ${count(`result = 'delivered'`)} AS delivered,
    ${count(`${isText} AND marks & ${recordMark.replied} <> 0`)} AS replied,
    coalesce(sum(billed_duration), 0)::bigint AS billed, coalesce(sum(cost), 0)::bigint AS cost
  FROM call_record WHERE ${where} GROUP BY 1 ORDER BY 1`;

const fiveMinutes = (where: string) => `SELECT ${spanOf('5 minutes')} AS start, ${groups}
  FROM call_record WHERE ${where} GROUP BY 1 ORDER BY 1`;

/** At most this many hours are counted again, by five minutes. */
const fewHours = 3;

export interface RecordSummary {
  totals: RecordTotals;
  hours: SpanCounts[];
  /** Only of records that began within two hours. */
  fiveMinutes: SpanCounts[] | undefined;
}

export function summarizeCallRecords(
  db: Database,
  question: ReportQuestion,
): Promise<RecordSummary> {
  const { where, values } = reportCondition(question);
  return asReport(db, question.clientId, async (tx) => {
    const rows = await tx.rows<HourRow>(hours(where), values);
    return { totals: totalsOf(rows), hours: rows, fiveMinutes: await finer(tx) };

    async function finer(inside: Tx): Promise<SpanCounts[] | undefined> {
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last || last.start.getTime() - first.start.getTime() >= fewHours * 3_600_000)
        return undefined;
      const spans = await inside.rows<SpanCounts>(fiveMinutes(where), values);
      const length = (spans.at(-1)?.start.getTime() ?? 0) - (spans[0]?.start.getTime() ?? 0);
      return length < 7_200_000 ? spans : undefined;
    }
  });
}

function totalsOf(rows: readonly HourRow[]): RecordTotals {
  const sum = (key: keyof RecordTotals) => rows.reduce((total, row) => total + row[key], 0);
  return {
    calls: sum('calls'),
    texts: sum('texts'),
    persons: sum('persons'),
    machines: sum('machines'),
    delivered: sum('delivered'),
    replied: sum('replied'),
    billed: sum('billed'),
    cost: sum('cost'),
  };
}
