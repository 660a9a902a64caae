import { asPlatform, type Database } from '../../src/db/database.ts';
import { openProvenSession } from '../../src/db/queries/session.ts';

/** Signs a manager in without a password, and returns the session's token. */
export async function openSession(
  db: Database,
  clientId: number,
  managerId: number,
): Promise<string> {
  const manager = await asPlatform(db, (tx) =>
    tx.row<{ hash: string }>(
      'SELECT password_hash AS hash FROM manager WHERE client_id = $1 AND manager_id = $2',
      [clientId, managerId],
    ),
  );
  const passwordHash = manager?.hash ?? '';
  const token = await openProvenSession(
    db,
    { clientId, managerId, passwordHash },
    { browser: '', address: '127.0.0.1' },
  );
  if (token === undefined) throw new Error('This manager cannot sign in.');
  return token;
}
