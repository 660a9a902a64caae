/** How much one client keeps in contact lists, so that it does not fill the disk of all (decision 074). */
import { problem } from '#contract/errors.ts';
import type { Tx } from '../database.ts';

const most = { lists: 100_000, numbers: 100_000_000 };

/**
 * Before a list is made. What is being loaded at that moment is not counted yet: a file and the uploads
 * at once have limits of their own.
 *
 * @throws ProblemError too_large
 */
export async function refuseFullLists(tx: Tx, clientId: number, limit = most): Promise<void> {
  const row = await tx.row<{ lists: number; numbers: number }>(
    `SELECT count(*)::float8 AS lists, coalesce(sum(phone_count), 0)::float8 AS numbers
     FROM call_list WHERE client_id = $1 AND contacts_deleted_at IS NULL`,
    [clientId],
  );
  const { lists = 0, numbers = 0 } = row ?? {};
  if (lists < limit.lists && numbers < limit.numbers) return;
  const full =
    lists < limit.lists
      ? `${limit.numbers.toLocaleString('en-US')} numbers`
      : `${limit.lists.toLocaleString('en-US')} contact lists`;
  throw problem(
    'too_large',
    `Your organization has ${full}, which is the most. Contacts of closed lists are deleted when their retention period ends, which your operator can shorten.`,
  );
}
