/**
 * How a program that reads hostile files is started: no secrets in its environment, no files but its
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
  file: number;
  /** Milliseconds until it is killed. */
  timeout: number;
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
  { file, timeout }: SandboxOptions,
): Promise<ChildProcess> {
  const node = [process.execPath, ...permissions(), '--max-old-space-size=256', program];
  const [command = '', ...args] =
    unshare && (await canCutNetwork()) ? [unshare, ...withoutNetwork, ...node] : node;
  return spawn(command, args, {
    stdio: ['ignore', 'ignore', 'ignore', file, 'ipc'],
    serialization: 'advanced',
    // A hostile file finds no secrets in there.
    env: {},
    timeout,
    killSignal: 'SIGKILL',
  });
}

/** The code and the packages, not the folder above them: the data folder may be in there. */
function permissions(): string[] {
  const source = dirname(import.meta.dirname);
  const manifest = findPackageJSON(import.meta.url);
  const decoder = findPackageJSON('@napi-rs/whisper', import.meta.url);
  const readable = [
    source,
    ...(manifest ? [manifest] : []),
    // .../node_modules/@napi-rs/whisper/package.json; its machine code is in the package beside it.
    ...(decoder ? [join(dirname(decoder), '..', '..')] : []),
  ];
  const reads = readable.map((path) => `--allow-fs-read=${path}`);
  return ['--permission', '--allow-addons', ...reads];
}
