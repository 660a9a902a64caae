import type { Rights } from '#contract/role.ts';
import type { Tx } from '../database.ts';
import { forgetBrowsers } from './known-browser.ts';

interface NamedManager extends Rights {
  id: number;
  name: string;
  username: string;
  email: string;
}

/** A manager by username, whose case does not matter. */
export function findByUsername(
  tx: Tx,
  clientId: number,
  username: string,
): Promise<NamedManager | undefined> {
  return tx.row<NamedManager>(
    `SELECT manager_id AS id, name, username, email, role, full_ssn AS "fullSsn" FROM manager
     WHERE client_id = $1 AND lower(username) = lower($2) AND deleted_at IS NULL`,
    [clientId, username],
  );
}

/**
 * Sets a password by a link, or by the operator (without `managerId`). Returns how many sessions
 * ended; undefined when there is no such manager any more.
 */
export async function resetPassword(
  tx: Tx,
  { clientId, managerId }: { clientId: number; managerId: number },
  passwordHash: string,
  by: { managerId: number | null; now: Date },
): Promise<number | undefined> {
  const changed = await tx.run(
    `UPDATE manager SET password_hash = $3, invited = false, version = version + 1,
       changed_by = $4, changed_at = $5
     WHERE client_id = $1 AND manager_id = $2 AND deleted_at IS NULL`,
    [clientId, managerId, passwordHash, by.managerId, by.now],
  );
  if (changed === 0) return undefined;
  await tx.run('DELETE FROM manager_link WHERE client_id = $1 AND manager_id = $2', [
    clientId,
    managerId,
  ]);
  await forgetBrowsers(tx, clientId, managerId);
  return tx.run('DELETE FROM session WHERE client_id = $1 AND manager_id = $2', [
    clientId,
    managerId,
  ]);
}
