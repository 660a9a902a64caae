/** Finds the Node for Carillon and runs programs with it. Runs on Node 20 or later. */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { install, Refusal, root } from './install.mjs';

/** The first long-term support version that runs TypeScript from source without a flag. */
export const neededMajor = 24;

/**
 * Returns the Node in node_modules if there is one for this machine (Linux x64 with glibc),
 * otherwise the one of the machine if it is new enough.
 *
 * @param {string} folder the project
 * @param {{execPath: string, version: string}} own the Node that runs this script
 */
export function findNode(
  folder = root,
  own = { execPath: process.execPath, version: process.version },
) {
  const bundled = join(folder, 'node_modules', '.bin', 'node');
  if (existsSync(bundled) && spawnSync(bundled, ['--version']).status === 0) return bundled;
  const major = Number(own.version.slice(1).split('.')[0]);
  if (major >= neededMajor) return own.execPath;
  throw new Refusal(
    `Carillon includes Node only for Linux on x64. On this machine (${process.platform} ${process.arch}), install Node ${neededMajor} or later; this is ${own.version}.`,
  );
}

/** The settings of every Node that is started here; whoever starts us may have others. */
const surroundings = () => ({
  NODE_COMPILE_CACHE: compileCache,
  MALLOC_ARENA_MAX: mallocArenas,
  ...process.env,
});

/**
 * Runs a program on the same terminal and returns its exit code. It gets the stop signals of this
 * process, and notices by the closed channel if this process was killed.
 */
export async function runNode(args) {
  const child = spawn(findNode(), args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: surroundings(),
  });
  // Ctrl-C reaches the child directly, because it is in the terminal's process group.
  const ignore = () => {};
  const pass = (signal) => child.kill(signal);
  process.on('SIGINT', process.stdin.isTTY ? ignore : pass);
  process.on('SIGTERM', pass);
  process.on('SIGHUP', pass);
  const watch = watchAncestors(() => child.kill('SIGTERM'));
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? (signal === 'SIGKILL' ? 137 : 1)));
  });
  clearInterval(watch);
  return code;
}

/** Under `npm start`, npm and its shell are ancestors; if one is killed, no signal reaches us. */
function watchAncestors(stop) {
  if (!process.env.npm_lifecycle_event) return undefined;
  const ancestors = [process.ppid, parentOf(process.ppid)].filter((pid) => pid && pid > 1);
  return setInterval(() => {
    if (ancestors.some((pid) => !lives(pid))) stop();
  }, 1000).unref();
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function lives(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/**
 * Makes this process the program, so that signals and the exit code are its own and no script stays
 * in memory beside it. Returns where that is not possible: Node 20, and Windows.
 */
function becomeNode(args) {
  if (process.execve === undefined) return;
  const node = findNode();
  process.execve(node, [node, ...args], surroundings());
}

/**
 * Where Node caches the compiled TypeScript sources: the next start is 0.3 seconds faster and takes
 * 50 MB less, because no thread needs the type stripper. An unwritable folder is ignored.
 */
export const compileCache = join(root, 'node_modules', '.cache', 'compile');

/** By default glibc gives each thread its own memory pools: 20 to 25 MB more after an import. */
const mallocArenas = '2';

/**
 * Small young generations are collected often. An upload leaves 60 MB of network buffers before V8
 * collects them by default, and about 10 MB with this flag (bench/import.ts).
 */
const smallGenerations = '--max-semi-space-size=2';

/**
 * V8 replaces its wrapper around a function that WebAssembly calls often. With threads it then sometimes
 * frees code that it does not know, which ends the process: "Check failed: jit_page.has_value()", or
 * SIGSEGV (nodejs/node 64500). Node's type stripper is WebAssembly, and runs in each thread that starts.
 * This many calls before a replacement mean none.
 */
export const stableWrappers = '--wasm-wrapper-tiering-budget=1000000000';

/** The options that Carillon's own process is started with; bin/carillon of a release has the same ones. */
export const nodeFlags = [smallGenerations, stableWrappers];

/** Installs, then becomes src/main.ts with these arguments, or runs it and takes over its exit code. */
export async function runCarillon(args) {
  await orExplain(async () => {
    await install();
    const program = [...nodeFlags, join(root, 'src', 'main.ts'), ...args];
    becomeNode(program);
    process.exitCode = await runNode(program);
  });
}

/** Shows only the sentence of a refusal. */
export async function orExplain(work) {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
