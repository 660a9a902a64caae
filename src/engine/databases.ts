/**
 * The engine's own connections: those of its work, bounded so that one client's locked or slow rows
 * hold up no other client, and two for the leases alone, so that nothing can use those up.
 */
import { createClientTurns } from '#db/client-turns.ts';
import { connectionOf } from '#db/connection.ts';
import { closeDatabase, type Database, openDatabase, watchersOf } from '#db/database.ts';

export interface EngineDatabases {
  db: Database;
  leaseDb: Database;
  close(): Promise<void>;
}

/** Of all, unless set: the default in src/config.ts. */
const usualConnections = 18;
const leaseConnections = 2;
/**
 * Milliseconds. No lock of ours is held for as long; somebody else's (a psql session, an index build,
 * a maintenance job) is given up and tried again.
 */
const lockMs = 500;
/** Barring a number in every list of a large client takes some hundred milliseconds. */
const statementMs = 20_000;
/** All leases are renewed in one transaction of a few milliseconds; they run out after 8 seconds. */
const leaseStatementMs = 2_000;

/**
 * To the same server as `platform`, whose connections the API and the jobs use.
 *
 * @param connections of all; at least 6
 */
export function openEngineDatabases(
  platform: Database,
  connections = usualConnections,
): EngineDatabases {
  const { connection, journal } = platform;
  const watchers = watchersOf(platform);
  const max = connections - leaseConnections;
  // Of one client at the same time: three clients in trouble leave connections for the rest.
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
