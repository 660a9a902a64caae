/**
 * Statements that an engine sends at every look or with every batch of results. Each has a name, by which a
 * connection parses it once and PostgreSQL may keep its plan: planning them takes longer than running them.
 *
 * Only for tables that stay small, such as campaigns, lists, leases, engines and what is counted of them.
 * A kept plan is made without the parameters, and holds until the table is analyzed again. Attempts and
 * entries grow by thousands in between, and it would read all of them; and of a partitioned table it would
 * open every partition (docs/decisions/004-list-partitions.md).
 */

/** Each costs every connection the memory of a plan. Texts have few forms: more of them are a mistake. */
const mostNames = 100;

const names = new Map<string, string>();

/**
 * Marks a statement as hot, and returns it as it is.
 *
 * @param sql the same text each time: what changes is a parameter
 */
export function hot(sql: string): string {
  if (!names.has(sql) && names.size < mostNames) names.set(sql, `hot_${names.size + 1}`);
  return sql;
}

/** Its name in the connections of this process; undefined for a statement that is not hot. */
export function hotNameOf(sql: string): string | undefined {
  return names.get(sql);
}

/** Those that were used so far, for checks of their plans. */
export function hotStatements(): string[] {
  return [...names.keys()];
}
