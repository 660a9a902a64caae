import { setTimeout as sleep } from 'node:timers/promises';
import { connectionOf, type DatabaseConnection } from '#db/connection.ts';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { makeDataFolder } from '#db/embedded/cluster-paths.ts';
import { DataFolderInUse, type DataLock, lockDataFolder } from '#db/embedded/data-lock.ts';
import { superviseEmbedded } from '#db/embedded/supervise.ts';
import { migrate } from '#db/migrate.ts';
import type { Context } from '../command.ts';
import { usableServer } from '../server/usable.ts';
import { count } from '../shared.ts';
import { connectionsNeeded, sharedConnections } from './connections.ts';
import { migrateBesideOlder } from './older-processes.ts';
import type { RoleName } from './roles.ts';

export interface OpenInstallation {
  db: Database;
  /** Lets a start that follows wait for this process instead of refusing. */
  markStopping(): void;
  close(): Promise<void>;
}

/**
 * The database of this installation, migrated: the server of DATABASE_URL, or the embedded one of
 * the data folder, which this process then owns and keeps alive.
 *
 * @param options `migrateAnyway`: without waiting for processes of an older version
 */
export async function openInstallation(
  given: Context,
  roles: readonly RoleName[],
  { migrateAnyway = false } = {},
): Promise<OpenInstallation> {
  const context = { ...given, config: given.config, migrateAnyway };
  const { databaseUrl, dataFolder, clockLibrary } = context.config;
  // For the jobs and the clock; the API and the engine open their own.
  const max = sharedConnections(context.config, roles);
  const needed = connectionsNeeded(context.config, roles);
  makeDataFolder(dataFolder);
  if (databaseUrl) {
    const connection = await usableServer(context, roles);
    return opened({ ...connection, max }, context, async () => {});
  }
  const lock = await lockForStart(context);
  try {
    const server = await superviseEmbedded(dataFolder, context.note, clockLibrary, needed.most);
    const { host, port, user, database } = server;
    const login = { host, port, user, database };
    const installation = await opened({ ...login, max }, context, async () => {
      await server.stop();
      lock.release();
    });
    return { ...installation, markStopping: () => lock.markStopping() };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function opened(
  connection: DatabaseConnection,
  context: Context & { migrateAnyway: boolean },
  stop: () => Promise<void>,
): Promise<OpenInstallation> {
  try {
    // Nothing else uses the embedded server: this process has just started it.
    const isShared = context.config.databaseUrl !== undefined;
    const applied =
      isShared && !context.migrateAnyway
        ? await migrateBesideOlder(connection, { note: context.note })
        : await migrate(connection, undefined, { notify: context.note });
    if (applied.length > 0)
      context.note(`Database: ${count(applied.length, 'migration')} applied.`);
  } catch (error) {
    await stop();
    throw error;
  }
  const db = openDatabase(connectionOf(connection, 'start'));
  const close = async () => {
    await closeDatabase(db);
    await stop();
  };
  return { db, close, markStopping: () => {} };
}

/** Milliseconds that a start waits for the owner of the folder. A running Carillon is named at once. */
const patience = { start: 1_000, command: 60_000, stopping: 60_000 };

async function lockForStart(context: Context): Promise<DataLock> {
  let noted = false;
  for (const began = Date.now(); ; await sleep(100)) {
    try {
      return lockDataFolder(context.config.dataFolder, 'start');
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const { purpose } = error.holder;
      if (Date.now() - began > patience[purpose]) throw error;
      if (purpose !== 'start' && !noted) {
        context.note('Another carillon process is using the data folder. Waiting for it.');
        noted = true;
      }
    }
  }
}
