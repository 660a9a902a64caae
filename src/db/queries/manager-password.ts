import type { Tx } from '../database.ts';

/**
 * The operator's way in when a manager lost the password. Returns how many sessions ended;
 * undefined when there is no such manager.
 */
export async function resetPassword(
  tx: Tx,
  clientId: number,
  username: string,
  passwordHash: string,
  now: Date,
): Promise<number | undefined> {
  const manager = await tx.row<{ id: number }>(
    `UPDATE manager SET password_hash = $3, version = version + 1, changed_by = NULL,
       changed_at = $4
     WHERE client_id = $1 AND lower(username) = lower($2) AND deleted_at IS NULL
     RETURNING manager_id AS id`,
    [clientId, username, passwordHash, now],
  );
  if (!manager) return undefined;
  return tx.run('DELETE FROM session WHERE client_id = $1 AND manager_id = $2', [
    clientId,
    manager.id,
  ]);
}
