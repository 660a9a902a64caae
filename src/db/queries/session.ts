/** Sessions of managers. Everything here runs as the platform, before a client is known. */
import type { Rights } from '#contract/role.ts';
import { asPlatform, asPlatformFor, type Database, type Tx } from '../database.ts';
import { troubleOf } from '../errors.ts';
import { hashOf, newToken } from '../token.ts';
import { noteAct } from './audit.ts';
import { hasAny, mustSetUpFactor, readFactors } from './second-factor.ts';

/** A session ends this long after its last use (spec 3 section 2). */
const lifetime = '12 hours';
/** It ends this long after the sign-in, whatever its use. */
const longestLife = '24 hours';
const isAlive = `s.last_used > now() - interval '${lifetime}' AND s.created > now() - interval '${longestLife}'`;
/** How long a verified password allows what asks for one. */
const provenFor = '5 minutes';
/** How long the token before a proof still serves requests that were under way; it proves nothing. */
const formerFor = '30 seconds';
/** The last use is stored at most this often. */
const touchEvery = '1 minute';

export interface SessionRow extends Rights {
  /** The same for each of its tokens, one after another. */
  sessionId: number;
  clientId: number;
  managerId: number;
  name: string;
  username: string;
  /** The password or the second factor was verified a short while ago. */
  proven: boolean;
  /** The client requires a second factor, and the manager has none. */
  mustSetUpFactor: boolean;
  /** The client is the one that the first start made up. */
  madeUp: boolean;
}

export interface Credentials
  extends Omit<SessionRow, 'sessionId' | 'proven' | 'mustSetUpFactor' | 'madeUp'> {
  passwordHash: string;
  /** Neither the manager nor the client is disabled. */
  enabled: boolean;
}

/** Of the client `c` and the manager `m`. */
export const credentialColumns = `m.client_id AS "clientId", m.manager_id AS "managerId", m.name,
  m.username, m.role, m.full_ssn AS "fullSsn", m.password_hash AS "passwordHash",
  m.active AND c.disabled_at IS NULL AS enabled`;

/** The manager of a code and username; undefined if there is none. Case does not matter. */
export function findCredentials(
  db: Database,
  code: string,
  username: string,
): Promise<Credentials | undefined> {
  return asPlatform(db, (tx) =>
    tx.row<Credentials>(
      `SELECT ${credentialColumns}
       FROM client c JOIN manager m USING (client_id)
       WHERE lower(c.code) = lower($1) AND lower(m.username) = lower($2) AND m.deleted_at IS NULL`,
      [code, username],
    ),
  );
}

/** The manager whose password was verified, and against which hash. */
type Proven = Pick<Credentials, 'clientId' | 'managerId' | 'passwordHash'>;

/** Where a sign-in came from. */
export interface SessionOrigin {
  /** The header User-Agent. */
  browser: string;
  address: string;
}

/**
 * Opens a session and returns its token, which only the manager who signed in keeps. Undefined when
 * the password is not the manager's any more: verifying takes a while, in which it may be changed
 * or the manager disabled, and such a change must not miss a session that is just being opened.
 *
 * @param byFactor the second factor was verified, too; without, a manager who has one gets no session
 */
export function openProvenSession(
  db: Database,
  { clientId, managerId, passwordHash }: Proven,
  from: SessionOrigin,
  byFactor = false,
): Promise<string | undefined> {
  return asPlatformFor(db, clientId, async (tx) => {
    const holds = await tx.row(
      `SELECT 1 FROM manager
       WHERE client_id = $1 AND manager_id = $2 AND password_hash = $3
         AND active AND deleted_at IS NULL FOR SHARE`,
      [clientId, managerId, passwordHash],
    );
    if (!holds) return undefined;
    // Read after the lock, which who sets one up takes as well.
    const factors = await readFactors(tx, { clientId, managerId });
    if (hasAny(factors) && !byFactor) return undefined;
    return insertSession(tx, clientId, managerId, from);
  });
}

