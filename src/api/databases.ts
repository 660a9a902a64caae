/**
 * The API's own connections, separated so that no client's requests use them all up: those of requests,
 * in turns by client, and a few that are no client's: sessions, carriers' callbacks, health.
 */
import { createClientTurns } from '#db/client-turns.ts';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';

export interface ApiDatabases {
  db: Database;
  platformDb: Database;
  close(): Promise<void>;
}

const connections = 20;
/** Of one client at the same time: three clients in trouble leave connections for the rest. */
const turnsOfClient = 5;
/**
 * Milliseconds. Our own locks are held for less, except while a large list is reused: a request that
 * waits for one of those is told to try again.
 */
const lockMs = 10_000;
/** A browser or a proxy gives up about then. */
const statementMs = 60_000;
/** For a turn, while the client's other requests have them all. */
const turnPatienceMs = 10_000;

const platformConnections = 5;
/** Everything there is found by key and takes milliseconds. */
const platformLockMs = 1_000;
const platformStatementMs = 10_000;

/** To the same server as `platform`, whose connections the jobs use. */
export function openApiDatabases({ connection }: Database): ApiDatabases {
  const requests = openDatabase({ ...connection, max: connections });
  const platform = openDatabase({ ...connection, max: platformConnections });
  const turns = createClientTurns(turnsOfClient, turnPatienceMs);
  return {
    db: { ...requests, limits: { lockMs, statementMs, turns } },
    platformDb: {
      ...platform,
      limits: {
        lockMs: platformLockMs,
        statementMs: platformStatementMs,
        // The heartbeats of a client's uploads.
        turns: createClientTurns(1, turnPatienceMs),
      },
    },
    async close() {
      await Promise.all([closeDatabase(requests), closeDatabase(platform)]);
    },
  };
}
