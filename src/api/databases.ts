/**
 * The API's own connections, separated so that no client's requests use up all of them: those for
 * requests, in turns by client, and a few for the platform: sessions, carriers' callbacks, health.
 */
import { createClientTurns } from '#db/client-turns.ts';
import { connectionOf } from '#db/connection.ts';
import { closeDatabase, type Database, openDatabase, watchersOf } from '#db/database.ts';

export interface ApiDatabases {
  db: Database;
  platformDb: Database;
  close(): Promise<void>;
}

/** Of all, unless set: the default in src/config.ts. */
const usualConnections = 25;
/**
 * Milliseconds. Our own locks are held for less, except while a large list is reused: a request
 * that waits for one of those has to be retried.
 */
const lockMs = 10_000;
/** A browser or a proxy gives up about then. */
const statementMs = 60_000;
/** For a turn, while the client's other requests use all of them. */
const turnPatienceMs = 10_000;

/** All queries there are by key and take milliseconds. */
const platformLockMs = 1_000;
const platformStatementMs = 10_000;

/** Of a client at the same time: three clients in trouble leave connections for the rest. */
function sharesOf(connections: number) {
  const platform = Math.max(2, Math.min(5, Math.floor(connections / 5)));
  const requests = connections - platform;
  return { platform, requests, turnsOfClient: Math.max(2, Math.floor(requests / 4)) };
}

/**
 * To the same server as `platform`, whose connections the jobs use.
 *
 * @param connections of all; at least 6
 */
export function openApiDatabases(given: Database, connections = usualConnections): ApiDatabases {
  const { connection, journal } = given;
  const watchers = watchersOf(given);
  const shares = sharesOf(connections);
  const requests = openDatabase({ ...connectionOf(connection, 'api'), max: shares.requests });
  const platform = openDatabase({
    ...connectionOf(connection, 'api platform'),
    max: shares.platform,
  });
  const turns = createClientTurns(shares.turnsOfClient, turnPatienceMs);
  return {
    db: {
      ...requests,
      ...watchers,
      ...(journal && { journal }),
      limits: { lockMs, statementMs, turns },
    },
    platformDb: {
      ...platform,
      ...watchers,
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
