/** What is kept about waiting numbers, and what the entries say, in one snapshot. */
import { asClientSnapshot, type Database } from '../../src/db/database.ts';

export interface WaitingSides {
  /** Lists whose counts are kept. */
  counted: number[];
  /** One line for each group of such a list: list, place group, due instant, reason, numbers. */
  kept: string[];
  entries: string[];
}

/** @param list absent: of all lists of the client */
export function waitingSides(db: Database, clientId: number, list?: number): Promise<WaitingSides> {
  const values = [clientId, list ?? null];
  return asClientSnapshot(db, clientId, async (tx) => {
    const lines = async (from: string) => {
      const rows = await tx.rows<{ line: string }>(
        `SELECT concat_ws(' ', call_list_id, place_group, due_at, reason, sum(n)) AS line
         FROM ${from} WHERE client_id = $1 AND call_list_id = coalesce($2, call_list_id)
           AND call_list_id IN (SELECT call_list_id FROM waiting_tally WHERE client_id = $1 AND counted)
         GROUP BY call_list_id, place_group, due_at, reason HAVING sum(n) <> 0 ORDER BY 1`,
        values,
      );
      return rows.map(({ line }) => line);
    };
    const lists = await tx.rows<{ id: number }>(
      `SELECT call_list_id AS id FROM waiting_tally
       WHERE client_id = $1 AND call_list_id = coalesce($2, call_list_id) AND counted`,
      values,
    );
    return {
      counted: lists.map(({ id }) => id),
      kept: await lines(`(SELECT c.client_id, c.call_list_id, g.* FROM waiting_change c,
        unnest(place_groups, due_ats, reasons, counts) AS g (place_group, due_at, reason, n)) c`),
      entries: await lines('(SELECT *, 1 AS n FROM list_entry WHERE state = 0) e'),
    };
  });
}
