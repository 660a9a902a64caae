/** The rights of managers, as the operator gives them. */
import type { Role } from '#contract/role.ts';
import type { Tx } from '../database.ts';

/**
 * Locks the client's enabled administrators, so that of two changes at once the second sees what
 * the first has left.
 *
 * @returns their ids
 */
export async function lockAdministrators(tx: Tx, clientId: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    `SELECT manager_id AS id FROM manager
     WHERE client_id = $1 AND role = 'administrator' AND active AND deleted_at IS NULL
     ORDER BY manager_id FOR NO KEY UPDATE`,
    [clientId],
  );
  return rows.map(({ id }) => id);
}

/** By the operator; takes effect with the manager's next request. */
export async function setRights(
  tx: Tx,
  [clientId, id]: readonly [clientId: number, managerId: number],
  { role, fullSsn }: { role: Role; fullSsn: boolean },
  now: Date,
): Promise<void> {
  await tx.run(
    `UPDATE manager SET role = $3, full_ssn = $4, version = version + 1, changed_by = NULL,
       changed_at = $5
     WHERE client_id = $1 AND manager_id = $2`,
    [clientId, id, role, fullSsn, now],
  );
}
