import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readlinkSync,
  realpathSync,
  statSync,
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

/**
 * Private; only the server's user may pass through, when we are root.
 *
 * @throws Error with a sentence where there can be none; as it comes where the disk is full
 */
export function makeDataFolder(dataFolder: string): void {
  try {
    makeFolders(dataFolder, process.getuid?.() === 0 ? 0o711 : 0o700);
    if (!statSync(dataFolder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw cause;
    throw new Error(dataFolderProblem(dataFolder, cause as NodeJS.ErrnoException), { cause });
  }
}

/** Why a data folder that is not there cannot be made, as far as a look tells; nothing is changed. */
export function missingFolderProblem(dataFolder: string): string | undefined {
  try {
    lstatSync(dataFolder, { throwIfNoEntry: false });
  } catch (cause) {
    return dataFolderProblem(dataFolder, cause as NodeJS.ErrnoException);
  }
  return brokenLink(dataFolder) && dataFolderProblem(dataFolder, { code: 'ENOENT' });
}

/** @param cause of the system, when the folder was to be made or used */
export function dataFolderProblem(
  dataFolder: string,
  { code = '', message = '' }: { code?: string | undefined; message?: string },
): string {
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return `The data folder ${dataFolder} cannot be used: it is a file, or is to be below one. Choose a folder with CARILLON_DATA.`;
  }
  if (code === 'EROFS') {
    return `The data folder ${dataFolder} cannot be written to: its file system is read-only. Mount it for writing, or choose another folder with CARILLON_DATA.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `This user cannot write to the data folder ${dataFolder}. Be the user that started Carillon first, or choose another folder with CARILLON_DATA.`;
  }
  const link = code === 'ENOENT' ? brokenLink(dataFolder) : undefined;
  const said = /^[A-Z0-9]+: ([^,]+)/.exec(message)?.[1];
  const reason = link
    ? `${link} is a link to ${readlinkSync(link)}, which is not there`
    : (said ?? code);
  return `The data folder ${dataFolder} cannot be used: ${reason}. Mend that, or choose another folder with CARILLON_DATA.`;
}

/** The link on the way to `path`, or in its place, that leads nowhere. */
function brokenLink(path: string): string | undefined {
  if (existsSync(path) || dirname(path) === path) return undefined;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? path : brokenLink(dirname(path));
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

/**
 * @param advice what else helps where it is a link
 * @throws Error with a sentence where something else than a folder has that place
 */
export function assertFolder(folder: string, advice = ''): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || found.isDirectory()) return;
  const problem = found.isSymbolicLink()
    ? `${folder} is a link to ${readlinkSync(folder)}, and must be a folder itself. Remove the link.`
    : `${folder} is a file, and must be a folder. Move it away.`;
  throw new Error(`${problem} ${found.isSymbolicLink() ? advice : ''}`.trim());
}

/** Makes the folder for the server's user alone; refuses one that somebody else put there. */
export function ownFolder(folder: string, user: ServerUser | undefined): void {
  assertFolder(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Others may write to the system's temp folder, where the socket is.
  assertFolder(folder);
  const { uid } = lstatSync(folder);
  const us = process.getuid?.();
  if (uid !== (user?.uid ?? us) && uid !== us) {
    throw new Error(
      `${folder} belongs to another user (number ${uid}). Start Carillon as that user, or remove the folder when it is not needed.`,
    );
  }
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
}
