/** What a statement's plan really did, told by PostgreSQL. */
import type { Tx } from '../../src/db/database.ts';

interface Node {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Node[];
}

/** The same transaction, which only reads; `looked.rows` counts the rows that its statements look at. */
export function explained(tx: Tx): { tx: Tx; looked: { rows: number } } {
  const looked = { rows: 0 };
  const explain = async (sql: string, values: readonly unknown[] = []) => {
    const [row] = await tx.rows<{ 'QUERY PLAN': { Plan: Node }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`,
      values,
    );
    for (const { Plan } of row?.['QUERY PLAN'] ?? []) looked.rows += lookedAt(Plan);
  };
  const watched: Tx = {
    ...tx,
    async rows(sql, values) {
      await explain(sql, values);
      return tx.rows(sql, values);
    },
    async row(sql, values) {
      await explain(sql, values);
      return tx.row(sql, values);
    },
  };
  return { tx: watched, looked };
}

/** Every step's rows, kept or not, as often as the step was done. */
function lookedAt(node: Node): number {
  const removed =
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0);
  const own = (node['Actual Rows'] + removed) * node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, plan) => sum + lookedAt(plan), own);
}
