/** Reads the database without waiting long: a status that hangs is useless. */

import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '#config.ts';
import { connectionOf, type DatabaseConnection } from '#db/connection.ts';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { dataFolderHolder } from '#db/embedded/data-lock.ts';
import { findEmbedded } from '#db/embedded/server.ts';
import { pendingMigrations } from '#db/migrate.ts';
import { realMs } from '#domain/milliseconds.ts';
import { certificateSentence, connectSentence } from '../server/connect-sentence.ts';
import type { StatusFacts } from './facts.ts';

/** How long all of it may take. */
const inAll = realMs(1_700);
const toConnect = realMs(1_000);

export interface DatabaseProbe {
  state: StatusFacts['database'];
  /** Why it is unreachable, a sentence. */
  trouble: string | null;
  /** The result of the work, or null when it fails or takes too long; the first trouble is kept. */
  part<T>(work: (db: Database) => Promise<T>): Promise<T | null>;
}

/** @param work is given what was found; the connections are cut at its end, whatever they wait for */
export async function withProbe<T>(
  config: Config,
  work: (probe: DatabaseProbe) => Promise<T>,
): Promise<T> {
  const sockets: Socket[] = [];
  const late = new AbortController();
  const end = sleep(inAll, null, { signal: late.signal }).catch(() => null);
  const probe: DatabaseProbe = { state: 'none', trouble: null, part: async () => null };
  let db: Database | undefined;
  try {
    const found = await Promise.race([findDatabase(config, sockets), end]);
    if (!found) return await work({ ...probe, state: 'unreachable', trouble: tooLate });
    if (!('connection' in found)) return await work({ ...probe, ...found });
    const opened = openDatabase(found.connection);
    db = opened;
    const reached: DatabaseProbe = {
      state: 'ok',
      trouble: null,
      async part(asked) {
        const result = asked(opened).catch((error: unknown) => {
          reached.trouble ??= sentenceOf(error);
          return null;
        });
        const lateness = end.then(() => {
          reached.trouble ??= tooLate;
          return null;
        });
        return Promise.race([result, lateness]);
      },
    };
    return await work(reached);
  } finally {
    late.abort();
    for (const socket of sockets) socket.destroy();
    if (db) closeDatabase(db).catch(() => {});
  }
}

const tooLate = 'The database does not respond in time.';

type Found = { connection: DatabaseConnection } | Pick<DatabaseProbe, 'state' | 'trouble'>;

async function findDatabase(config: Config, sockets: Socket[]): Promise<Found> {
  try {
    const where = await whereItIs(config);
    if (typeof where === 'string') return { state: where, trouble: null };
    const connection = {
      ...connectionOf(where, 'status'),
      ...{ max: 4, connectionTimeoutMillis: toConnect },
      stream: () => {
        const socket = new Socket();
        // A connection that is cut at the end has nowhere to report it.
        socket.on('error', () => {});
        sockets.push(socket);
        return socket;
      },
    };
    const pending = await pendingMigrations(connection);
    return pending.length > 0 ? { state: 'pending', trouble: null } : { connection };
  } catch (error) {
    return { state: 'unreachable', trouble: sentenceOf(error) };
  }
}

/** The embedded one is not started for this. */
async function whereItIs({ databaseUrl, dataFolder }: Config) {
  if (databaseUrl) return { connectionString: databaseUrl };
  if (!existsSync(join(dataFolder, 'postgres'))) return 'none';
  const holder = dataFolderHolder(dataFolder);
  if (!holder || holder.purpose === 'command') return 'stopped';
  const server = await findEmbedded(dataFolder);
  if (!server) return 'unreachable';
  const { host, port, user, database } = server;
  return { host, port, user, database };
}

function sentenceOf(error: unknown): string {
  return (
    certificateSentence(error) ??
    connectSentence(error) ??
    `The database cannot be used: ${(error as Error).message}.`
  );
}
