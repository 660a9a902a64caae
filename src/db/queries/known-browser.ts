/** Browsers that proved an earlier sign-in of an account: they have their own count of failures. */
import { asPlatform, type Database, type Tx } from '../database.ts';
import { hashOf, newToken } from '../token.ts';

/** Longer than a browser keeps a cookie (400 days). */
const keptFor = '400 days';
/** Programs sign in without a cookie, each time as a new browser. */
const mostOfManager = 20;

/** The hash of the cookie if this browser signed in to this account before. */
export async function findKnownBrowser(
  db: Database,
  { code, username }: { code: string; username: string },
  cookie: string | undefined,
): Promise<Buffer | undefined> {
  if (cookie === undefined) return undefined;
  const row = await asPlatform(db, (tx) =>
    tx.row<{ hash: Buffer }>(
      `SELECT b.token_hash AS hash
       FROM known_browser b JOIN manager m USING (client_id, manager_id) JOIN client c USING (client_id)
       WHERE b.token_hash = $1 AND b.last_used > now() - interval '${keptFor}'
         AND lower(c.code) = lower($2) AND lower(m.username) = lower($3) AND m.deleted_at IS NULL`,
      [hashOf(cookie), code, username],
    ),
  );
  return row?.hash;
}

/**
 * Notes that a manager signed in with a browser, and returns its new cookie. The old one is worth
 * nothing from then on, for any account: somebody may have planted it.
 */
export function rememberBrowser(
  db: Database,
  { clientId, managerId }: { clientId: number; managerId: number },
  before: string | undefined,
): Promise<string> {
  const cookie = newToken();
  const hash = hashOf(cookie);
  return asPlatform(db, async (tx) => {
    if (before !== undefined) {
      const accounts = 'UPDATE known_browser SET token_hash = $2 WHERE token_hash = $1';
      await tx.run(accounts, [hashOf(before), hash]);
    }
    await tx.run(
      `INSERT INTO known_browser (client_id, manager_id, token_hash) VALUES ($1, $2, $3)
       ON CONFLICT (client_id, manager_id, token_hash) DO UPDATE SET last_used = now()`,
      [clientId, managerId, hash],
    );
    await tx.run(
      `DELETE FROM known_browser WHERE client_id = $1 AND manager_id = $2 AND token_hash NOT IN (
         SELECT token_hash FROM known_browser
         WHERE client_id = $1 AND manager_id = $2 AND last_used > now() - interval '${keptFor}'
         ORDER BY last_used DESC LIMIT ${mostOfManager})`,
      [clientId, managerId],
    );
    return cookie;
  });
}

/** After a new password, a disabling or a deletion: every browser is a stranger's again. */
export async function forgetBrowsers(tx: Tx, clientId: number, managerId: number): Promise<void> {
  await tx.run('DELETE FROM known_browser WHERE client_id = $1 AND manager_id = $2', [
    clientId,
    managerId,
  ]);
}
