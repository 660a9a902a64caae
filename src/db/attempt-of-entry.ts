/**
 * SQL: joins, as `a`, the attempt of each entry that has one, by key, for the client $1. Of a list that
 * statistics do not know yet the planner expects one row: a plain join then compared every entry of it with
 * every attempt, 50,000 in four minutes.
 *
 * @param columns SQL: what is read of `attempt`; `entry_id` is null for an entry without one
 */
export const attemptOfEntry = (
  columns: string,
  { list = 'e.call_list_id', entry = 'e.entry_id' } = {},
): string => `LEFT JOIN LATERAL (SELECT ${columns} FROM attempt
  WHERE client_id = $1 AND call_list_id = ${list} AND entry_id = ${entry} OFFSET 0) AS a ON true`;
