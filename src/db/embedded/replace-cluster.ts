/**
 * A restore makes its cluster in a separate folder in the data folder and swaps it with the current
 * one. A killed restore leaves the old cluster, or is completed by the next start: writing the mark
 * decides which.
 */

import { execFile } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { OperatorError } from '#domain/operator-error.ts';
import { findBinaries } from './binaries.ts';
import { assertFolder, prepareClusterPaths } from './cluster-paths.ts';
import { serverEnvironment } from './initialize.ts';
import { elsewhere } from './own-cluster.ts';
import { runningPostmaster } from './postmaster-file.ts';
import { isAlive } from './process-identity.ts';
import { type SocketAddress, superuser } from './socket-address.ts';
import { serverUser } from './unprivileged-user.ts';

const run = promisify(execFile);

/** The data folder, below the real one, in which a restore makes its cluster. */
export const restoringFolder = (dataFolder: string) => join(dataFolder, 'restoring');
const markOf = (dataFolder: string) => join(dataFolder, 'restore-swap.json');
const clusterOf = (dataFolder: string) => join(dataFolder, 'postgres');

/** Whether the data folder has a cluster that a restore would put aside. */
export function hasCluster(dataFolder: string): boolean {
  const cluster = clusterOf(dataFolder);
  return existsSync(cluster) && readdirSync(cluster).length > 0;
}

/** Refuses a folder that cannot be moved before anything is done. Throws a sentence. */
export function assertReplaceable(dataFolder: string): void {
  const found = lstatSync(clusterOf(dataFolder), { throwIfNoEntry: false });
  assertFolder(clusterOf(dataFolder), elsewhere);
  if (!found || found.dev === statSync(dataFolder).dev) return;
  throw new OperatorError(
    `${clusterOf(dataFolder)} is a mount, but a restore must be able to move it aside. Mount the whole data folder instead, or restore into your own server with DATABASE_URL.`,
  );
}

/**
 * Before a cluster of this data folder is used: completes what a killed restore left. The caller
 * holds the data folder's lock.
 */
export async function tidyAfterRestore(dataFolder: string): Promise<void> {
  if (existsSync(markOf(dataFolder))) finishSwap(dataFolder);
  else await removeHalfMade(dataFolder);
}

/** It will never be used, so its server, if one is left, is stopped immediately. */
async function removeHalfMade(dataFolder: string): Promise<void> {
  const folder = restoringFolder(dataFolder);
  if (!existsSync(folder)) return;
  const running = runningPostmaster(clusterOf(folder));
  if (running) {
    process.kill(running.pid, 'SIGQUIT');
    for (let tries = 0; isAlive(running.pid) && tries < 500; tries += 1) await sleep(20);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** So that little is left to write when the server stops. */
export async function checkpoint(address: SocketAddress): Promise<void> {
  const client = new Client(superuser(address));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('CHECKPOINT');
  } finally {
    await client.end();
  }
}

/** Where pg_control holds the state of the cluster, and its value after a clean shutdown. */
const stateAt = 16;
const shutDown = 1;

/** Flushes a stopped cluster that was loaded without crash safety to disk. */
export async function syncCluster(dataFolder: string): Promise<void> {
  const user = serverUser();
  const paths = prepareClusterPaths(dataFolder, user);
  const control = Buffer.alloc(stateAt + 4);
  const file = openSync(join(paths.cluster, 'global', 'pg_control'), 'r');
  readSync(file, control, 0, control.length, 0);
  closeSync(file);
  if (control.readUInt32LE(stateAt) !== shutDown) {
    throw new OperatorError(
      `The restored database did not shut down cleanly. Its log: ${paths.log}. Nothing was changed.`,
    );
  }
  await run(findBinaries(user).initdb, ['--sync-only', '-D', paths.clusterArgument], {
    cwd: paths.cluster,
    env: serverEnvironment(),
    ...(user ? { uid: user.uid, gid: user.gid } : {}),
  });
}

/**
 * Moves the cluster of the restoring folder into place.
 *
 * @returns the folder where the previous cluster is kept; undefined when there was none
 */
export function replaceCluster(dataFolder: string, now: Date): string | undefined {
  const instant = now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
  const aside = hasCluster(dataFolder) ? `postgres.before-restore-${instant}` : null;
  const mark = markOf(dataFolder);
  const draft = `${mark}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ aside }), { mode: 0o600, flush: true });
  renameSync(draft, mark);
  syncFolder(dataFolder);
  finishSwap(dataFolder);
  return aside === null ? undefined : join(dataFolder, aside);
}

/** Each step is left out when it was done before. */
function finishSwap(dataFolder: string): void {
  const { aside } = JSON.parse(readFileSync(markOf(dataFolder), 'utf8')) as {
    aside: string | null;
  };
  const made = clusterOf(restoringFolder(dataFolder));
  const cluster = clusterOf(dataFolder);
  if (existsSync(made)) {
    const kept = aside === null ? undefined : join(dataFolder, aside);
    if (kept && existsSync(cluster) && !existsSync(kept)) renameSync(cluster, kept);
    // A process that searched for a server meanwhile made an empty folder.
    if (existsSync(cluster)) rmdirSync(cluster);
    renameSync(made, cluster);
    syncFolder(dataFolder);
  }
  rmSync(restoringFolder(dataFolder), { recursive: true, force: true });
  rmSync(markOf(dataFolder), { force: true });
  syncFolder(dataFolder);
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
