/** Installs what package-lock.json asks for, when it is not there yet. Runs on Node 20 or later. */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A sentence for the person at the terminal; no stack is shown. */
export class Refusal extends Error {}

/**
 * Which packages are missing or of another version than the lock file's. Reads two files, so it is
 * cheap enough for every start. What is optional may be missing where it does not fit the machine.
 *
 * @param {string} folder the project
 * @returns {string[]} their places, e.g. `node_modules/pg`; everything when nothing is installed
 */
export function missingPackages(folder = root) {
  const wanted = readLock(join(folder, 'package-lock.json'));
  // npm writes this file last, so an interrupted installation does not have it.
  const installed = readLock(join(folder, 'node_modules', '.package-lock.json'));
  const unavailable = readUnavailable(folder);
  const release = isRelease(folder);
  return Object.keys(wanted).filter((place) => {
    const want = wanted[place];
    if (place === '' || want.link || (release && want.dev) || unavailable.includes(place))
      return false;
    if (installed[place]) return installed[place].version !== want.version;
    return !(want.optional && !fitsMachine(want));
  });
}

/** A release brings its console built and is not developed in: it does without devDependencies. */
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

/** Optional packages that the last installation could not get; asking for them each time is slow. */
function readUnavailable(folder) {
  try {
    return JSON.parse(readFileSync(unavailableFile(folder), 'utf8'));
  } catch {
    return [];
  }
}

/** Whether an optional package is meant for this machine. */
function fitsMachine({ os, cpu, libc }) {
  // A package may state one system as a text, and may state those that it is not for.
  const fits = (stated, ours) => {
    const list = [stated ?? []].flat();
    if (list.length === 0) return true;
    const negative = list.some((entry) => entry.startsWith('!'));
    return negative ? !list.includes(`!${ours}`) : list.includes(ours);
  };
  // Without a stated system it is a part of a package that is itself optional: npm's own business.
  if (!os && !cpu) return false;
  return fits(os, process.platform) && fits(cpu, process.arch) && fits(libc, ourLibc());
}

function ourLibc() {
  if (process.platform !== 'linux') return undefined;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** Runs `npm ci` when something is missing. Parallel starts line up; one of them installs. */
export async function install() {
  linkGitHooks();
  if (missingPackages().length === 0) return;
  const unlock = await takeTurn();
  try {
    if (missingPackages().length === 0) return;
    assertWritable();
    process.stderr.write('Installing what Carillon needs (once, about half a minute).\n');
    await npmCi(root, [isRelease(root) ? '--omit=dev' : '--include=dev', '--include=optional']);
    const still = missingPackages();
    if (still.length > 0) writeFileSync(unavailableFile(root), JSON.stringify(still));
  } finally {
    unlock();
  }
}

/**
 * Has git run the hooks of .githooks in a working copy. Who set hooks of his own keeps them, and
 * where git says no nothing depends on it.
 *
 * @param {string} folder the project
 */
export function linkGitHooks(folder = root) {
  if (!existsSync(join(folder, '.git')) || !existsSync(join(folder, '.githooks'))) return;
  const git = (...args) => spawnSync('git', ['config', ...args], { cwd: folder, stdio: 'ignore' });
  // Exit code 1: it is not set.
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
 * What the owner does where this user cannot install. In a release npm's own command would bring the
 * packages of development, too.
 *
 * @param {string} folder the project
 */
export function notWritable(folder = root) {
  const cure = isRelease(folder)
    ? `Run "${join(folder, 'bin', 'carillon')} --version" once as its owner: that installs them.`
    : 'Run "npm ci" there as its owner.';
  return `Packages are missing, and this user cannot write to ${folder}. ${cure}`;
}

/**
 * Installs what the lock file in `folder` says, checked by its checksums.
 *
 * @param {string} folder
 * @param {string[]} kinds which of it, as options of npm
 * @throws Refusal
 */
export async function npmCi(folder, kinds) {
  // No package needs its scripts: what PostgreSQL's does, src/db/embedded does at each start.
  const args = ['ci', ...kinds, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm start` this is the npm that runs us; otherwise the one on the path.
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
  if (code !== 0)
    throw new Refusal(`"npm ci" failed (exit code ${code}); see above for the reason.`);
}

/** A lock file outside node_modules, which `npm ci` removes. Left behind by a kill, it is taken over. */
async function takeTurn() {
  const name = createHash('sha256').update(root).digest('hex').slice(0, 12);
  const path = join(tmpdir(), `carillon-install-${name}-${process.getuid?.() ?? 0}.lock`);
  for (let told = false; ; ) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!holderLives(path)) rmSync(path, { force: true });
    else if (!told) {
      process.stderr.write('Another start is installing; waiting for it.\n');
      told = true;
    }
    await sleep(200);
  }
}

function holderLives(path) {
  try {
    const pid = Number(readFileSync(path, 'utf8'));
    // Just made and not yet written.
    if (pid === 0) return true;
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
