import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '#domain/operator-error.ts';
import { accessSettings } from './access-rules.ts';
import type { Binaries } from './binaries.ts';
import { type ClusterPaths, ownFolder, socketPort } from './cluster-paths.ts';
import { serverEnvironment } from './initialize.ts';
import { hasDatabase } from './own-cluster.ts';
import { type Durability, serverSettings, settingArguments } from './server-flags.ts';
import { acceptsConnections, NoEntry } from './socket-address.ts';
import { stopServer } from './stop-server.ts';
import type { ServerUser } from './unprivileged-user.ts';

interface LaunchOptions {
  binaries: Binaries;
  paths: ClusterPaths;
  user: ServerUser | undefined;
  durability: Durability;
  connections: number;
  clock: Record<string, string>;
}

/** Recovery after a crash may take long; a server that ended is noticed at once. */
const readyWithin = 300_000;
/** When only the postmaster was killed, its last backends may still work for a while. */
const retryWithin = 30_000;
/** SQLSTATE lock_file_exists: the server that ran before still holds its lock file or its memory. */
const stillHeld = / F0001 FATAL: /;
const largestLog = 10 * 1024 * 1024;

/**
 * Starts the server and waits until it takes connections.
 *
 * @returns its process id.
 */
export async function launch(options: LaunchOptions): Promise<number> {
  rotateLog(options.paths.log);
  const giveUp = Date.now() + retryWithin;
  for (;;) {
    const from = logSize(options.paths.log);
    const pid = await tryOnce(options);
    if (pid !== undefined) return pid;
    const said = readFileSync(options.paths.log).subarray(from).toString('utf8');
    if (!stillHeld.test(said) || Date.now() > giveUp)
      throw new OperatorError(explain(said, options.paths));
    await sleep(300);
  }
}

async function tryOnce({ binaries, paths, user, durability, connections, clock }: LaunchOptions) {
  ownFolder(paths.socketFolder, user);
  const settings = {
    ...serverSettings(durability, connections),
    ...accessSettings(paths, user),
    unix_socket_directories: paths.socketFolder,
    port: String(socketPort),
  };
  const log = openSync(paths.log, 'a', 0o600);
  // Detached, in a process group of its own: Ctrl-C in the terminal must not reach it before we
  // have finished what is under way.
  const child = spawn(
    binaries.postgres,
    ['-D', paths.clusterArgument, ...settingArguments(settings)],
    {
      cwd: paths.cluster,
      detached: true,
      env: serverEnvironment(clock),
      stdio: ['ignore', log, log],
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    },
  );
  closeSync(log);
  child.unref();
  return untilReady(child, paths);
}

async function untilReady(child: ChildProcess, paths: ClusterPaths): Promise<number | undefined> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const address = { host: paths.socketFolder, port: socketPort };
  const lets = (pid: number) =>
    acceptsConnections(address).catch(async (cause: unknown) => {
      await stopServer(pid);
      throw cause instanceof NoEntry
        ? new OperatorError(entrySentence(cause, paths), { cause })
        : cause;
    });
  const end = Date.now() + readyWithin;
  while (Date.now() < end) {
    if (failure) throw new OperatorError(`PostgreSQL could not be started: ${failure.message}.`);
    if (child.exitCode !== null || child.signalCode !== null) return undefined;
    if (child.pid !== undefined && (await lets(child.pid))) return child.pid;
    await sleep(25);
  }
  child.kill('SIGINT');
  throw new OperatorError(
    `PostgreSQL was not ready after ${readyWithin / 1000} seconds. Its log: ${paths.log}.`,
  );
}

/** For a server that was stopped because it refuses our connection. */
export function entrySentence({ code, message }: NoEntry, { cluster, log }: ClusterPaths): string {
  const back =
    'restore the whole folder from a copy, or restore a backup with "carillon restore FILE" and an empty CARILLON_DATA';
  const cure = !hasDatabase(cluster)
    ? `The folder has no Carillon database. If a first start was killed there, empty the folder and start again. Otherwise ${back}.`
    : code === '3D000'
      ? `The database is incomplete: ${back}.`
      : `Its log: ${log}.`;
  return `PostgreSQL started in ${cluster}, but Carillon could not connect: ${message}. PostgreSQL was stopped again. ${cure}`;
}

function explain(said: string, paths: ClusterPaths): string {
  const lines = said.split('\n').filter((line) => /FATAL|ERROR|HINT|could not|error/.test(line));
  const reason = (lines.length > 0 ? lines : said.trim().split('\n')).slice(-3).join(' ');
  return `PostgreSQL exited during startup: ${reason} The whole log: ${paths.log}.`;
}

function logSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function rotateLog(path: string): void {
  if (logSize(path) > largestLog) renameSync(path, `${path}.1`);
}