export async function insertSession(
  tx: Tx,
  clientId: number,
  managerId: number,
  { browser, address }: SessionOrigin,
): Promise<string> {
  const token = newToken();
  await tx.run(
    `INSERT INTO session (client_id, token_hash, manager_id, browser, address)
     VALUES ($1, $2, $3, $4, $5)`,
    [clientId, hashOf(token), managerId, browser, address],
  );
  return token;
}

/** The session of a valid token; notes its use, unless a page asks by itself (`isUse` is false). */
export async function sessionOfToken(
  db: Database,
  token: string,
  isUse: boolean,
): Promise<SessionRow | undefined> {
  const tokenHash = hashOf(token);
  const row = await asPlatform(db, (tx) =>
    tx.row<SessionRow & { stale: boolean }>(
      `SELECT s.session_id AS "sessionId", s.client_id AS "clientId", s.manager_id AS "managerId",
              m.name, m.username,
              m.role, m.full_ssn AS "fullSsn",
              s.last_used < now() - $2::interval AS stale,
              s.token_hash = $1 AND s.proven_at > now() - interval '${provenFor}' AS proven,
              ${mustSetUpFactor} AS "mustSetUpFactor", c.demo AS "madeUp"
       FROM session s JOIN manager m USING (client_id, manager_id) JOIN client c USING (client_id)
       WHERE (s.token_hash = $1 OR s.former_hash = $1 AND s.former_until > now()) AND ${isAlive}
         AND m.active AND m.deleted_at IS NULL AND c.disabled_at IS NULL`,
      [tokenHash, touchEvery],
    ),
  );
  if (!row) return undefined;
  const { stale, ...session } = row;
  if (stale && isUse) await noteUse(db, session);
  return session;
}

/** Apart from the read: a database that accepts no writes can still be read. */
async function noteUse(
  db: Database,
  { clientId, sessionId }: Pick<SessionRow, 'clientId' | 'sessionId'>,
): Promise<void> {
  try {
    await asPlatform(db, (tx) =>
      // If it is locked at this moment, its holder or the next request notes the use: none waits
      // here.
      tx.run(
        `UPDATE session SET last_used = now() WHERE (client_id, token_hash) IN (
           SELECT client_id, token_hash FROM session
           WHERE client_id = $1 AND session_id = $2 FOR UPDATE SKIP LOCKED)`,
        [clientId, sessionId],
      ),
    );
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble !== 'read_only' && trouble !== 'full') throw error;
  }
}

/** Those of the sessions that are still valid. The check does not count as a use. */
export async function goodSessions(
  db: Database,
  sessionIds: readonly number[],
): Promise<Set<number>> {
  const rows = await asPlatform(db, (tx) =>
    tx.rows<{ id: number }>(
      `SELECT s.session_id AS id
       FROM session s JOIN manager m USING (client_id, manager_id) JOIN client c USING (client_id)
       WHERE s.session_id = ANY ($1) AND ${isAlive}
         AND m.active AND m.deleted_at IS NULL AND c.disabled_at IS NULL
         AND NOT ${mustSetUpFactor}`,
      [sessionIds],
    ),
  );
  return new Set(rows.map(({ id }) => id));
}

export async function endSession(
  db: Database,
  { clientId, sessionId }: Pick<SessionRow, 'clientId' | 'sessionId'>,
): Promise<void> {
  await asPlatformFor(db, clientId, (tx) =>
    tx.run('DELETE FROM session WHERE client_id = $1 AND session_id = $2', [clientId, sessionId]),
  );
}

/**
 * Removes sessions that are over, each with an entry in the audit log: nobody signed out of them. Run
 * without an actor, so that the entry is nobody's act. Returns how many.
 */
