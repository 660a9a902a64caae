import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { makeDataFolder } from '#db/embedded/cluster-paths.ts';
import { DataFolderInUse, type DataLock, lockDataFolder } from '#db/embedded/data-lock.ts';
import { superviseEmbedded } from '#db/embedded/supervise.ts';
import { migrate } from '#db/migrate.ts';
import type { Context } from '../command.ts';
import { count } from '../shared.ts';

/** For the jobs and the clock; the API and the engine open their own. */
const connections = 10;

export interface OpenInstallation {
  db: Database;
  /** Lets a start that follows wait for this process instead of refusing. */
  markStopping(): void;
  close(): Promise<void>;
}

/**
 * The database of this installation, migrated: the server of DATABASE_URL, or the embedded one of
 * the data folder, which this process then owns and keeps alive.
 */
export async function openInstallation(context: Context): Promise<OpenInstallation> {
  const { databaseUrl, dataFolder, clockLibrary } = context.config;
  makeDataFolder(dataFolder);
  if (databaseUrl) return opened({ connectionString: databaseUrl }, context, async () => {});
  const lock = await lockForStart(context);
  try {
    const server = await superviseEmbedded(dataFolder, context.note, clockLibrary);
    const installation = await opened(server, context, async () => {
      await server.stop();
      lock.release();
    });
    return { ...installation, markStopping: () => lock.markStopping() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

type Connection = Parameters<typeof migrate>[0];

async function opened(
  connection: Connection,
  context: Context,
  stop: () => Promise<void>,
): Promise<OpenInstallation> {
  try {
    const applied = await migrate(connection);
    if (applied.length > 0)
      context.note(`Database: ${count(applied.length, 'migration')} applied.`);
  } catch (error) {
    await stop();
    throw error;
  }
  const { host, port, user, database, connectionString } = connection;
  const login = connectionString ? { connectionString } : { host, port, user, database };
  const db = openDatabase({ ...login, max: connections });
  const close = async () => {
    await closeDatabase(db);
    await stop();
  };
  return { db, close, markStopping: () => {} };
}

/** Milliseconds that a start waits for who has the folder. A Carillon that goes on is named at once. */
const patience = { start: 1_000, command: 60_000, stopping: 60_000 };

async function lockForStart(context: Context): Promise<DataLock> {
  let told = false;
  for (const began = Date.now(); ; await sleep(100)) {
    try {
      return lockDataFolder(context.config.dataFolder, 'start');
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const { purpose } = error.holder;
      if (Date.now() - began > patience[purpose]) throw error;
      if (purpose !== 'start' && !told) {
        context.note('Another carillon process is at work there; waiting for it.');
        told = true;
      }
    }
  }
}
