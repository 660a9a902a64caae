import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { makeDataFolder } from '#db/embedded/cluster-paths.ts';
import { DataFolderInUse, lockDataFolder } from '#db/embedded/data-lock.ts';
import { superviseEmbedded } from '#db/embedded/supervise.ts';
import { migrate } from '#db/migrate.ts';
import type { Context } from '../command.ts';
import { count } from '../shared.ts';

/** Connections of one process: requests, the engine's claims and the jobs together. */
const connections = 20;

export interface OpenInstallation {
  db: Database;
  close(): Promise<void>;
}

/**
 * The database of this installation, migrated: the server of DATABASE_URL, or the embedded one of
 * the data folder, which this process then owns and keeps alive.
 */
export async function openInstallation(context: Context): Promise<OpenInstallation> {
  const { databaseUrl, dataFolder } = context.config;
  makeDataFolder(dataFolder);
  if (databaseUrl) return opened({ connectionString: databaseUrl }, context, async () => {});
  const unlock = await lockForStart(context);
  try {
    const server = await superviseEmbedded(dataFolder, context.note);
    return await opened(server, context, async () => {
      await server.stop();
      unlock();
    });
  } catch (error) {
    unlock();
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
  return { db, close };
}

/**
 * A command may hold the folder for a moment, and a start that was just stopped still gives it
 * back: both are waited for a little. Then whoever has it is named.
 */
async function lockForStart(context: Context): Promise<() => void> {
  let told = false;
  for (const began = Date.now(); ; await sleep(200)) {
    try {
      return lockDataFolder(context.config.dataFolder, 'start');
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error;
      const patience = error.holder.purpose === 'command' ? 60_000 : 5_000;
      if (Date.now() - began > patience) throw error;
      if (error.holder.purpose === 'command' && !told) {
        context.note('A carillon command is at work in this data folder; waiting for it.');
        told = true;
      }
    }
  }
}
