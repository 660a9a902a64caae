/**
 * Lists of one file: the loaded one, reused ones, and those of follow-ups. A row of the file has one line in all of them.
 * `listsOfFiles` (followed-lists.ts) leaves reused ones out: what was called before counts against a limit, but a list
 * is reused to be called once more.
 */
import type { CampaignPolicy } from '#domain/policy/campaign-policy.ts';
import type { Tx } from '../database.ts';

/**
 * The lists in which the rows of a list's file have attempts, the list itself first, as far as a policy asks for more
 * than the number. A claim reads them in its turn: a list that is made later has no attempt yet.
 */
export async function listsWithReused(
  tx: Tx,
  { clientId, callListId }: { clientId: number; callListId: number },
  policy: CampaignPolicy | null,
): Promise<readonly number[]> {
  if (!policy?.beyondNumber) return [callListId];
  const rows = await tx.rows<{ id: number }>(
    `WITH RECURSIVE family AS (
       SELECT call_list_id AS id, follows_list_id AS follows, original_call_list_id AS original
       FROM call_list WHERE client_id = $1 AND call_list_id = $2
       UNION
       SELECT l.call_list_id, l.follows_list_id, l.original_call_list_id
       FROM family f JOIN call_list l ON l.client_id = $1 AND (
         l.call_list_id = f.follows OR l.call_list_id = f.original
         OR l.follows_list_id = f.id OR l.original_call_list_id = f.id))
     SELECT id FROM family WHERE id <> $2`,
    [clientId, callListId],
  );
  return [callListId, ...rows.map(({ id }) => id)];
}
