/** How PostgreSQL is reached, and the name under which a connection shows in pg_stat_activity. */
import { hostname } from 'node:os';
import type { ClientConfig, PoolConfig } from 'pg';

export interface DatabaseConnection extends PoolConfig {
  /**
   * The same database past a pooler: for LISTEN, for locks that live with a connection and for
   * migrations, which do not work through a pooler in transaction mode. Absent: the connection
   * itself goes to the server.
   */
  direct?: ClientConfig;
  /** Of hashed numbers (number-key.ts): told to the database before the first transaction of a session (begin.ts). */
  numberKey?: string;
}

/** PostgreSQL cuts a longer name off. */
const longestName = 63;

/**
 * `carillon engine host:pid`, so that pg_stat_activity shows which process a connection belongs to.
 */
export function applicationName(part: string, host = hostname(), pid = process.pid): string {
  const before = `carillon ${part} `;
  const after = `:${pid}`;
  // PostgreSQL shows other characters than printable ASCII as question marks.
  const name = host.replace(/[^\x21-\x7e]/g, '-');
  return `${before}${name.slice(0, longestName - before.length - after.length)}${after}`;
}

/** The same, for a part of this process: `engine`, `jobs`. An address may name another itself. */
export function connectionOf<C extends ClientConfig>(connection: C, part: string): C {
  return { ...connection, application_name: applicationName(part) };
}

/** Straight to the server, past any pooler. */
export function directOf(connection: DatabaseConnection, part: string): ClientConfig {
  const { direct, numberKey: _numberKey, ...own } = connection;
  return connectionOf(direct ?? own, part);
}
