/** Managers whom the operator's OpenID Connect provider signs in (decision 071). */
import type { Rights } from '#contract/role.ts';
import { asPlatform, asPlatformFor, type Database, type Tx } from '../database.ts';
import { type Factors, hasAny, readFactors } from './second-factor.ts';
import { insertSession, type SessionOrigin } from './session.ts';

export interface ProviderUser {
  issuer: string;
  subject: string;
  /** Verified by the provider. */
  email: string | undefined;
}

export interface ProviderAccount extends Rights {
  clientId: number;
  managerId: number;
  name: string;
  username: string;
  email: string;
  passwordHash: string;
}

/** Why a user of the provider gets into no account. */
export type NoAccount = 'none' | 'several' | 'other_user';

/**
 * The enabled account of a user: the one that is bound to them, or else one with their verified e-mail
 * address that is bound to nobody. `code` chooses a client.
 */
export async function accountOfUser(
  db: Database,
  { issuer, subject, email }: ProviderUser,
  code: string | undefined,
): Promise<ProviderAccount | NoAccount> {
  const rows = await asPlatform(db, (tx) =>
    tx.rows<ProviderAccount & { boundTo: string | null }>(
      `SELECT m.client_id AS "clientId", m.manager_id AS "managerId", m.name, m.username, m.email,
              m.role, m.full_ssn AS "fullSsn", m.password_hash AS "passwordHash", s.subject AS "boundTo"
       FROM manager m JOIN client c USING (client_id)
         LEFT JOIN manager_subject s
           ON s.client_id = m.client_id AND s.manager_id = m.manager_id AND s.issuer = $1
             AND s.email = m.email
       WHERE m.active AND m.deleted_at IS NULL AND c.disabled_at IS NULL
         AND ($4::text IS NULL OR lower(c.code) = lower($4))
         AND (s.subject = $2 OR lower(m.email) = lower($3))
       ORDER BY m.client_id, m.manager_id`,
      [issuer, subject, email ?? null, code ?? null],
    ),
  );
  const own = rows.filter(({ boundTo }) => boundTo === subject);
  const free = rows.filter(({ boundTo }) => boundTo === null);
  const [account, another] = own.length > 0 ? own : free;
  if (another) return 'several';
  if (!account) return rows.length > 0 ? 'other_user' : 'none';
  const { boundTo: _, ...found } = account;
  return found;
}

/**
 * Opens a session for the account, which belongs to this user from then on: without a `token` its
 * second factor is still to come. Undefined when it was disabled, got another address, or was bound
 * to another user meanwhile.
 */
export function openUserSession(
  db: Database,
  account: ProviderAccount,
  user: ProviderUser,
  from: SessionOrigin,
): Promise<{ factors: Factors; token?: string } | undefined> {
  const { clientId, managerId } = account;
  return asPlatformFor(db, clientId, async (tx) => {
    if (!(await bind(tx, account, user))) return undefined;
    // Read after the lock, which who sets one up takes as well.
    const factors = await readFactors(tx, account);
    // The provider has its own. A client that requires one requires its own, too.
    if (factors.required && hasAny(factors)) return { factors };
    return { factors, token: await insertSession(tx, clientId, managerId, from) };
  });
}

async function bind(
  tx: Tx,
  { clientId, managerId, email }: ProviderAccount,
  { issuer, subject }: ProviderUser,
): Promise<boolean> {
  const holds = await tx.row(
    `SELECT 1 FROM manager WHERE client_id = $1 AND manager_id = $2 AND email = $3
       AND active AND deleted_at IS NULL FOR NO KEY UPDATE`,
    [clientId, managerId, email],
  );
  if (!holds) return false;
  // Of an account that was theirs until its address changed.
  await tx.run(
    `DELETE FROM manager_subject
     WHERE client_id = $1 AND issuer = $2 AND subject = $3 AND manager_id <> $4`,
    [clientId, issuer, subject, managerId],
  );
  // A user of an earlier provider, or of an earlier address, gives way.
  await tx.run(
    `INSERT INTO manager_subject (client_id, manager_id, issuer, subject, email)
     VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (client_id, manager_id) DO UPDATE
       SET issuer = EXCLUDED.issuer, subject = EXCLUDED.subject, email = EXCLUDED.email,
           created = now()
       WHERE manager_subject.issuer <> EXCLUDED.issuer OR manager_subject.email <> EXCLUDED.email`,
    [clientId, managerId, issuer, subject, email],
  );
  const bound = await tx.row(
    `SELECT 1 FROM manager_subject
     WHERE client_id = $1 AND manager_id = $2 AND issuer = $3 AND subject = $4`,
    [clientId, managerId, issuer, subject],
  );
  return bound !== undefined;
}
