/** The settings of an external PostgreSQL that Carillon depends on. */
import type { ClientBase } from 'pg';

export interface ServerFacts {
  version: string;
  /** Its name, quoted for SQL. */
  database: string;
  major: number;
  encoding: string;
  /** It replays another server's log and cannot be written to. */
  standby: boolean;
  /** Transactions of this login may write nothing by default. */
  readOnly: boolean;
  /** It declares that its data is disposable: a test server. */
  throwaway: boolean;
  fsync: boolean;
  fullPageWrites: boolean;
  /** As in a fresh session of this login. */
  synchronousCommit: string;
  /** Commits wait for one of them; empty for none. */
  synchronousStandbys: string;
  /** Standbys that are connected now. */
  standbys: number;
  connections: {
    /** The most connections of this login. */
    most: number;
    /** Of those in use now, without the asking one. */
    used: number;
    /** Of this login's own, among them: other processes of Carillon. */
    ours: number;
  };
  locks: {
    /** That the server has room for, of all sessions together. */
    most: number;
    /** Relations that one unfiltered search of call records locks. */
    oneSearch: number;
  };
}

interface Row extends Omit<ServerFacts, 'connections' | 'locks'> {
  mostConnections: number;
  roleLimit: number;
  databaseLimit: number;
  used: number;
  usedHere: number;
  ours: number;
  lockRoom: number;
  oneSearch: number;
}

/** Settings that a version lacks count as absent. */
const setting = (name: string) => `current_setting('${name}', true)`;

/**
 * @param client a fresh session, to the server itself
 */
export async function readServerFacts(client: ClientBase): Promise<ServerFacts> {
  const { rows } = await client.query<Row>(
    `SELECT ${setting('server_version')} AS version, quote_ident(current_database()) AS database,
       ${setting('server_version_num')}::int / 10000 AS major,
       ${setting('server_encoding')} AS encoding,
       pg_is_in_recovery() AS standby,
       ${setting('default_transaction_read_only')} = 'on' AS "readOnly",
       coalesce(${setting('carillon.throwaway')} = 'on', false) AS throwaway,
       ${setting('fsync')} = 'on' AS fsync,
       ${setting('full_page_writes')} = 'on' AS "fullPageWrites",
       ${setting('synchronous_commit')} AS "synchronousCommit",
       ${setting('synchronous_standby_names')} AS "synchronousStandbys",
       (SELECT count(*)::int FROM pg_stat_replication r
        WHERE coalesce(r.state, '') <> 'backup'
          AND coalesce(r.application_name, '') NOT IN ('pg_receivewal', 'pg_basebackup')
          AND NOT EXISTS (SELECT 1 FROM pg_replication_slots s
            WHERE s.active_pid = r.pid AND s.slot_type = 'logical')) AS standbys,
       ${setting('max_connections')}::int - ${setting('superuser_reserved_connections')}::int
         - coalesce(${setting('reserved_connections')}::int, 0) AS "mostConnections",
       (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS "roleLimit",
       (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS "databaseLimit",
       (SELECT sum(numbackends)::int - 1 FROM pg_stat_database) AS used,
       (SELECT numbackends - 1 FROM pg_stat_database WHERE datname = current_database()) AS "usedHere",
       (SELECT count(*)::int - 1 FROM pg_stat_activity WHERE usename = current_user) AS ours,
       ${setting('max_locks_per_transaction')}::int
         * (${setting('max_connections')}::int + ${setting('max_prepared_transactions')}::int) AS "lockRoom",
       -- Each month and its parts, and an index of each.
       (SELECT 2 * count(*)::int FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
          JOIN pg_class parent ON parent.oid = i.inhparent
        WHERE c.relkind IN ('r', 'p') AND parent.relname LIKE 'call_record%') AS "oneSearch"`,
  );
  const [row] = rows;
  if (!row) throw new Error('The server did not report its settings.');
  const { mostConnections, roleLimit, databaseLimit, used, usedHere, ours } = row;
  // A limit of the login or of the database is below the server's; -1 is none.
  const own = [roleLimit, databaseLimit].filter((limit) => limit >= 0);
  const most = Math.min(mostConnections, ...own);
  const limitedHere = most < mostConnections;
  return {
    ...row,
    connections: { most, used: limitedHere ? usedHere : used, ours },
    locks: { most: row.lockRoom, oneSearch: row.oneSearch },
  };
}
