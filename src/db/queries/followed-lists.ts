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

/** A list that holds the rows of the same file as the list `of`. */
export interface FileList {
  of: number;
  /** The list of the file. */
  root: number;
  id: number;
  /** Its campaign, or that of a list that it follows, calls each account once. */
  once: boolean;
}

/** All lists of the files of these lists: those that they follow, those that follow these, and themselves. */
export function listsOfFiles(
  tx: Tx,
  clientId: number,
  callListIds: readonly number[],
): Promise<FileList[]> {
  return tx.rows<FileList>(
    `WITH RECURSIVE up AS (
       SELECT call_list_id AS id, call_list_id AS at, follows_list_id AS follows FROM call_list
       WHERE client_id = $1 AND call_list_id = ANY ($2::bigint[])
       UNION ALL
       SELECT u.id, l.call_list_id, l.follows_list_id FROM up u
       JOIN call_list l ON l.client_id = $1 AND l.call_list_id = u.follows),
     tree AS (
       SELECT DISTINCT at AS root, at AS id, ARRAY[at] AS way FROM up WHERE follows IS NULL
       UNION ALL
       SELECT t.root, l.call_list_id, t.way || l.call_list_id FROM tree t
       JOIN call_list l ON l.client_id = $1 AND l.follows_list_id = t.id)
     SELECT u.id AS of, t.root, t.id, EXISTS (
         SELECT FROM call_list l
         JOIN campaign c ON c.client_id = $1 AND c.campaign_id = l.campaign_id
         WHERE l.client_id = $1 AND l.call_list_id = ANY (t.way) AND c.one_call_per_account) AS once
     FROM up u JOIN tree t ON t.root = u.at
     WHERE u.follows IS NULL ORDER BY t.id, u.id`,
    [clientId, callListIds],
  );
}

/** All lists that hold the accounts of this one, itself too. */
export async function fileListsOf(tx: Tx, clientId: number, callListId: number): Promise<number[]> {
  const lists = await listsOfFiles(tx, clientId, [callListId]);
  return lists.map(({ id }) => id);
}

/** SQL, for the client $1: lists of other campaigns hold accounts of the list `l`, too. */
export const hasOtherLists = (l: string) => `(${l}.follows_list_id IS NOT NULL OR EXISTS (
  SELECT FROM call_list f WHERE f.client_id = $1 AND f.follows_list_id = ${l}.call_list_id))`;
