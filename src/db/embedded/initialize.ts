import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { OperatorError } from '#domain/operator-error.ts';
import type { Binaries } from './binaries.ts';
import { type ClusterPaths, ownFolder } from './cluster-paths.ts';
import { assertOwnCluster, begunBeside, doneMark, isInitialized } from './own-cluster.ts';
import type { ServerUser } from './unprivileged-user.ts';

const run = promisify(execFile);

/**
 * Beside the cluster, with random digits appended: the folder that initdb fills before it is moved
 * there.
 */
const makingPrefix = 'postgres.making-';
const makingName = /^postgres\.making-[0-9a-f]{12}$/;

/**
 * Makes an empty cluster, once. The builtin C.UTF-8 locale sorts like C and still folds the case of
 * "Ü", which plain C does not. It is made in a new folder beside and then moved, so that nothing at
 * the target ever has to be removed: somebody may have put a cluster there meanwhile.
 */
export async function initialize(
  binaries: Binaries,
  paths: ClusterPaths,
  user: ServerUser | undefined,
): Promise<void> {
  const { cluster } = paths;
  removeInterrupted(dirname(cluster));
  const begun = begunBeside(cluster);
  if (isInitialized(cluster)) {
    rmSync(begun, { force: true });
    return assertVersion(binaries, cluster);
  }
  assertOwnCluster(cluster);
  // A mount cannot be replaced by another folder: there the cluster is made directly.
  const isMount = !removedEmpty(cluster);
  const made = isMount ? cluster : newFolder(cluster, user);
  if (isMount) writeDurably(begun, `${new Date().toISOString()}\n`);
  // The server's user may reach the cluster only by its working directory.
  const argument = paths.clusterArgument === cluster ? made : paths.clusterArgument;
  try {
    await initdb(binaries, { folder: made, argument }, user);
    const mark = join(made, doneMark);
    writeDurably(mark, `${new Date().toISOString()}\n`);
    if (user) chownSync(mark, user.uid, user.gid);
    if (!isMount) moveInto(made, cluster);
    rmSync(begun, { force: true });
  } catch (error) {
    if (!isMount) rmSync(made, { recursive: true, force: true });
    throw error;
  }
}

/** Leftovers of first starts that were killed. Only their own folders have such a name. */
function removeInterrupted(dataFolder: string): void {
  for (const name of readdirSync(dataFolder)) {
    const folder = join(dataFolder, name);
    if (!makingName.test(name) || !lstatSync(folder).isDirectory()) continue;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Its initdb may still run, and ends by itself; the next start removes the folder.
    }
  }
}

/** False when the folder is a mount, which cannot be moved. */
function removedEmpty(folder: string): boolean {
  try {
    rmdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') return false;
    throw error;
  }
}

function newFolder(cluster: string, user: ServerUser | undefined): string {
  const folder = join(dirname(cluster), `${makingPrefix}${randomBytes(6).toString('hex')}`);
  ownFolder(folder, user);
  return folder;
}

/** @throws Error with a sentence when something appeared there in the meantime */
function moveInto(made: string, cluster: string): void {
  try {
    renameSync(made, cluster);
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    if (!['ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(code)) throw cause;
    throw new OperatorError(
      `Files appeared in ${cluster} while the database was being created there. They were not touched. Move them away, or choose another folder with CARILLON_DATA.`,
      { cause },
    );
  }
  syncFolder(dirname(cluster));
}

function writeDurably(path: string, text: string): void {
  const file = openSync(path, 'w', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  syncFolder(dirname(path));
}

function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** @throws Error with a sentence when the cluster has another major version than our program */
function assertVersion({ major }: Binaries, cluster: string): void {
  const file = join(cluster, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new OperatorError(
      `${cluster} is not a complete database: it has the file ${doneMark}, but ${file} is missing. Restore the whole folder from a copy, or restore a backup with "carillon restore FILE" and an empty CARILLON_DATA.`,
    );
  }
  const found = readFileSync(file, 'utf8').trim();
  if (found === major) return;
  throw new OperatorError(
    `${cluster} was created by PostgreSQL ${found}, but this Carillon comes with PostgreSQL ${major}. Run "carillon backup FILE" with the previous Carillon, then "carillon restore FILE" with this one and an empty CARILLON_DATA.`,
  );
}

async function initdb(
  binaries: Binaries,
  { folder, argument }: { folder: string; argument: string },
  user: ServerUser | undefined,
): Promise<void> {
  const locale = [
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '-E',
    'UTF8',
  ];
  const access = ['-U', 'postgres', '--auth=trust'];
  try {
    await run(binaries.initdb, ['-D', argument, ...locale, ...access], {
      cwd: folder,
      env: serverEnvironment(),
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    throw new OperatorError(
      `The database could not be created in ${folder}: ${reasonOf(stderr, cause)}.`,
      {
        cause,
      },
    );
  }
}

/** The complaint of initdb and its server, on one line, without its period. */
function reasonOf(stderr: string | undefined, cause: unknown): string {
  const lines = (stderr ?? '').split('\n').flatMap((line) => {
    const [, said] = /(?:FATAL|ERROR|HINT|error|hint): +(.*)$/.exec(line) ?? [];
    return said ? [said.trim().replace(/\.$/, '')] : [];
  });
  const all = lines.length > 0 ? lines.join('. ') : stderr?.trim() || (cause as Error).message;
  return all.replace(/\.$/, '');
}

/**
 * The caller's environment does not reach PostgreSQL otherwise: PG* variables would change it.
 *
 * @param clock of a library that shows another time, which must show PostgreSQL the same
 */
export function serverEnvironment(clock: Record<string, string> = {}): Record<string, string> {
  return {
    ...clock,
    PATH: '/usr/local/bin:/usr/bin:/bin',
    LC_ALL: 'C',
    TZ: 'UTC',
    TMPDIR: tmpdir(),
  };
}
