/** Whether a standby has the erasures that the database has. */
import { asClient, type Database } from '../database.ts';

/**
 * What is erased must not come back in a file that is made from a standby that is behind. An erasure does
 * not begin while a file is being made.
 */
export async function hasErasures(
  there: Database,
  db: Database,
  clientId: number,
): Promise<boolean> {
  const keys = await asClient(db, clientId, async (tx) => {
    const rows = await tx.rows<{ key: string }>(
      'SELECT erasure_key AS key FROM erasure WHERE client_id = $1',
      [clientId],
    );
    return rows.map(({ key }) => key);
  });
  if (keys.length === 0) return true;
  const row = await asClient(there, clientId, (tx) =>
    tx.row<{ count: number }>(
      `SELECT count(*)::int AS count FROM erasure
       WHERE client_id = $1 AND erasure_key = ANY ($2::uuid[])`,
      [clientId, keys],
    ),
  );
  return row?.count === keys.length;
}
