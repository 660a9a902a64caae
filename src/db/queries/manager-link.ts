/** One-time links of managers (decision 070); like sessions, they end by the real clock. */
import { type LinkKind, type LinkMail, linkHours } from '#contract/manager-link.ts';
import { asPlatform, asPlatformFor, type Database, type Tx } from '../database.ts';
import { hashOf, newToken } from '../token.ts';
import { resetPassword } from './manager-password.ts';

/** Of one account: more would flood its mailbox, and end links before they are used. */
const mailedEvery = '5 minutes';

export interface NewLink {
  token: string;
  kind: LinkKind;
  expires: string;
  mail: LinkMail;
}

/**
 * Makes a manager's link, in place of an older one. Undefined when there is no such manager, or the
 * account is disabled, or `spared` and the older one is younger than a mail may follow another.
 */
export async function renewLink(
  tx: Tx,
  clientId: number,
  managerId: number,
  { mail = 'off', spared = false }: { mail?: LinkMail; spared?: boolean } = {},
): Promise<NewLink | undefined> {
  const account = await tx.row<{ kind: LinkKind; email: string }>(
    `SELECT CASE WHEN invited THEN 'invitation' ELSE 'reset' END AS kind, email FROM manager
     WHERE client_id = $1 AND manager_id = $2 AND active AND deleted_at IS NULL
     FOR NO KEY UPDATE`,
    [clientId, managerId],
  );
  if (!account) return undefined;
  const { kind, email } = account;
  const token = newToken();
  const row = await tx.row<{ expires: Date }>(
    `INSERT INTO manager_link (client_id, manager_id, kind, token_hash, email, mail, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, now() + make_interval(hours => $7))
     ON CONFLICT (client_id, manager_id) DO UPDATE SET kind = EXCLUDED.kind,
       token_hash = EXCLUDED.token_hash, email = EXCLUDED.email, mail = EXCLUDED.mail,
       created = now(), expires_at = EXCLUDED.expires_at
       WHERE NOT $8 OR manager_link.created < now() - interval '${mailedEvery}'
     RETURNING platform_time(expires_at) AS expires`,
    [clientId, managerId, kind, hashOf(token), email, mail, linkHours[kind], spared],
  );
  return row && { token, kind, expires: row.expires.toISOString(), mail };
}

/** The facts of a manager's link that can still be used. */
export async function findLink(tx: Tx, clientId: number, managerId: number) {
  const row = await tx.row<Omit<NewLink, 'token' | 'expires'> & { expires: Date }>(
    `SELECT l.kind, l.mail, platform_time(l.expires_at) AS expires
     FROM manager_link l WHERE l.client_id = $1 AND l.manager_id = $2 AND l.expires_at > now()`,
    [clientId, managerId],
  );
  return row && { ...row, expires: row.expires.toISOString() };
}

/** What became of the mail with a link; nothing for a link that was replaced meanwhile. */
export function noteLinkMail(
  db: Database,
  clientId: number,
  token: string,
  mail: LinkMail,
): Promise<number> {
  return asPlatformFor(db, clientId, (tx) =>
    tx.run('UPDATE manager_link SET mail = $3 WHERE client_id = $1 AND token_hash = $2', [
      clientId,
      hashOf(token),
      mail,
    ]),
  );
}

export async function endLink(tx: Tx, clientId: number, managerId: number): Promise<void> {
  await tx.run('DELETE FROM manager_link WHERE client_id = $1 AND manager_id = $2', [
    clientId,
    managerId,
  ]);
}

/** After a change of the account: a link goes to one e-mail address. */
export async function endLinkOfOtherEmail(
  tx: Tx,
  clientId: number,
  managerId: number,
  email: string,
): Promise<void> {
  await tx.run(
    'DELETE FROM manager_link WHERE client_id = $1 AND manager_id = $2 AND email <> $3',
    [clientId, managerId, email],
  );
}

export interface AccountOfLink {
  clientId: number;
  managerId: number;
  kind: LinkKind;
  name: string;
  username: string;
  email: string;
  clientName: string;
  clientCode: string;
}

/** Whose link it is; undefined for one that cannot be used any more. */
export function accountOfLink(db: Database, token: string): Promise<AccountOfLink | undefined> {
  return asPlatform(db, (tx) =>
    tx.row<AccountOfLink>(
      `SELECT m.client_id AS "clientId", m.manager_id AS "managerId", l.kind, m.name, m.username,
              m.email, c.name AS "clientName", c.code AS "clientCode"
       FROM manager_link l JOIN manager m USING (client_id, manager_id) JOIN client c USING (client_id)
       WHERE l.token_hash = $1 AND l.expires_at > now() AND l.email = m.email
         AND m.active AND m.deleted_at IS NULL AND c.disabled_at IS NULL`,
      [hashOf(token)],
    ),
  );
}

/**
 * Sets the password with a link, which ends. Of two uses at once, the second finds none and returns
 * false.
 */
export function redeemLink(
  db: Database,
  { clientId, managerId, email }: AccountOfLink,
  { token, passwordHash, now }: { token: string; passwordHash: string; now: Date },
): Promise<boolean> {
  return asPlatformFor(db, clientId, async (tx) => {
    // The account first, as whoever changes it does: it may be disabled at this moment.
    const holds = await tx.row(
      `SELECT 1 FROM manager WHERE client_id = $1 AND manager_id = $2 AND email = $3
         AND active AND deleted_at IS NULL FOR NO KEY UPDATE`,
      [clientId, managerId, email],
    );
    if (!holds) return false;
    const used = await tx.run(
      'DELETE FROM manager_link WHERE client_id = $1 AND token_hash = $2 AND expires_at > now()',
      [clientId, hashOf(token)],
    );
    if (used === 0) return false;
    await resetPassword(tx, { clientId, managerId }, passwordHash, { managerId, now });
    return true;
  });
}

/** More accounts of one address are not mailed to. */
const mostAccounts = 5;

/** The accounts of a client that a reset may be mailed to now. */
export function accountsToMail(
  db: Database,
  { code, email }: { code: string; email: string },
): Promise<Omit<AccountOfLink, 'kind'>[]> {
  return asPlatform(db, (tx) =>
    tx.rows(
      `SELECT m.client_id AS "clientId", m.manager_id AS "managerId", m.name, m.username, m.email,
              c.name AS "clientName", c.code AS "clientCode"
       FROM manager m JOIN client c USING (client_id)
         LEFT JOIN manager_link l USING (client_id, manager_id)
       WHERE lower(c.code) = lower($1) AND lower(m.email) = lower($2)
         AND m.active AND m.deleted_at IS NULL AND c.disabled_at IS NULL
         AND (l.created IS NULL OR l.created < now() - interval '${mailedEvery}')
       ORDER BY m.manager_id LIMIT ${mostAccounts}`,
      [code, email],
    ),
  );
}
