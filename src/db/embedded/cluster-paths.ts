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
import { OperatorError } from '#domain/operator-error.ts';
import { isReachable, type ServerUser } from './unprivileged-user.ts';

/** The kernel's limit of a UNIX socket's path, without the closing zero. */
const socketPathBytes = 107;
export const socketPort = 5432;

export interface ClusterPaths {
  /** PostgreSQL's own folder below the data folder. */
  cluster: string;
  /** How it is passed to the server: its path, or its own working directory (see below). */
  clusterArgument: string;
  /** The short folder of the socket, below the system's temp folder. */
  socketFolder: string;
  log: string;
}

/**
 * The paths of one data folder's server, made and given to `user`.
 *
 * Root's data folder is closed (0700) to the user the server runs as. The server's working directory is
 * set before root's rights are dropped and stays usable, so it is given /proc/self/cwd as its folder;
 * user namespaces would do too, but containers forbid them.
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
 * Private. Where there is no /proc, the server's user has to pass through when we are root.
 *
 * @throws Error with a sentence when it cannot be made; the system's own error when the disk is
 *   full
 */
export function makeDataFolder(dataFolder: string): void {
  try {
    const passedThrough = process.getuid?.() === 0 && !existsSync('/proc/self/cwd');
    makeFolders(dataFolder, passedThrough ? 0o711 : 0o700);
    if (!statSync(dataFolder).isDirectory()) throw Object.assign(new Error(), { code: 'ENOTDIR' });
    accessSync(dataFolder, constants.W_OK | constants.X_OK);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw cause;
    throw new OperatorError(dataFolderProblem(dataFolder, cause as NodeJS.ErrnoException), {
      cause,
    });
  }
}

/** Why a missing data folder cannot be made, as far as can be seen without changing anything. */
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
    return `The data folder ${dataFolder} cannot be used: it or a folder above it is a file. Choose another folder with CARILLON_DATA.`;
  }
  if (code === 'EROFS') {
    return `The data folder ${dataFolder} cannot be written to: its file system is read-only. Mount it read-write, or choose another folder with CARILLON_DATA.`;
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return `This user cannot write to the data folder ${dataFolder}. Run Carillon as the user that first started it, or choose another folder with CARILLON_DATA.`;
  }
  const link = code === 'ENOENT' ? brokenLink(dataFolder) : undefined;
  const said = /^[A-Z0-9]+: ([^,]+)/.exec(message)?.[1];
  const reason = link
    ? `${link} is a link to ${readlinkSync(link)}, which does not exist`
    : (said ?? code);
  return `The data folder ${dataFolder} cannot be used: ${reason}. Fix that, or choose another folder with CARILLON_DATA.`;
}

/** The dangling link on the way to `path`, or at it. */
function brokenLink(path: string): string | undefined {
  if (existsSync(path) || dirname(path) === path) return undefined;
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? path : brokenLink(dirname(path));
}

/** Not `recursive`: where a parent cannot hold folders (as in /proc), Node would try forever. */
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
 * @throws Error with a sentence when something other than a folder is there
 */
export function assertFolder(folder: string, advice = ''): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (!found || found.isDirectory()) return;
  const problem = found.isSymbolicLink()
    ? `${folder} is a link to ${readlinkSync(folder)}, but must be a folder. Remove the link.`
    : `${folder} is a file, but must be a folder. Move it away.`;
  throw new OperatorError(`${problem} ${found.isSymbolicLink() ? advice : ''}`.trim());
}

/** Makes the folder for the server's user alone; refuses one that belongs to somebody else. */
export function ownFolder(folder: string, user: ServerUser | undefined): void {
  assertFolder(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Others may write to the system's temp folder, where the socket is.
  assertFolder(folder);
  const { uid } = lstatSync(folder);
  const us = process.getuid?.();
  if (uid !== (user?.uid ?? us) && uid !== us) {
    throw new OperatorError(
      `${folder} belongs to another user (ID ${uid}). Start Carillon as that user, or remove the folder if it is not needed.`,
    );
  }
  chmodSync(folder, 0o700);
  if (user) chownSync(folder, user.uid, user.gid);
}
