import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { gzipSync } from 'node:zlib';
import { isRelease } from '#version.ts';
import { Refusal, type Terminal } from '../command.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const stampFile = '.sources';
/** Everything that the built console is made of. */
const sources = [
  'index.html',
  'vite.config.ts',
  'package-lock.json',
  'src/web',
  'src/contract',
  'src/domain',
];

const inProject = join(root, 'dist', 'console');

/**
 * The folder of the built console: the release's own, or in a working copy one that is rebuilt when
 * its sources have changed. It is in dist/ of the project, or in the data folder if this user cannot
 * write to the project.
 */
export async function builtConsole(dataFolder: string, terminal: Terminal): Promise<string> {
  if (isRelease) return releasedConsole();
  const stamp = sourcesStamp();
  const inData = join(dataFolder, 'console');
  const fresh = [inProject, inData].find((folder) => stampOf(folder) === stamp);
  if (fresh) return fresh;
  const target = isWritable(root) ? inProject : inData;
  terminal.note('Building the console (once after each change, takes some seconds).');
  try {
    await build(target, stamp);
    return target;
  } catch (error) {
    const last = [inProject, inData].find((folder) => stampOf(folder) !== undefined);
    if (!last || !(error instanceof Refusal)) throw error;
    terminal.note(`${error.message}\nServing the console that was built last instead.`);
    return last;
  }
}

/** It has neither the console's sources nor what builds them. */
function releasedConsole(): string {
  if (existsSync(join(inProject, 'index.html'))) return inProject;
  throw new Refusal(`The console is missing in ${root}. Unpack the release there again.`);
}

/** Builds the console into this folder, which is replaced; for `npm run release`. */
export function buildConsole(folder: string): Promise<void> {
  return build(folder, sourcesStamp());
}

/** Whether the console of this version is built, for `carillon doctor`. */
export function isConsoleBuilt(dataFolder: string): boolean {
  if (isRelease) return existsSync(join(inProject, 'index.html'));
  const folders = [inProject, join(dataFolder, 'console')];
  const stamp = sourcesStamp();
  return folders.some((folder) => stampOf(folder) === stamp);
}

/** Built beside and moved into place: a start that is killed, or a second one, sees no partial console. */
async function build(target: string, stamp: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}`;
  const old = `${target}.old.${process.pid}`;
  try {
    await vite(['build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'error']);
    compress(draft);
    writeFileSync(join(draft, stampFile), stamp);
    if (existsSync(target)) renameSync(target, old);
    renameSync(draft, target);
  } catch (error) {
    // Another start may have put the same console there in the meantime.
    if (stampOf(target) !== stamp) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/** The server sends the `.gz` beside a file to every browser that takes it. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !/\.(js|css|html|svg|json|txt)$/.test(path)) continue;
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path), { level: 9 }));
  }
}

/** In a process of its own, whose memory goes away with it. */
async function vite(args: string[]): Promise<void> {
  const manifest = createRequire(import.meta.url).resolve('vite/package.json');
  const program = join(dirname(manifest), 'bin', 'vite.js');
  const child = spawn(process.execPath, [program, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += String(text);
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Refusal(`The console could not be built. ${reasonIn(said)}`);
}

/** What the builder says, without its colors and its own stack. */
function reasonIn(said: string): string {
  const lines = stripVTControlCharacters(said).split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, stack < 0 ? undefined : stack)
    .join('\n')
    .trim();
}

function sourcesStamp(): string {
  const hash = createHash('sha256');
  for (const source of sources.flatMap(filesBelow)) {
    if (/\.test\.tsx?$/.test(source)) continue;
    hash
      .update(source)
      .update('\0')
      .update(readFileSync(join(root, source)))
      .update('\0');
  }
  return hash.digest('hex');
}

function filesBelow(path: string): string[] {
  if (!existsSync(join(root, path))) return [];
  if (/\.[a-z]+$/.test(path)) return [path];
  const entries = readdirSync(join(root, path), { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}

function stampOf(folder: string): string | undefined {
  try {
    return readFileSync(join(folder, stampFile), 'utf8');
  } catch {
    return undefined;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
