/** Lists of follow-ups of another campaign, and the list of the file that each began with. */
import type { Tx } from '../database.ts';

/**
 * @param callListIds which lists are asked about; all of the client by default
 * @returns the list of the file by the list of follow-ups; lists that follow none are not in it
 */
export async function followedLists(
  tx: Tx,
  clientId: number,
  callListIds?: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.rows<{ id: number; root: number }>(
    `WITH RECURSIVE way AS (
       SELECT call_list_id AS id, call_list_id AS root, follows_list_id AS follows FROM call_list
       WHERE client_id = $1 AND follows_list_id IS NOT NULL
         AND ($2::bigint[] IS NULL OR call_list_id = ANY ($2))
       UNION ALL
       SELECT w.id, l.call_list_id, l.follows_list_id FROM way w
       JOIN call_list l ON l.client_id = $1 AND l.call_list_id = w.follows)
     SELECT id, root FROM way WHERE follows IS NULL`,
    [clientId, callListIds ?? null],
  );
  return new Map(rows.map(({ id, root }) => [id, root]));
}
