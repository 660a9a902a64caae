/** Whether a pooler is between us and PostgreSQL, and whether two addresses reach one database. */
import { Client, type ClientBase, type ClientConfig } from 'pg';

/**
 * `transaction`: our statements may run in sessions that others use, too; `statement`: there are no
 * transactions.
 */
export type Between = 'nothing' | 'session' | 'transaction' | 'statement';

const tries = 4;
/** Milliseconds that a pooler may take to give a client a session; it may let one wait for minutes. */
const usualPatience = 10_000;

/** A pooler gave a client no session: it has none left, or is set to fewer than two. */
export class NoSession extends Error {
  override name = 'NoSession';
  /** It gave one, and no second one beside it. */
  readonly second: boolean;

  constructor(cause: unknown, second: boolean) {
    super('The pooler did not provide a session in time.', { cause });
    this.second = second;
  }
}

/**
 * @param client connected by `connection`, outside a transaction
 * @param patienceMs real milliseconds for each step
 * @throws NoSession
 */
export async function whatIsBetween(
  client: Client,
  connection: ClientConfig,
  patienceMs = usualPatience,
): Promise<Between> {
  const first = await backendOf(client, patienceMs).catch((cause: unknown) => {
    throw gaveNone(cause) ? new NoSession(cause, false) : cause;
  });
  // The server sends its process id at the beginning; a pooler makes one up.
  if (Reflect.get(client, 'processID') === first) return 'nothing';
  const other = new Client({ ...connection, connectionTimeoutMillis: patienceMs });
  other.on('error', () => {});
  try {
    await other.connect();
    return await sessionsOf(client, first, other, patienceMs);
  } catch (cause) {
    throw gaveNone(cause) ? new NoSession(cause, true) : cause;
  } finally {
    await other.end().catch(() => {});
  }
}

async function sessionsOf(
  client: Client,
  first: number,
  other: Client,
  patienceMs: number,
): Promise<Between> {
  const seen = [new Set([first]), new Set([await backendOf(other, patienceMs)])] as const;
  for (let left = tries; left > 0; left -= 1) {
    // A transaction keeps its session, so that a pooler must give the other client another one.
    if (!(await begins(other, patienceMs))) return 'statement';
    seen[1].add(await backendOf(other, patienceMs));
    seen[0].add(await backendOf(client, patienceMs));
    await other.query(timed('COMMIT', patienceMs));
    seen[1].add(await backendOf(other, patienceMs));
  }
  const shared = [...seen[0]].some((pid) => seen[1].has(pid));
  return shared || seen[0].size > 1 || seen[1].size > 1 ? 'transaction' : 'session';
}

/** False where the pooler refuses transactions. */
async function begins(client: Client, patienceMs: number): Promise<boolean> {
  try {
    await client.query(timed('BEGIN', patienceMs));
    return true;
  } catch (error) {
    if (isSaid(error, 'transaction blocks not allowed')) return false;
    throw error;
  }
}

/** Whether a pooler's own limit of waiting for a session (PgBouncer's query_wait_timeout) ended the wait. */
export const poolerGaveUp = (error: unknown) => isSaid(error, 'query_wait_timeout');

/**
 * A pooler reports its own errors as protocol violations: only the message shows which one it is.
 */
const isSaid = (error: unknown, words: string) =>
  error instanceof Error && Reflect.get(error, 'code') === '08P01' && error.message.includes(words);

/** It ended the wait, or we did: the driver's own errors have no code. */
function gaveNone(error: unknown): boolean {
  if (poolerGaveUp(error) || isConnectTimeout(error)) return true;
  return error instanceof Error && error.message === 'Query read timeout';
}

/** A connection got no response in time. */
export const isConnectTimeout = (error: unknown) =>
  error instanceof Error && error.message.startsWith('timeout expired');

const timed = (text: string, query_timeout: number) => ({ text, query_timeout });

async function backendOf(client: ClientBase, patienceMs: number): Promise<number> {
  const { rows } = await client.query(timed('SELECT pg_backend_pid() AS pid', patienceMs));
  return Number(rows[0].pid);
}

export interface DatabaseIdentity {
  /** Names this database, and this run of its server. */
  server: string;
  login: string;
}

/** The same for two addresses that reach the same database. */
export async function identifyDatabase(client: ClientBase): Promise<DatabaseIdentity> {
  const { rows } = await client.query<DatabaseIdentity>(
    `SELECT concat_ws('/', (SELECT system_identifier FROM pg_control_system()),
       (SELECT oid FROM pg_database WHERE datname = current_database()),
       extract(epoch FROM pg_postmaster_start_time())) AS server, current_user AS login`,
  );
  const [row] = rows;
  if (!row) throw new Error('The server did not identify itself.');
  return row;
}
