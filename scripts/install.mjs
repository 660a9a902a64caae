/** Installs the packages of package-lock.json that are missing. Runs on Node 20 or later. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** An error that is shown as a sentence, without its stack. */
export class Refusal extends Error {}

/**
 * Lists packages that are missing or differ from the version in the lock file. Reads two files,
 * which is cheap enough for every start. Optional packages may be missing where they do not fit the
 * machine.
 *
 * @param {string} folder the project
 * @returns {string[]} their paths, e.g. `node_modules/pg`; all of them if nothing is installed
 */
export function missingPackages(folder = root) {
  const wanted = readLock(join(folder, 'package-lock.json'));
  // npm writes this file last, so an interrupted installation does not have it.
  const installed = readLock(join(folder, 'node_modules', '.package-lock.json'));
  const unavailable = readUnavailable(folder);
  const release = isRelease(folder);
  return Object.keys(wanted).filter((path) => {
    const want = wanted[path];
    if (path === '' || want.link || (release && want.dev) || unavailable.includes(path))
      return false;
    if (installed[path]) return installed[path].version !== want.version;
    return !(want.optional && !fitsMachine(want));
  });
}

/** A release contains the built console and is not developed in, so it needs no devDependencies. */
const isRelease = (folder) => existsSync(join(folder, 'release.json'));

/** @returns {Record<string, any>} */
function readLock(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

const unavailableFile = (folder) => join(folder, 'node_modules', '.carillon-unavailable.json');

/** Optional packages that the last installation could not get; retrying at each start is slow. */
function readUnavailable(folder) {
  try {
    return JSON.parse(readFileSync(unavailableFile(folder), 'utf8'));
  } catch {
    return [];
  }
}

/** Whether an optional package is meant for this machine. */
function fitsMachine({ os, cpu, libc }) {
  // A package may name one system as a string, and may exclude systems with "!".
  const fits = (stated, ours) => {
    const list = [stated ?? []].flat();
    if (list.length === 0) return true;
    const negative = list.some((entry) => entry.startsWith('!'));
    return negative ? !list.includes(`!${ours}`) : list.includes(ours);
  };
  // A package without a system is a dependency of an optional package, which npm handles itself.
  if (!os && !cpu) return false;
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, ourLibc());
}

function ourLibc() {
  if (process.platform !== 'linux') return undefined;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** Runs `npm ci` if something is missing. Of parallel starts one installs, and the others wait. */
export async function install() {
  linkGitHooks();
  if (missingPackages().length === 0) return;
  const unlock = await takeTurn();
  try {
    if (missingPackages().length === 0) return;
    assertWritable();
    process.stderr.write('Installing packages (once, about half a minute).\n');
    await npmCi(root, [isRelease(root) ? '--omit=dev' : '--include=dev', '--include=optional']);
    const still = missingPackages();
    if (still.length > 0) writeFileSync(unavailableFile(root), JSON.stringify(still));
  } finally {
    unlock();
  }
}

/**
 * Makes git run the hooks in .githooks in a working copy. Existing hook settings are kept, and a
 * failure does no harm.
 *
 * @param {string} folder the project
 */
export function linkGitHooks(folder = root) {
  if (!existsSync(join(folder, '.git')) || !existsSync(join(folder, '.githooks'))) return;
  const git = (...args) => spawnSync('git', ['config', ...args], { cwd: folder, stdio: 'ignore' });
  // Exit code 1: not set.
  if (git('--get', 'core.hooksPath').status === 1) git('core.hooksPath', '.githooks');
}

function assertWritable() {
  const modules = join(root, 'node_modules');
  try {
    accessSync(root, constants.W_OK);
    if (existsSync(modules)) accessSync(modules, constants.W_OK);
  } catch {
    throw new Refusal(notWritable());
  }
}

/**
 * What the owner must do if this user cannot install. In a release, "npm ci" would also install the
 * devDependencies.
 *
 * @param {string} folder the project
 */
export function notWritable(folder = root) {
  const cure = isRelease(folder)
    ? `Run "${join(folder, 'bin', 'carillon')} --version" once as its owner to install them.`
    : 'Run "npm ci" there as its owner.';
  return `Packages are missing, and this user cannot write to ${folder}. ${cure}`;
}

/**
 * Installs the packages of the lock file in `folder`, and verifies their checksums.
 *
 * @param {string} folder
 * @param {string[]} kinds npm options that select kinds of packages
 * @throws Refusal
 */
export async function npmCi(folder, kinds) {
  // No install scripts are needed: src/db/embedded does at each start what PostgreSQL's script
  // does.
  const args = ['ci', ...kinds, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm start` this is the npm in use; otherwise the one on the PATH.
  const npm = process.env.npm_execpath;
  const own = npm?.endsWith('.js');
  const command = own ? process.execPath : 'npm';
  const child = spawn(command, own ? [npm, ...args] : args, {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Refusal(`"npm ci" failed (exit code ${code}). See the reason above.`);
}

/** Takes a lock file outside node_modules, which `npm ci` removes. Replaces one left by a kill. */
async function takeTurn() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const path = join(tmpdir(), `carillon-install-${name}-${process.getuid?.() ?? 0}.lock`);
  for (let reported = false; ; ) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!holderLives(path)) rmSync(path, { force: true });
    else if (!reported) {
      process.stderr.write('Waiting for another start that is installing the packages.\n');
      reported = true;
    }
    await sleep(200);
  }
}

function holderLives(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    // Created, but not written yet.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
