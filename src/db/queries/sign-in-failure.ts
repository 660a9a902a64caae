/** Failed sign-ins of the last 15 minutes, shared by all processes (spec 3 section 2). */
import { asPlatform, type Database } from '../database.ts';

const accountLimit = 5;
const addressLimit = 20;
const window = '15 minutes';

export interface Tries {
  code: string;
  username: string;
  /** Where the request came from: see domain/address.ts. */
  address: string;
}

/**
 * Seconds until this code and username, and this address, may be tried again; 0 when now. The
 * wait ends when the oldest of the failures that fill the limit leaves the window.
 */
export async function secondsToWait(db: Database, tries: Tries): Promise<number> {
  const row = await asPlatform(db, (tx) =>
    tx.row<{ wait: number }>(
      `SELECT coalesce(ceil(extract(epoch FROM max(filling.failed_at) + $4::interval - now())), 0)::int AS wait
       FROM (
         (SELECT failed_at FROM sign_in_failure
          WHERE account = ${accountKey} AND failed_at > now() - $4::interval
          ORDER BY failed_at DESC OFFSET ${accountLimit - 1} LIMIT 1)
         UNION ALL
         (SELECT failed_at FROM sign_in_failure
          WHERE address = $3 AND failed_at > now() - $4::interval
          ORDER BY failed_at DESC OFFSET ${addressLimit - 1} LIMIT 1)
       ) AS filling`,
      [tries.code, tries.username, tries.address, window],
    ),
  );
  return Math.max(row?.wait ?? 0, 0);
}

/** Lower case as the database makes it, which also finds the manager; a line break parts the two. */
const accountKey = 'lower($1) || chr(10) || lower($2)';

export async function noteFailure(db: Database, tries: Tries): Promise<void> {
  await asPlatform(db, async (tx) => {
    await tx.run('DELETE FROM sign_in_failure WHERE failed_at < now() - $1::interval', [window]);
    await tx.run(`INSERT INTO sign_in_failure (account, address) VALUES (${accountKey}, $3)`, [
      tries.code,
      tries.username,
      tries.address,
    ]);
  });
}
