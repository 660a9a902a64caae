/**
 * The engine's own connections: those for its work, limited per client so that locked or slow rows
 * hold up only their own client, and two reserved for the leases.
 */
import { createClientTurns } from '#db/client-turns.ts';
import { connectionOf } from '#db/connection.ts';
import { closeDatabase, type Database, openDatabase, watchersOf } from '#db/database.ts';

export interface EngineDatabases {
  db: Database;
  leaseDb: Database;
  close(): Promise<void>;
}

/** In total, unless set: the default in src/config.ts. */
const usualConnections = 18;
const leaseConnections = 2;
/**
 * Milliseconds. Carillon holds no lock this long. A wait for somebody else's lock (a psql session,
 * an index build, a maintenance job) is given up and retried.
 */
const lockMs = 500;
/** Barring a number in every list of a large client takes a few hundred milliseconds. */
const statementMs = 20_000;
/** One transaction of a few milliseconds renews all leases; they run out after 8 seconds. */
const leaseStatementMs = 2_000;

/**
 * Connects to the same server as `platform`, whose connections the API and the jobs use.
 *
 * @param connections in total; at least 6
 */
export function openEngineDatabases(
  platform: Database,
  connections = usualConnections,
): EngineDatabases {
  const { connection, journal } = platform;
  const watchers = watchersOf(platform);
  const max = connections - leaseConnections;
  // For one client at the same time: three clients in trouble leave connections for the rest.
  const turns = createClientTurns(Math.max(2, Math.floor(max / 4)));
  const limits = { lockMs, statementMs, turns };
  const work = openDatabase({ ...connectionOf(connection, 'engine'), max });
  const leases = openDatabase({
    ...connectionOf(connection, 'engine leases'),
    max: leaseConnections,
  });
  return {
    db: { ...work, ...watchers, ...(journal && { journal }), limits },
    leaseDb: {
      ...leases,
      ...watchers,
      limits: { ...limits, statementMs: leaseStatementMs },
    },
    async close() {
      await Promise.all([closeDatabase(work), closeDatabase(leases)]);
    },
  };
}
