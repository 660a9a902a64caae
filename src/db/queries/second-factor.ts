/** Second factors of managers: authenticator apps and recovery codes; passkeys are in passkey.ts. */
import type { FactorWay } from '#contract/sign-in-step.ts';
import type { Tx } from '../database.ts';

export interface ManagerId {
  clientId: number;
  managerId: number;
}

/** An SQL condition: the manager `m` has a second factor. */
export const hasSecondFactor = `(EXISTS (SELECT 1 FROM authenticator_app a
    WHERE a.client_id = m.client_id AND a.manager_id = m.manager_id AND a.secret IS NOT NULL)
  OR EXISTS (SELECT 1 FROM passkey p
    WHERE p.client_id = m.client_id AND p.manager_id = m.manager_id))`;

/** An SQL condition: the manager `m` of the client `c` must have one and has none. */
export const mustSetUpFactor = `CASE WHEN c.second_factor_required THEN NOT ${hasSecondFactor} ELSE false END`;

/**
 * Locks the manager, against a sign-in and another change at the same moment.
 *
 * @returns false when the manager is gone or disabled
 */
export async function lockFactors(tx: Tx, { clientId, managerId }: ManagerId): Promise<boolean> {
  const row = await tx.row(
    `SELECT 1 FROM manager WHERE client_id = $1 AND manager_id = $2 AND active AND deleted_at IS NULL
     FOR NO KEY UPDATE`,
    [clientId, managerId],
  );
  return row !== undefined;
}

export interface Factors {
  required: boolean;
  authenticator: { added: Date; lastUsed: Date | null } | null;
  recoveryCodes: number;
  /** The host names under which the passkeys work, one for each. */
  passkeyHosts: string[];
}

export async function readFactors(tx: Tx, { clientId, managerId }: ManagerId): Promise<Factors> {
  const row = await tx.row<{
    required: boolean;
    added: Date | null;
    lastUsed: Date | null;
    recoveryCodes: number;
    passkeyHosts: string[];
  }>(
    `SELECT c.second_factor_required AS required, platform_time(a.added) AS added,
            platform_time(a.last_used) AS "lastUsed",
            (SELECT count(*)::int FROM recovery_code
             WHERE client_id = $1 AND manager_id = $2) AS "recoveryCodes",
            ARRAY(SELECT host FROM passkey WHERE client_id = $1 AND manager_id = $2) AS "passkeyHosts"
     FROM client c LEFT JOIN authenticator_app a
       ON a.client_id = c.client_id AND a.manager_id = $2 AND a.secret IS NOT NULL
     WHERE c.client_id = $1`,
    [clientId, managerId],
  );
  if (!row) throw new Error(`There is no client ${clientId}.`);
  const { required, added, lastUsed, recoveryCodes, passkeyHosts } = row;
  return { required, authenticator: added && { added, lastUsed }, recoveryCodes, passkeyHosts };
}

export const hasAny = ({ authenticator, passkeyHosts }: Factors): boolean =>
  authenticator !== null || passkeyHosts.length > 0;

/** How this manager can pass the second step under a host name; empty without a second factor. */
export function waysOf(factors: Factors, host: string | undefined): FactorWay[] {
  if (!hasAny(factors)) return [];
  const ways: FactorWay[] = factors.authenticator ? ['code'] : [];
  if (host !== undefined && factors.passkeyHosts.includes(host)) ways.push('passkey');
  return factors.recoveryCodes > 0 ? [...ways, 'recoveryCode'] : ways;
}

export async function setRequired(tx: Tx, clientId: number, required: boolean): Promise<void> {
  await tx.run('UPDATE client SET second_factor_required = $2 WHERE client_id = $1', [
    clientId,
    required,
  ]);
}

export async function beginAuthenticator(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  sealed: Buffer,
): Promise<void> {
  await tx.run(
    `INSERT INTO authenticator_app (client_id, manager_id, new_secret, new_since)
     VALUES ($1, $2, $3, now())
     ON CONFLICT (client_id, manager_id) DO UPDATE SET new_secret = $3, new_since = now()`,
    [clientId, managerId, sealed],
  );
}

/** The secret that is being set up, for half an hour. */
export async function newSecretOf(tx: Tx, { clientId, managerId }: ManagerId) {
  const row = await tx.row<{ sealed: Buffer }>(
    `SELECT new_secret AS sealed FROM authenticator_app
     WHERE client_id = $1 AND manager_id = $2 AND new_secret IS NOT NULL
       AND new_since > now() - interval '30 minutes'`,
    [clientId, managerId],
  );
  return row?.sealed;
}

/** The first code of the new secret was right: it takes the place of the other one. */
export async function confirmAuthenticator(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  step: number,
): Promise<void> {
  await tx.run(
    `UPDATE authenticator_app SET secret = new_secret, added = now(), last_used = NULL,
       last_step = $3, new_secret = NULL, new_since = NULL
     WHERE client_id = $1 AND manager_id = $2`,
    [clientId, managerId, step],
  );
}

export async function secretOf(tx: Tx, { clientId, managerId }: ManagerId) {
  const row = await tx.row<{ sealed: Buffer }>(
    `SELECT secret AS sealed FROM authenticator_app
     WHERE client_id = $1 AND manager_id = $2 AND secret IS NOT NULL`,
    [clientId, managerId],
  );
  return row?.sealed;
}

/** Takes the code of a step; false when it, or a newer one, was taken before. */
export async function takeStep(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  sealed: Buffer,
  step: number,
): Promise<boolean> {
  const taken = await tx.run(
    `UPDATE authenticator_app SET last_step = $4, last_used = now()
     WHERE client_id = $1 AND manager_id = $2 AND secret = $3 AND last_step < $4`,
    [clientId, managerId, sealed, step],
  );
  return taken > 0;
}

export async function removeAuthenticator(tx: Tx, { clientId, managerId }: ManagerId) {
  const removed = await tx.run(
    'DELETE FROM authenticator_app WHERE client_id = $1 AND manager_id = $2 AND secret IS NOT NULL',
    [clientId, managerId],
  );
  return removed > 0;
}

/** Replaces all that are left. */
export async function setRecoveryCodes(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.run('DELETE FROM recovery_code WHERE client_id = $1 AND manager_id = $2', [
    clientId,
    managerId,
  ]);
  await tx.run(
    `INSERT INTO recovery_code (client_id, manager_id, code_hash)
     SELECT $1, $2, hash FROM unnest($3::bytea[]) hash`,
    [clientId, managerId, hashes],
  );
}

/** Takes a code, which then is gone: of two at once, one gets it. */
export async function takeRecoveryCode(
  tx: Tx,
  { clientId, managerId }: ManagerId,
  hash: Buffer,
): Promise<boolean> {
  const taken = await tx.run(
    'DELETE FROM recovery_code WHERE client_id = $1 AND manager_id = $2 AND code_hash = $3',
    [clientId, managerId, hash],
  );
  return taken > 0;
}

/** Removes everything; the manager signs in with the password alone. Returns whether there was one. */
export async function removeAllFactors(
  tx: Tx,
  { clientId, managerId }: ManagerId,
): Promise<boolean> {
  const values = [clientId, managerId];
  const where = 'WHERE client_id = $1 AND manager_id = $2';
  const factors = hasAny(await readFactors(tx, { clientId, managerId }));
  for (const table of ['authenticator_app', 'passkey', 'recovery_code', 'passkey_challenge']) {
    await tx.run(`DELETE FROM ${table} ${where}`, values);
  }
  return factors;
}
