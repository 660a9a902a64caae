/**
 * The ids of follow-ups: an entry of the file, plus the stride for each step of its way. So the
 * parent of an entry in its list, the entry of the file that it began with, and the neighbors in
 * its account are all found by key, and a second child of one step cannot exist in a list.
 */
import { mostSteps } from '#contract/follow-up.ts';

/** More than a list can have entries: 67 million. Ten steps stay within an integer. */
export const stepStride = 2 ** 26;

/** An entry from here on has no further step. */
export const mostEntryId = stepStride * mostSteps;

/** Whether an entry can have a follow-up. */
export const hasRoomForStep = (entryId: number) => entryId < mostEntryId;

/** SQL: the entry of the file at the beginning of a way. */
export const firstOf = (entry: string) => `${entry} % ${stepStride}`;

/** SQL: the most steps that any entry of the list has, for the client $1. */
const stepsIn = (
  list: string,
) => `coalesce((SELECT CASE WHEN n.follow_ups > 0 THEN ${mostSteps} ELSE 0 END
  FROM call_list_count n WHERE n.client_id = $1 AND n.call_list_id = ${list}), 0)`;

interface Account {
  /** SQL: one list, named by a parameter or a column of the statement. */
  list: string;
  entry: string;
  line: string;
  /** The most that ids of one account are apart in the file. */
  apart: string;
  columns: string;
  /** SQL: one more condition for the partition that the planner opens. */
  scope?: string;
}

/**
 * SQL: a subquery of all entries of the account of an entry, itself too, by key: those of the file
 * are neighbors, and so are their follow-ups of each step.
 */
export function entriesOfAccount({
  list,
  entry,
  line,
  apart,
  columns,
  scope = '',
}: Account): string {
  return `SELECT o.* FROM generate_series(0, ${stepsIn(list)}) AS step
    CROSS JOIN LATERAL (SELECT ${columns} FROM list_entry
      WHERE client_id = $1 AND call_list_id = ${list} ${scope}
        AND entry_id BETWEEN ${firstOf(entry)} + step * ${stepStride} - ${apart}
          AND ${firstOf(entry)} + step * ${stepStride} + ${apart}
        AND account_line = ${line} OFFSET 0) AS o`;
}
