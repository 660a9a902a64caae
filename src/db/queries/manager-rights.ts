/** The rights of managers, as the operator gives them. */
import type { Role } from '#contract/role.ts';
import type { Tx } from '../database.ts';

/**
 * Locks the client's enabled administrators, so that of two changes at once the second sees what
 * the first has left.
 */
export async function lockAdministrators(
  tx: Tx,
  clientId: number,
): Promise<{ id: number; invited: boolean }[]> {
  return tx.rows<{ id: number; invited: boolean }>(
    `SELECT manager_id AS id, invited FROM manager
     WHERE client_id = $1 AND role = 'administrator' AND active AND deleted_at IS NULL
     ORDER BY manager_id FOR NO KEY UPDATE`,
    [clientId],
  );
}

/** Whether no other could act as an administrator: an invited one may never choose a password. */
export function isLastAdministrator(
  administrators: readonly { id: number; invited: boolean }[],
  managerId: number,
): boolean {
  const own = administrators.find(({ id }) => id === managerId);
  if (!own) return false;
  const others = administrators.filter(({ id }) => id !== managerId);
  return !others.some(({ invited }) => own.invited || !invited);
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
