import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import { bootstrap, ownerDatabase, ownerRole } from './bootstrap.ts';
import { type ClusterPaths, prepareClusterPaths, socketPort } from './cluster-paths.ts';
import { initialise } from './initialise.ts';
import { launch } from './launch.ts';
import { runningPostmaster } from './postmaster-file.ts';
import { isAlive } from './process-identity.ts';
import type { Durability } from './server-flags.ts';
import { answers, type SocketAddress } from './socket-address.ts';
import { serverUser } from './unprivileged-user.ts';

/** A running embedded server, ready for `openDatabase`. */
export interface EmbeddedServer {
  /** Folder of the UNIX socket, for pg's `host`. */
  host: string;
  port: number;
  user: string;
  database: string;
  pid: number;
  /** It was running already: left by a killed process, or started by another one. */
  attached: boolean;
  /** Stops it and waits until it has ended. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataFolder: string;
  durability?: Durability;
  /** Environment of a library that shows another time (libfaketime), for PostgreSQL too. */
  clock?: Record<string, string>;
}

/**
 * Starts PostgreSQL for a data folder, making the cluster when there is none, or takes over the
 * one that runs already. The caller holds the data folder's lock.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  const user = serverUser();
  const paths = prepareClusterPaths(options.dataFolder, user);
  const found = await attach(paths);
  if (found) return ready(found.address, found.pid, true);
  const binaries: Binaries = findBinaries(user);
  await initialise(binaries, paths, user);
  const { durability = 'durable', clock = {} } = options;
  const pid = await launch({ binaries, paths, user, durability, clock });
  return ready({ host: paths.socketFolder, port: socketPort }, pid, false);
}

/** The server of a data folder that another process runs. Undefined when there is none. */
export async function findEmbedded(dataFolder: string): Promise<EmbeddedServer | undefined> {
  const paths = prepareClusterPaths(dataFolder, serverUser());
  const running = runningPostmaster(paths.cluster);
  if (!running) return undefined;
  const address = { host: running.socketFolder, port: running.port };
  return (await answersSoon(address, running.pid)) ? ready(address, running.pid, true) : undefined;
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
 * Takes over a living server. One whose socket folder was cleaned away cannot be reached any more
 * and is stopped, so that a new one can take its place.
 */
async function attach(
  paths: ClusterPaths,
): Promise<{ address: SocketAddress; pid: number } | undefined> {
  const running = runningPostmaster(paths.cluster);
  if (!running) return undefined;
  const address = { host: running.socketFolder, port: running.port };
  if (await answersSoon(address, running.pid)) return { address, pid: running.pid };
  await stopServer(running.pid);
  return undefined;
}

/** Waits while a living server still recovers; at most two minutes. */
async function answersSoon(address: SocketAddress, pid: number): Promise<boolean> {
  const end = Date.now() + 120_000;
  const socketGrace = Date.now() + 5_000;
  while (Date.now() < end && isAlive(pid)) {
    if (await answers(address)) return true;
    if (Date.now() > socketGrace && !hasSocket(address)) return false;
    await sleep(100);
  }
  return false;
}

function hasSocket(address: SocketAddress): boolean {
  return existsSync(join(address.host, `.s.PGSQL.${address.port}`));
}

/** Fast shutdown (open transactions are rolled back); immediate after 30 seconds. */
async function stopServer(pid: number): Promise<void> {
  for (const [signal, seconds] of [
    ['SIGINT', 30],
    ['SIGQUIT', 10],
    ['SIGKILL', 5],
  ] as const) {
    if (!isAlive(pid)) return;
    process.kill(pid, signal);
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!isAlive(pid)) return;
      await sleep(20);
    }
  }
}
