/**
 * The engine's own connections: those of its work, bounded so that one client's locked or slow rows
 * hold up no other client, and two for the leases alone, so that nothing can use those up.
 */
import { createClientTurns } from '#db/client-turns.ts';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';

export interface EngineDatabases {
  db: Database;
  leaseDb: Database;
  close(): Promise<void>;
}

const connections = 16;
/** Of one client at the same time: three clients in trouble leave connections for the rest. */
const turnsOfClient = 4;
/**
 * Milliseconds. No lock of ours is held for as long; somebody else's (a psql session, an index build,
 * a maintenance job) is given up and tried again.
 */
const lockMs = 500;
/** Barring a number in every list of a large client takes some hundred milliseconds. */
const statementMs = 20_000;
/** All leases are renewed in one transaction of a few milliseconds; they run out after 8 seconds. */
const leaseStatementMs = 2_000;

/** To the same server as `platform`, whose connections the API and the jobs use. */
export function openEngineDatabases({ connection }: Database): EngineDatabases {
  const limits = { lockMs, statementMs, turns: createClientTurns(turnsOfClient) };
  const work = openDatabase({ ...connection, max: connections });
  const leases = openDatabase({ ...connection, max: 2 });
  return {
    db: { ...work, limits },
    leaseDb: { ...leases, limits: { ...limits, statementMs: leaseStatementMs } },
    async close() {
      await Promise.all([closeDatabase(work), closeDatabase(leases)]);
    },
  };
}