export async function sweepSessions(db: Database): Promise<number> {
  const clients = await asPlatform(db, (tx) =>
    tx.rows<{ clientId: number }>(
      `SELECT DISTINCT client_id AS "clientId" FROM session s WHERE NOT (${isAlive}) ORDER BY 1`,
    ),
  );
  let swept = 0;
  for (const { clientId } of clients) {
    swept += await asPlatformFor(db, clientId, (tx) => sweepClient(tx, clientId));
  }
  return swept;
}

async function sweepClient(tx: Tx, clientId: number): Promise<number> {
  const over = await tx.rows<{ managerId: number; name: string; unused: boolean; lastUsed: Date }>(
    `DELETE FROM session s USING manager m
     WHERE s.client_id = $1 AND m.client_id = $1 AND m.manager_id = s.manager_id AND NOT (${isAlive})
     RETURNING m.manager_id AS "managerId", m.name,
       s.last_used <= now() - interval '${lifetime}' AS unused,
       platform_time(s.last_used) AS "lastUsed"`,
    [clientId],
  );
  for (const { managerId, name, unused, lastUsed } of over) {
    await noteAct(tx, {
      ...{ clientId, operation: unused ? 'unusedSession' : 'oldSession' },
      thing: { kind: 'session', id: String(managerId), name },
      facts: { lastUsed: lastUsed.toISOString() },
    });
  }
  return over.length;
}

export interface OwnSession extends SessionOrigin {
  id: number;
  created: string;
  lastUsed: string;
  /** The one that asks. */
  current: boolean;
}

/** The manager's sessions, the one in use first. */
export async function listSessions(
  tx: Tx,
  { clientId, managerId, sessionId }: Pick<SessionRow, 'clientId' | 'managerId' | 'sessionId'>,
): Promise<OwnSession[]> {
  const rows = await tx.rows<OwnSession & { created: Date; lastUsed: Date }>(
    `SELECT session_id AS id, browser, address, platform_time(created) AS created,
            platform_time(last_used) AS "lastUsed", session_id = $3 AS current
     FROM session s WHERE client_id = $1 AND manager_id = $2 AND ${isAlive}
     ORDER BY current DESC, last_used DESC, session_id DESC`,
    [clientId, managerId, sessionId],
  );
  return rows.map(({ created, lastUsed, ...row }) => ({
    ...row,
    created: created.toISOString(),
    lastUsed: lastUsed.toISOString(),
  }));
}

/** Ends one of the manager's own sessions; returns whether there was such a one. */
export async function endOwnSession(
  tx: Tx,
  { clientId, managerId }: { clientId: number; managerId: number },
  id: number,
): Promise<boolean> {
  const ended = await tx.run(
    'DELETE FROM session WHERE client_id = $1 AND manager_id = $2 AND session_id = $3',
    [clientId, managerId, id],
  );
  return ended > 0;
}

/**
 * The password or the second factor was verified just now: for a while, what asks for it is let
 * through. The session goes on under a new token, which is returned, so that whoever copied the one
 * before is out (ASVS 5.0, 7.2.4). Undefined: the session has ended.
 */
export async function renewProven(
  db: Database,
  { clientId, sessionId }: Pick<SessionRow, 'clientId' | 'sessionId'>,
): Promise<string | undefined> {
  const token = newToken();
  const renewed = await asPlatformFor(db, clientId, (tx) =>
    tx.run(
      `UPDATE session SET proven_at = now(), token_hash = $3,
         former_hash = token_hash, former_until = now() + interval '${formerFor}'
       WHERE client_id = $1 AND session_id = $2`,
      [clientId, sessionId, hashOf(token)],
    ),
  );
  return renewed > 0 ? token : undefined;
}

/** Ends every session of a manager, but for `keep`; in the caller's transaction. */
export async function endSessionsOf(
  tx: Tx,
  clientId: number,
  managerId: number,
  keep?: number,
): Promise<void> {
  await tx.run(
    `DELETE FROM session
     WHERE client_id = $1 AND manager_id = $2 AND session_id IS DISTINCT FROM $3`,
    [clientId, managerId, keep ?? null],
  );
}
