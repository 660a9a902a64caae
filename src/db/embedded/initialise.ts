import { execFile } from 'node:child_process';
import { chownSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Binaries } from './binaries.ts';
import type { ClusterPaths } from './cluster-paths.ts';
import type { ServerUser } from './unprivileged-user.ts';

const run = promisify(execFile);

/** The file that PostgreSQL writes last, so that a killed initdb is told from a finished one. */
const doneMark = 'carillon-initialised';

export function isInitialised(paths: ClusterPaths): boolean {
  return existsSync(join(paths.cluster, doneMark));
}

/**
 * Makes an empty cluster, once. The builtin C.UTF-8 locale sorts like C and still folds the case
 * of «Ü», which plain C does not. What an interrupted initdb left is removed and made anew.
 */
export async function initialise(
  binaries: Binaries,
  paths: ClusterPaths,
  user: ServerUser | undefined,
): Promise<void> {
  if (isInitialised(paths)) return;
  if (existsSync(join(paths.cluster, 'postmaster.pid'))) {
    throw new Error(`${paths.cluster} holds a PostgreSQL that Carillon did not make.`);
  }
  for (const entry of readdirSync(paths.cluster)) {
    rmSync(join(paths.cluster, entry), { recursive: true, force: true });
  }
  await initdb(binaries, paths, user);
  const mark = join(paths.cluster, doneMark);
  writeFileSync(mark, `${new Date().toISOString()}\n`, { mode: 0o600 });
  if (user) chownSync(mark, user.uid, user.gid);
}

async function initdb(
  binaries: Binaries,
  paths: ClusterPaths,
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
    await run(binaries.initdb, ['-D', paths.clusterArgument, ...locale, ...access], {
      cwd: paths.cluster,
      env: serverEnvironment(),
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
  } catch (cause) {
    const { stderr } = cause as { stderr?: string };
    const said = stderr?.trim() || (cause as Error).message;
    throw new Error(`The database could not be made in ${paths.cluster}: ${said}`, { cause });
  }
}

/**
 * Nothing else of the caller's environment reaches PostgreSQL: its PG* variables would change it.
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
