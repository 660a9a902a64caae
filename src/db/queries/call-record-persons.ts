/**
 * Persons of the call records that match, apart from attempts: rows of contact files, as Live
 * Monitoring counts them. Runs as carillon_report like call-record.ts.
 */
import { asClient, asReport, type Database } from '../database.ts';
import { stepStride } from '../entry-steps.ts';
import { recordMark } from '../record-outcome.ts';
import { type ReportQuestion, reportCondition } from './call-record-filter.ts';
import { followedLists } from './followed-lists.ts';

export interface RecordPersons {
  /** Calls and texts. */
  attempts: number;
  persons: number;
  /** Those of them who answered one of these calls, or to whom one of these texts was delivered. */
  reached: number;
}

/**
 * Somebody who was followed up, in whatever campaign, is one person; a record from before it kept the
 * row of its file counts its number.
 */
const personOf = `coalesce(v.root, r.call_list_id) AS root,
  coalesce(r.account_line, -1 - r.entry_id % ${stepStride}) AS line`;
const isReached = `r.result IN ('person', 'delivered') OR r.marks & ${recordMark.reached} <> 0`;

/**
 * @param most of more records nobody is counted
 * @returns null when there are more
 */
export async function countRecordPersons(
  db: Database,
  question: ReportQuestion,
  most?: number,
): Promise<RecordPersons | null> {
  const { clientId } = question;
  const roots = await asClient(db, clientId, (tx) => followedLists(tx, clientId));
  const { where, values } = reportCondition(question);
  const given = (value: unknown) => `$${values.push(value)}`;
  const lists = `unnest(${given([...roots.keys()])}::bigint[], ${given([...roots.values()])}::bigint[])`;
  const found = `SELECT call_list_id, entry_id, account_line, result, marks
    FROM call_record WHERE ${where}`;
  // OFFSET 0: the plan is that of all matches (decision 080), of which it need not read all.
  const some =
    most === undefined
      ? found
      : `SELECT * FROM (${found} OFFSET 0) all_found LIMIT ${Math.trunc(most) + 1}`;
  const row = await asReport(db, clientId, (tx) =>
    tx.row<RecordPersons>(
      `SELECT coalesce(sum(n), 0)::bigint AS attempts, count(*)::bigint AS persons,
         (count(*) FILTER (WHERE reached))::bigint AS reached
       FROM (SELECT ${personOf}, count(*) AS n, bool_or(${isReached}) AS reached
         FROM (${some}) r LEFT JOIN ${lists} AS v (list, root) ON v.list = r.call_list_id
         GROUP BY 1, 2) person`,
      values,
    ),
  );
  const counted = row ?? { attempts: 0, persons: 0, reached: 0 };
  return most !== undefined && counted.attempts > most ? null : counted;
}
