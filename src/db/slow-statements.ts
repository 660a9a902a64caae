/** Slow statements, reported with their text and never with their parameters. */

export interface SlowStatements {
  /** Milliseconds from which on a statement is reported. */
  ms: number;
  report(statement: SlowStatement): void;
}

export interface SlowStatement {
  /** On one line, cut at 500 characters. */
  statement: string;
  ms: number;
  /** The name of the connection, as in pg_stat_activity. */
  connection: string;
}

const longestText = 500;

/** The same, and reports slow statements, including waits for locks and failed ones. */
export function timed<Query extends (sql: string, values?: unknown[]) => Promise<unknown>>(
  query: Query,
  slow: SlowStatements,
  connection: string,
): Query {
  return (async (sql: string, values?: unknown[]) => {
    const began = performance.now();
    try {
      return await query(sql, values);
    } finally {
      const ms = performance.now() - began;
      if (ms >= slow.ms) slow.report({ statement: onOneLine(sql), ms: Math.round(ms), connection });
    }
  }) as Query;
}

function onOneLine(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim().slice(0, longestText);
}
