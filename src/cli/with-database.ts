import { setTimeout as sleep } from 'node:timers/promises';
import { connectionOf } from '#db/connection.ts';
import { closeDatabase, type Database, openDatabase } from '#db/database.ts';
import { makeDataFolder } from '#db/embedded/cluster-paths.ts';
import {
  DataFolderInUse,
  type DataLock,
  dataFolderHolder,
  type LockPurpose,
  lockDataFolder,
} from '#db/embedded/data-lock.ts';
import { type EmbeddedServer, findEmbedded, startEmbedded } from '#db/embedded/server.ts';
import { troubleOf } from '#db/errors.ts';
import { migrate, pendingMigrations } from '#db/migrate.ts';
import { numberKeyOf } from '#db/number-key.ts';
import { type Context, Refusal } from './command.ts';
import { reachServer } from './server/reach.ts';
import { keySource, readRing } from './start/key-file.ts';
import { migrateBesideOlder } from './start/older-processes.ts';

/** How long a command waits for another one, or for a start that is not ready yet. */
const patience = 60_000;

type Connection = Parameters<typeof openDatabase>[0];

/**
 * Runs one piece of work on the installation's database, brought up to this version: the one of
 * DATABASE_URL, the embedded one that `carillon start` runs now, or the embedded one started for
 * this work alone.
 *
 * @param options `keys`: false for work that compares no numbers, so that no key file can stop it
 */
export function withDatabase<T>(
  context: Context,
  work: (db: Database) => Promise<T>,
  { keys = true } = {},
): Promise<T> {
  return withServer(context, async (connection, owned) => {
    if (owned) {
      const isShared = context.config.databaseUrl !== undefined;
      const migrated = isShared
        ? migrateBesideOlder(connection, { note: context.note, patienceMs: 0 })
        : migrate(connection, undefined, { notify: context.note });
      await migrated.catch(async (error) => {
        // A read-only database of this version can still be read.
        if (troubleOf(error) !== 'read_only') throw error;
        if ((await pendingMigrations(connection)).length > 0) throw error;
      });
    }
    const db = openDatabase({ ...connectionOf(connection, 'command'), max: 4 });
    const ring = keys ? readRing(keySource(context.config)) : undefined;
    if (ring) db.connection.numberKey = numberKeyOf(ring.lookups.numbers);
    try {
      return await work(db);
    } finally {
      await closeDatabase(db);
    }
  });
}

/** As `withDatabase`, but changes nothing. `owned`: no `carillon start` manages its schema. */
export async function withServer<T>(
  context: Context,
  work: (connection: Connection, owned: boolean) => Promise<T>,
): Promise<T> {
  const { databaseUrl, dataFolder, clockLibrary: clock } = context.config;
  if (databaseUrl) return work(await reachServer(context.config, context), true);
  const lock = await lockOrRunning(context);
  if (!lock) {
    const running = await runningServer(dataFolder);
    // It ended while we waited: the folder is free.
    return running ? work(loginOf(running), false) : withServer(context, work);
  }
  try {
    const server = await startEmbedded({ dataFolder, clock });
    try {
      return await work(loginOf(server), true);
    } finally {
      await server.stop();
    }
  } finally {
    lock.release();
  }
}

const loginOf = ({ host, port, user, database }: EmbeddedServer) => ({
  host,
  port,
  user,
  database,
});

/** Undefined: `carillon start` has the data folder, and its server can be used. */
async function lockOrRunning(context: Context): Promise<DataLock | undefined> {
  makeDataFolder(context.config.dataFolder);
  for (let noted = false, end = Date.now() + patience; ; await sleep(200)) {
    const taken = tryLock(context.config.dataFolder, 'command');
    if (!(taken instanceof DataFolderInUse)) return taken;
    if (taken.holder.purpose === 'start') return undefined;
    if (Date.now() > end) throw taken;
    if (!noted) context.note('Another carillon process is using the data folder. Waiting for it.');
    noted = true;
  }
}

function tryLock(folder: string, purpose: LockPurpose): DataLock | DataFolderInUse {
  try {
    return lockDataFolder(folder, purpose);
  } catch (error) {
    if (error instanceof DataFolderInUse) return error;
    throw error;
  }
}

/** Waits for a start that is creating or migrating its database; undefined when it has ended. */
async function runningServer(folder: string): Promise<EmbeddedServer | undefined> {
  for (const end = Date.now() + patience; dataFolderHolder(folder); await sleep(200)) {
    const server = await findEmbedded(folder);
    if (server && (await pendingMigrations(server)).length === 0) return server;
    if (Date.now() > end) {
      throw new Refusal(`Carillon is running with ${folder}, but its database does not respond.`);
    }
  }
  return undefined;
}
