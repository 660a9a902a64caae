import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { makeDataFolder } from '#db/embedded/cluster-paths.ts';
import {
  DataFolderInUse,
  dataFolderHolder,
  type LockPurpose,
  lockDataFolder,
} from '#db/embedded/data-lock.ts';
import { type EmbeddedServer, findEmbedded, startEmbedded } from '#db/embedded/server.ts';
import { migrate, pendingMigrations } from '#db/migrate.ts';
import { type Context, Refusal } from './command.ts';

/** How long a command waits for another one, or for a start that is not ready yet. */
const patience = 60_000;

/**
 * Runs one piece of work on the installation's database: the one of DATABASE_URL, the embedded one
 * that `carillon start` runs now, or the embedded one started for this work alone.
 */
export async function withDatabase<T>(
  context: Context,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { databaseUrl } = context.config;
  if (databaseUrl) return onMigrated({ connectionString: databaseUrl }, work);
  const unlock = await lockOrRunning(context);
  if (!unlock) return onRunning(context, work);
  try {
    const server = await startEmbedded({ dataFolder: context.config.dataFolder });
    try {
      return await onMigrated(server, work);
    } finally {
      await server.stop();
    }
  } finally {
    unlock();
  }
}

type Connection = Parameters<typeof openDatabase>[0];

async function onMigrated<T>(connection: Connection, work: (db: Database) => Promise<T>) {
  await migrate(connection);
  return onDatabase(connection, work);
}

async function onDatabase<T>(connection: Connection, work: (db: Database) => Promise<T>) {
  const db = openDatabase({ ...connection, max: 4 });
  try {
    return await work(db);
  } finally {
    await closeDatabase(db);
  }
}

/** Undefined: `carillon start` has the data folder, and its server is there to be used. */
async function lockOrRunning(context: Context): Promise<(() => void) | undefined> {
  makeDataFolder(context.config.dataFolder);
  for (let told = false, end = Date.now() + patience; ; await sleep(200)) {
    const taken = tryLock(context.config.dataFolder, 'command');
    if (typeof taken === 'function') return taken;
    if (taken.holder.purpose === 'start') return undefined;
    if (Date.now() > end) throw taken;
    if (!told) context.note('Another carillon command is at work; waiting for it.');
    told = true;
  }
}

function tryLock(folder: string, purpose: LockPurpose): (() => void) | DataFolderInUse {
  try {
    return lockDataFolder(folder, purpose);
  } catch (error) {
    if (error instanceof DataFolderInUse) return error;
    throw error;
  }
}

async function onRunning<T>(context: Context, work: (db: Database) => Promise<T>): Promise<T> {
  const server = await runningServer(context.config.dataFolder);
  // It ended while we waited: the folder is free.
  return server ? onDatabase(server, work) : withDatabase(context, work);
}

/** Waits for a start that still makes or migrates its database; undefined when it has ended. */
async function runningServer(folder: string): Promise<EmbeddedServer | undefined> {
  for (const end = Date.now() + patience; dataFolderHolder(folder); await sleep(200)) {
    const server = await findEmbedded(folder);
    if (server && (await pendingMigrations(server)).length === 0) return server;
    if (Date.now() > end) {
      throw new Refusal(`Carillon runs with ${folder}, but its database does not answer.`);
    }
  }
  return undefined;
}
