import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '#domain/operator-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { bootstrap, ownerDatabase, ownerRole } from './bootstrap.ts';
import { type ClusterPaths, prepareClusterPaths, socketPort } from './cluster-paths.ts';
import { initialize } from './initialize.ts';
import { entrySentence, launch } from './launch.ts';
import { assertOwnCluster, isInitialized } from './own-cluster.ts';
import { runningPostmaster } from './postmaster-file.ts';
import { isAlive } from './process-identity.ts';
import { tidyAfterRestore } from './replace-cluster.ts';
import type { Durability } from './server-flags.ts';
import { acceptsConnections, NoEntry, type SocketAddress } from './socket-address.ts';
import { stopServer } from './stop-server.ts';
import { serverUser } from './unprivileged-user.ts';

/** A running embedded server, ready for `openDatabase`. */
export interface EmbeddedServer {
  /** Folder of the UNIX socket, for pg's `host`. */
  host: string;
  port: number;
  user: string;
  database: string;
  pid: number;
  /** It was already running: left by a killed process, or started by another one. */
  attached: boolean;
  /** Stops it and waits until it has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  durability?: Durability;
  /** How many Carillon opens at most; about 60 by default. */
  connections?: number;
  /** Environment of a library that shows another time (libfaketime), for PostgreSQL too. */
  clock?: Record<string, string>;
}

/**
 * Starts PostgreSQL for a data folder, making the cluster when there is none, or takes over the
 * one that runs already. The caller holds the data folder's lock.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const user = serverUser();
  await tidyAfterRestore(options.dataFolder);
  assertOwnCluster(join(options.dataFolder, 'postgres'));
  const paths = prepareClusterPaths(options.dataFolder, user);
  const found = await attach(paths);
  if (found) return ready(found.address, found.pid, true);
  const binaries: Binaries = findBinaries(user);
  await initialize(binaries, paths, user);
  const { durability = 'durable', connections = 0, clock = {} } = options;
  const pid = await launch({ binaries, paths, user, durability, connections, clock });
  return ready({ host: paths.socketFolder, port: socketPort }, pid, false).catch(async (error) => {
    await stopServer(pid);
    throw error;
  });
}

/**
 * The server of a data folder that another process runs. Undefined when it is not ours or missing.
 */
export async function findEmbedded(dataFolder: string): Promise<EmbeddedServer | undefined> {
  if (!isInitialized(join(dataFolder, 'postgres'))) return undefined;
  const paths = prepareClusterPaths(dataFolder, serverUser());
  const running = runningPostmaster(paths.cluster);
  if (!running) return undefined;
  const address = { host: running.socketFolder, port: running.port };
  const responds = await respondsSoon(address, running.pid).catch((error: unknown) => {
    // The next start reports why.
    if (error instanceof NoEntry) return false;
    throw error;
  });
  return responds ? ready(address, running.pid, true) : undefined;
}

async function ready(
  address: SocketAddress,
  pid: number,
  attached: boolean,
): Promise<EmbeddedServer> {
  await bootstrap(address);
  const login = { user: ownerRole, database: ownerDatabase };
  return { ...address, ...login, pid, attached, stop: () => stopServer(pid) };
}

/**
 * Takes over a living server. One whose socket folder was cleaned up is unreachable and is stopped,
 * so that a new one can replace it.
 *
 * @throws Error with a sentence when it refuses our connection; it is stopped, too
 */
async function attach(
  paths: ClusterPaths,
): Promise<{ address: SocketAddress; pid: number } | undefined> {
  const running = runningPostmaster(paths.cluster);
  if (!running) return undefined;
  const address = { host: running.socketFolder, port: running.port };
  try {
    if (await respondsSoon(address, running.pid)) return { address, pid: running.pid };
  } catch (cause) {
    await stopServer(running.pid);
    throw cause instanceof NoEntry
      ? new OperatorError(entrySentence(cause, paths), { cause })
      : cause;
  }
  await stopServer(running.pid);
  return undefined;
}

/** Waits while a living server still recovers; at most two minutes. */
async function respondsSoon(address: SocketAddress, pid: number): Promise<boolean> {
  const end = Date.now() + 120_000;
  const socketGrace = Date.now() + 5_000;
  while (Date.now() < end && isAlive(pid)) {
    if (await acceptsConnections(address)) return true;
    if (Date.now() > socketGrace && !hasSocket(address)) return false;
    await sleep(100);
  }
  return false;
}

function hasSocket(address: SocketAddress): boolean {
  return existsSync(join(address.host, `.s.PGSQL.${address.port}`));
}
