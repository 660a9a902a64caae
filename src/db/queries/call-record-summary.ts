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

const spanOf = (width: string) =>
  `date_bin('${width}', started_at, '2000-01-01T00:00:00Z'::timestamptz)`;

/** Counts what `counted` found; `n` records each. */
const sum = (what: string, condition = 'true') =>
  `coalesce(sum(${what}) FILTER (WHERE ${condition}), 0)::bigint`;

/** What the chart stacks; the totals count the same results. */
const groups = `${sum('n', `result IN ('person', 'delivered')`)} AS person,
  ${sum('n', `result = 'machine'`)} AS machine,
  ${sum('n', `result IN ('no_answer', 'busy')`)} AS "notAnswered",
  ${sum('n', `result IN ('failed', 'unknown')`)} AS failed`;

/** Each record is read once and counted once: some rows for each span are divided afterwards. */
const counted = (width: string, where: string) => `SELECT ${spanOf(width)} AS start, result,
    call_type = 'Text' AS is_text,
    marks & ${recordMark.replied | recordMark.optedOut} <> 0 AS replied,
    count(*) AS n, sum(billed_duration) AS billed, sum(cost) AS cost
  FROM call_record WHERE ${where} GROUP BY 1, 2, 3, 4`;

const hours = (where: string) => `SELECT start, ${groups},
    ${sum('n', 'NOT is_text')} AS calls, ${sum('n', 'is_text')} AS texts,
    ${sum('n', `result = 'person'`)} AS persons, ${sum('n', `result = 'machine'`)} AS machines,
    ${sum('n', `result = 'delivered'`)} AS delivered,
    ${sum('n', `result = 'delivered' AND replied`)} AS replied,
    ${sum('billed')} AS billed, ${sum('cost')} AS cost
  FROM (${counted('1 hour', where)}) AS counted GROUP BY start ORDER BY start`;

const fiveMinutes = (where: string) => `SELECT start, ${groups}
  FROM (${counted('5 minutes', where)}) AS counted GROUP BY start ORDER BY start`;

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
  const all = (key: keyof RecordTotals) => rows.reduce((total, row) => total + row[key], 0);
  return {
    calls: all('calls'),
    texts: all('texts'),
    persons: all('persons'),
    machines: all('machines'),
    delivered: all('delivered'),
    replied: all('replied'),
    billed: all('billed'),
    cost: all('cost'),
  };
}
