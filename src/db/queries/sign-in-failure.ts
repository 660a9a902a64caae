/**
 * Failed sign-ins of the last hour, shared by all processes (spec 3 section 2). A stranger's count
 * for the account from their address, and for that address; a known browser's only for itself. So
 * strangers can slow a manager down, and never lock one out.
 */
import { asPlatform, type Database } from '../database.ts';

/** From this many failures on, each makes the next wait longer. */
const freeFailures = 5;
const addressLimit = 20;
const addressWindow = '15 minutes';
const remembered = '1 hour';
/** Seconds: 60, 120, 240, 480, then 900. */
const firstWait = 60;
const longestWait = 900;
/** Seconds by which each failure from elsewhere slows a stranger's try down, and at most. */
const slowedBy = 0.5;
const slowedAtMost = 5;

export interface Tries {
  code: string;
  username: string;
  /** Where the request came from: see domain/address.ts. */
  address: string;
  /** Of a browser that signed in to this account before. */
  browser?: Buffer | undefined;
}

export interface Throttle {
  /** Seconds until the next try may be made; 0 when now. */
  wait: number;
  /** Seconds by which this try takes longer. */
  delay: number;
}

/** What the failures so far mean for a try. */
export async function throttleOf(db: Database, tries: Tries): Promise<Throttle> {
  const { code, username, address, browser = null } = tries;
  const row = await asPlatform(db, (tx) =>
    tx.row<{ failures: number; since: number | null; addressWait: number; elsewhere: number }>(
      `SELECT count(*) FILTER (WHERE ${isOwn})::int AS failures,
              extract(epoch FROM now() - max(failed_at) FILTER (WHERE ${isOwn}))::float AS since,
              count(*) FILTER (WHERE address <> $3 AND browser IS NULL
                               AND failed_at > now() - interval '${addressWindow}')::int AS elsewhere,
              (SELECT coalesce(extract(epoch FROM failed_at + interval '${addressWindow}' - now()), 0)::float
               FROM (SELECT max(failed_at) AS failed_at FROM (
                 SELECT failed_at FROM sign_in_failure
                 WHERE address = $3 AND browser IS NULL
                   AND failed_at > now() - interval '${addressWindow}'
                 ORDER BY failed_at DESC OFFSET ${addressLimit - 1} LIMIT 1) AS one) AS filling)
                AS "addressWait"
       FROM sign_in_failure
       WHERE account = ${accountKey} AND failed_at > now() - interval '${remembered}'`,
      [code, username, address, browser],
    ),
  );
  const { failures = 0, since, addressWait = 0, elsewhere = 0 } = row ?? {};
  const ownWait = failures < freeFailures ? 0 : waitAfter(failures) - (since ?? 0);
  const wait = Math.max(0, Math.ceil(browser ? ownWait : Math.max(ownWait, addressWait)));
  const slowing = browser ? 0 : Math.max(0, elsewhere - freeFailures + 1) * slowedBy;
  return { wait, delay: Math.min(slowedAtMost, slowing) };
}

/** The failures of this browser, or of strangers at this address. */
const isOwn = `CASE WHEN $4::bytea IS NULL THEN address = $3 AND browser IS NULL ELSE browser = $4 END`;

const waitAfter = (failures: number) =>
  Math.min(longestWait, firstWait * 2 ** (failures - freeFailures));

/** Lower case as the database makes it, which also finds the manager; a line break parts the two. */
const accountKey = 'lower($1) || chr(10) || lower($2)';

export async function noteFailure(db: Database, tries: Tries): Promise<void> {
  const { code, username, address, browser = null } = tries;
  await asPlatform(db, async (tx) => {
    await tx.run(`DELETE FROM sign_in_failure WHERE failed_at < now() - interval '${remembered}'`);
    await tx.run(
      `INSERT INTO sign_in_failure (account, address, browser) VALUES (${accountKey}, $3, $4)`,
      [code, username, address, browser],
    );
  });
}

/** The right password, from where it was mistyped before. */
export async function forgiveFailures(db: Database, tries: Tries): Promise<void> {
  const { code, username, address, browser = null } = tries;
  await asPlatform(db, (tx) =>
    tx.run(
      `DELETE FROM sign_in_failure
       WHERE account = ${accountKey} AND ${isOwn}`,
      [code, username, address, browser],
    ),
  );
}
