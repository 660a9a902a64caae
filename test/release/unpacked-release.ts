/** Releases that are made of the working copy, and an unpacked one that runs as an unprivileged user. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { projectFiles } from '../../scripts/release/project-files.ts';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A folder that everybody may pass through; the test removes it. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-unpacked-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** The files of this working copy in another folder, as if somebody else had cloned them. */
export function copyProject(folder: string): void {
  execFileSync('git', ['clone', '--quiet', '--no-checkout', '--shared', root, folder]);
  for (const file of projectFiles(root)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // It is as committed as the original: a link is no folder to .gitignore.
  appendFileSync(join(folder, '.git', 'info', 'exclude'), 'node_modules\n');
  execFileSync('git', ['reset', '--quiet'], { cwd: folder });
}

/** Runs `npm run release` of the project in `folder`; returns what it printed. */
export function makeRelease(folder: string, out: string, ...args: string[]): Promise<string> {
  const program = join(folder, 'scripts', 'release.mjs');
  const child = spawn(process.execPath, [program, `--out=${out}`, ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return said(child);
}

/** Resolves with standard output; rejects with standard error. */
function said(child: ChildProcess): Promise<string> {
  let out = '';
  let err = '';
  child.stdout?.on('data', (text) => {
    out += String(text);
  });
  child.stderr?.on('data', (text) => {
    err += String(text);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(out) : reject(new Error(err))));
  });
}

/** Root becomes a user that owns nothing; everybody else stays who they are. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** A new folder of that user. */
export function unprivilegedFolder(path: string): string {
  mkdirSync(path, { mode: 0o700 });
  if (unprivileged.uid !== undefined) chownSync(path, unprivileged.uid, unprivileged.gid);
  return path;
}

export interface Started {
  out(): string;
  err(): string;
  /** Resolves with standard output when the start block is there. */
  ready: Promise<string>;
  /** The exit code; null after a signal. */
  ended: Promise<number | null>;
  /** SIGTERM where it still runs, as process managers do; returns the exit code. */
  stop(): Promise<number | null>;
}

/** Runs a program as the unprivileged user, with nothing in the environment but what is given. */
export function runUnprivileged(
  program: string,
  args: string[],
  env: Record<string, string>,
): Started {
  const child = spawn(program, args, {
    ...unprivileged,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      out += String(text);
      if (out.includes('Press Ctrl-C to stop.')) resolve(out);
    });
    child.stderr.on('data', (text) => {
      err += String(text);
    });
    child.once('error', reject);
    ended.then((code) => reject(new Error(`It ended with ${code}: ${out}${err}`)));
  });
  ready.catch(() => {});
  return {
    ...{ out: () => out, err: () => err, ready, ended },
    stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      return ended;
    },
  };
}
