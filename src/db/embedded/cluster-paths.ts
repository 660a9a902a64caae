import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isReachable, type ServerUser } from './unprivileged-user.ts';

/** The kernel's limit of a UNIX socket's path, without the closing zero. */
const socketPathBytes = 107;
export const socketPort = 5432;

export interface ClusterPaths {
  /** PostgreSQL's own folder below the data folder. */
  cluster: string;
  /** How the server is told of it: its path, or its own working directory (see below). */
  clusterArgument: string;
  /** The short folder of the socket, below the system's temp folder. */
  socketFolder: string;
  log: string;
}

/**
 * The paths of one data folder's server, made and given to `user`.
 *
 * A data folder below a closed one (/root is 0700) cannot be reached by the user the server runs
 * as. Its working directory is set before root's rights are dropped and stays usable, so the
 * server is then given /proc/self/cwd as its folder; user namespaces would do too, but containers
 * forbid them.
 */
export function prepareClusterPaths(
  dataFolder: string,
  user: ServerUser | undefined,
): ClusterPaths {
  makeDataFolder(dataFolder);
  const data = realpathSync(dataFolder);
  const cluster = join(data, 'postgres');
  ownFolder(cluster, user);
  return {
    cluster,
    clusterArgument: user && !isReachable(cluster, user) ? '/proc/self/cwd' : cluster,
    socketFolder: socketFolderOf(data),
    log: join(data, 'postgres.log'),
  };
}

/** Private; only the server's user may pass through, when we are root. */
export function makeDataFolder(dataFolder: string): void {
  try {
    makeFolders(dataFolder, process.getuid?.() === 0 ? 0o711 : 0o700);
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new Error(
      `This user cannot write to the data folder ${dataFolder}. Be the user that started Carillon first, or choose another folder with CARILLON_DATA.`,
      { cause },
    );
  }
}

/** Not `recursive`: where a parent cannot hold folders (as in /proc), Node would try for ever. */
function makeFolders(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another start may have made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Deterministic, so that a later process finds the server of this data folder. */
export function socketFolderOf(data: string): string {
  const name = `carillon-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`;
  const folder = join(tmpdir(), name);
  const socket = join(folder, `.s.PGSQL.${socketPort}.lock`);
  return Buffer.byteLength(socket) <= socketPathBytes ? folder : join('/tmp', name);
}

/** Makes the folder for the server's user alone; refuses one that somebody else put there. */
export function ownFolder(folder: string, user: ServerUser | undefined): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const found = lstatSync(folder);
  const us = process.getuid?.();
  const expected = user?.uid ?? us;
  if (!found.isDirectory() || (found.uid !== expected && found.uid !== us)) {
    throw new Error(
      `${folder} belongs to another user (number ${found.uid}). Start Carillon as that user, or remove the folder when it is not needed.`,
    );
  }
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
}
