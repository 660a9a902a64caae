/** Managers of one client; deleted ones stay as rows, because archives and the audit log name them. */

import { ProblemError } from '#contract/errors.ts';
import { type Manager, managerTexts } from '#contract/manager.ts';
import type { Rights, Role } from '#contract/role.ts';
import type { Tx } from '../database.ts';
import { isNotUnique } from '../errors.ts';
import { hashPassword } from '../password.ts';
import { newToken } from '../token.ts';
import { type ChangeRow, type Changing, changeColumns, changeOf, lockVersion } from './change.ts';
import { removePhone } from './manager-phone.ts';
import { hasSecondFactor } from './second-factor.ts';

/** `password` and `newPassword` always read back empty (spec 3 section 2). */
const columns = `manager_id AS id, client_id AS "clientId", name, username, email,
  '' AS password, '' AS "newPassword", active, invited, role, full_ssn AS "fullSsn",
  ${hasSecondFactor} AS "hasSecondFactor", ${changeColumns('m')}`;

type Row = Omit<Manager, 'version' | 'changedBy' | 'changedAt'> & ChangeRow;

export async function listManagers(tx: Tx, clientId: number): Promise<Manager[]> {
  const rows = await tx.rows<Row>(
    `SELECT ${columns} FROM manager m WHERE client_id = $1 AND deleted_at IS NULL ORDER BY manager_id`,
    [clientId],
  );
  return rows.map(managerOf);
}

export async function findManager(
  tx: Tx,
  clientId: number,
  id: number,
): Promise<Manager | undefined> {
  const row = await tx.row<Row>(
    `SELECT ${columns} FROM manager m WHERE client_id = $1 AND manager_id = $2 AND deleted_at IS NULL`,
    [clientId, id],
  );
  return row && managerOf(row);
}

function managerOf({ version, changed_at, changed_by_name, ...manager }: Row): Manager {
  return { ...manager, ...changeOf({ version, changed_at, changed_by_name }) };
}

/** The Argon2id hash of a manager's password; undefined when there is no such manager. */
export async function passwordHashOf(tx: Tx, clientId: number, id: number) {
  const row = await tx.row<{ hash: string }>(
    `SELECT password_hash AS hash FROM manager
     WHERE client_id = $1 AND manager_id = $2 AND deleted_at IS NULL`,
    [clientId, id],
  );
  return row?.hash;
}

export interface NewManager extends Rights {
  name: string;
  username: string;
  email: string;
  active: boolean;
  /** Undefined: the manager chooses a password by a link. */
  passwordHash: string | undefined;
}

/** Returns the manager's id. Throws `not_unique` when the client has a manager of that username, whatever its case. */
export async function insertManager(
  tx: Tx,
  clientId: number,
  manager: NewManager,
  { managerId, now }: Changing,
): Promise<number> {
  const { name, username, email, active, passwordHash, role, fullSsn } = manager;
  const invited = passwordHash === undefined;
  const hash = passwordHash ?? (await hashPassword(newToken()));
  const row = await takenAsProblem(
    tx.row<{ id: number }>(
      `INSERT INTO manager
         (client_id, name, username, email, active, password_hash, role, full_ssn, changed_by,
          changed_at, invited)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING manager_id AS id`,
      [clientId, name, username, email, active, hash, role, fullSsn, managerId, now, invited],
    ),
  );
  if (!row) throw new Error('The manager was not added.');
  return row.id;
}

export interface ManagerChange {
  name: string;
  username: string;
  email: string;
  /** Absent: as it is. */
  active: boolean | undefined;
  passwordHash: string | undefined;
  /** Absent: as they are. */
  role: Role | undefined;
  fullSsn: boolean | undefined;
}

/**
 * Locks the rows of the acting manager and of the changed one, and returns whether the acting one
 * is still an enabled administrator: of two who disable, delete or demote each other at once, the
 * second is refused, so that one always remains.
 */
export async function mayStillManage(tx: Tx, clientId: number, managerId: number, otherId: number) {
  const rows = await tx.rows<{ id: number; active: boolean; role: Role }>(
    `SELECT manager_id AS id, active, role FROM manager
     WHERE client_id = $1 AND manager_id = ANY($2::bigint[]) AND deleted_at IS NULL
     ORDER BY manager_id FOR NO KEY UPDATE`,
    [clientId, [managerId, otherId]],
  );
  return rows.some(
    ({ id, active, role }) => id === managerId && active && role === 'administrator',
  );
}

/**
 * Locks the manager of a session, against a reset of the password at this moment, and returns whether
 * the session still holds, and whether the password is still the one with that hash.
 *
 * @param passwordHash undefined: no password was verified, and any is right
 */
export async function lockOwn(
  tx: Tx,
  { clientId, managerId, sessionId }: { clientId: number; managerId: number; sessionId: number },
  passwordHash: string | undefined,
): Promise<{ isSignedIn: boolean; isPassword: boolean }> {
  const account = await tx.row<{ hash: string }>(
    `SELECT password_hash AS hash FROM manager
     WHERE client_id = $1 AND manager_id = $2 AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [clientId, managerId],
  );
  // Read after the lock, under which a reset ends the sessions.
  const session = await tx.row(
    'SELECT 1 FROM session WHERE client_id = $1 AND manager_id = $2 AND session_id = $3',
    [clientId, managerId, sessionId],
  );
  return {
    isSignedIn: account !== undefined && session !== undefined,
    isPassword: passwordHash === undefined || account?.hash === passwordHash,
  };
}

/** Returns false when there is no such manager; throws `changed_meanwhile` for an old version. */
export async function updateManager(
  tx: Tx,
  clientId: number,
  id: number,
  change: ManagerChange,
  changing: Changing,
): Promise<boolean> {
  const { managerId, now } = changing;
  const read = () => findManager(tx, clientId, id);
  if (!(await lockVersion(tx, 'manager', [clientId, id], changing, read))) return false;
  const { name, username, email, active = null, passwordHash = null } = change;
  const { role = null, fullSsn = null } = change;
  const changed = await takenAsProblem(
    tx.run(
      `UPDATE manager SET name = $3, username = $4, email = $5,
              active = coalesce($6, active), password_hash = coalesce($7, password_hash),
              invited = invited AND $7::text IS NULL,
              role = coalesce($8, role), full_ssn = coalesce($9, full_ssn),
              version = version + 1, changed_by = $10, changed_at = $11
       WHERE client_id = $1 AND manager_id = $2 AND deleted_at IS NULL`,
      [
        ...[clientId, id, name, username, email, active, passwordHash, role, fullSsn],
        ...[managerId, now],
      ],
    ),
  );
  return changed > 0;
}

/** Returns false when there is no such manager; throws `changed_meanwhile` for an old version. */
export async function deleteManager(
  tx: Tx,
  clientId: number,
  id: number,
  changing: Changing,
): Promise<boolean> {
  await lockVersion(tx, 'manager', [clientId, id], changing, () => findManager(tx, clientId, id));
  const deleted = await tx.run(
    `UPDATE manager SET deleted_at = now(), active = false
     WHERE client_id = $1 AND manager_id = $2 AND deleted_at IS NULL`,
    [clientId, id],
  );
  await removePhone(tx, { clientId, managerId: id });
  return deleted > 0;
}

async function takenAsProblem<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isNotUnique(error, 'manager_username')) throw error;
    const errors = [{ path: 'username', message: managerTexts.usernameTaken }];
    throw new ProblemError('not_unique', managerTexts.usernameTaken, { errors });
  }
}
