/**
 * How a program that reads hostile files, or runs foreign machine code, is started: no secrets in its environment, no files but its
 * own code, no process of its own, and, where this machine allows it, no network. As root it also gives
 * up its rights once it is loaded (`drop-rights.ts`), because Node's permissions do not bind machine code.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface SandboxOptions {
  /** An open file, which becomes descriptor 3. */
  file?: number;
  /** Milliseconds until it is killed; absent: whoever started it ends it. */
  timeout?: number;
  /** npm packages with machine code that it loads, where they are installed. */
  packages: readonly string[];
  /** Folders that it may read besides. */
  folders?: readonly string[];
}

/** Of util-linux: runs a program in a network that has nothing, not even a loopback device. */
const unshare = ['/usr/bin/unshare', '/bin/unshare'].find((path) => existsSync(path));
const withoutNetwork =
  process.getuid?.() === 0 ? ['--net', '--'] : ['--user', '--map-current-user', '--net', '--'];

let probe: Promise<boolean> | undefined;

/** Whether this machine can start a program without a network; containers often may not. */
export function canCutNetwork(): Promise<boolean> {
  probe ??= !unshare
    ? Promise.resolve(false)
    : promisify(execFile)(unshare, [...withoutNetwork, process.execPath, '--version'], {
        timeout: 10_000,
      }).then(
        () => true,
        () => false,
      );
  return probe;
}

/** @param program a module's path; it sends its result over the channel that `fork` would give it */
export async function startSandboxed(
  program: string,
  { file, timeout, packages, folders = [] }: SandboxOptions,
): Promise<ChildProcess> {
  const readable = [...code(), ...packages.flatMap(besidePackage), ...folders];
  const reads = readable.map((path) => `--allow-fs-read=${path}`);
  const allowed = ['--permission', '--allow-addons', ...reads];
  const node = [process.execPath, ...allowed, '--max-old-space-size=256', program];
  const [command = '', ...args] =
    unshare && (await canCutNetwork()) ? [unshare, ...withoutNetwork, ...node] : node;
  return spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', ...(file === undefined ? [] : [file]), 'ipc'],
    serialization: 'advanced',
    // A hostile file finds no secrets in there.
    env: {},
    ...(timeout !== undefined && { timeout }),
    killSignal: 'SIGKILL',
  });
}

/** The code, not the folder above it: the data folder may be in there. */
function code(): string[] {
  const manifest = findPackageJSON(import.meta.url);
  return [dirname(import.meta.dirname), ...(manifest ? [manifest] : [])];
}

/** All packages that are installed where it is: its machine code is in a package beside it. */
function besidePackage(name: string): string[] {
  const manifest = manifestOf(name);
  if (!manifest) return [];
  // .../node_modules/@napi-rs/whisper/package.json
  return [join(dirname(manifest), ...name.split('/').map(() => '..'))];
}

function manifestOf(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url);
  } catch {
    // An optional package that is not installed.
    return undefined;
  }
}
