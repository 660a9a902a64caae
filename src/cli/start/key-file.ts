/** The file with the data keys: carillon.key of the data folder, or the one that CARILLON_KEY_FILE names. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '#config.ts';
import { type KeyRing, KeyRingError, parseRing, ringText } from '#db/key-ring.ts';
import { Refusal } from '../command.ts';

export const keyFile = (dataFolder: string) => join(dataFolder, 'carillon.key');

export interface KeySource {
  path: string;
  /** By CARILLON_KEY_FILE: the operator makes and protects the file, often from a secret store. */
  isNamed: boolean;
}

/** @throws Refusal when there are two files */
export function keySource({
  dataFolder,
  keyFile: named,
}: Pick<Config, 'dataFolder' | 'keyFile'>): KeySource {
  const own = keyFile(dataFolder);
  if (named === undefined || named === own) return { path: own, isNamed: false };
  if (existsSync(own)) {
    throw new Refusal(
      `CARILLON_KEY_FILE names ${named}, and there is also ${own}. Only one of them can hold the keys: make sure that ${named} contains the keys of this installation, then move ${own} away.`,
    );
  }
  return { path: named, isNamed: true };
}

/**
 * Undefined when there is no file in the data folder.
 *
 * @throws Refusal that says what is wrong with it
 */
export function readRing(source: KeySource): KeyRing | undefined {
  const { path, isNamed } = source;
  if (isNamed) refuseRights(path);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (!isNamed && (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Refusal(`${path} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
  try {
    return parseRing(text);
  } catch (error) {
    if (!(error instanceof KeyRingError)) throw error;
    const cure = isNamed
      ? 'CARILLON_KEY_FILE must name a file with the keys of this installation.'
      : 'Put it back from your backup.';
    throw new Refusal(`${path} ${error.message}. ${cure}`, { cause: error });
  }
}

/** The others may not read it, and only its owner may write it; a secret store gives its group the right to read. */
const tooMany = 0o027;

function refuseRights(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) {
    throw new Refusal(
      `CARILLON_KEY_FILE names ${path}, which does not exist. For a new installation, make the first key with: (umask 077; openssl rand -hex 32 > ${path})`,
    );
  }
  if (!found.isFile()) throw new Refusal(`CARILLON_KEY_FILE names ${path}, which is no file.`);
  if ((found.mode & tooMany) === 0) return;
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  throw new Refusal(
    `Other users may read or change ${path} (mode ${mode}). Close it: chmod 600 ${path}, or mode 0400 for a secret of Docker and defaultMode 0400 for one of Kubernetes.`,
  );
}

/** The first key of an installation. A process that was faster keeps its key. */
export function makeRing(source: KeySource): KeyRing {
  putRingText(source.path, `${randomBytes(32).toString('hex')}\n`);
  const ring = readRing(source);
  if (!ring) throw new Refusal(`${source.path} could not be created.`);
  return ring;
}

/** Where no file is. A link appears complete; a file that was made meanwhile is kept. */
export function putRingText(path: string, text: string): void {
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Whether `replaceRing` may write it; else why not, for the end of a sentence. */
export function whyNotWritable({ path }: KeySource): string | undefined {
  // A secret store replaces what its link points to; a file in the place of the link would hide that.
  if (lstatSync(path).isSymbolicLink()) return 'it is a link, as secret stores make them';
  const draft = `${path}.${process.pid}.try`;
  try {
    closeSync(openSync(draft, 'wx', 0o600));
    rmSync(draft, { force: true });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Replaces the file at once, on disk before it returns; it keeps its owner. */
export function replaceRing({ path }: KeySource, ring: KeyRing): void {
  const draft = `${path}.${process.pid}.new`;
  try {
    writeWhole(draft, ringText(ring), statSync(path));
    renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
  const folder = openSync(dirname(path), 'r');
  fsyncSync(folder);
  closeSync(folder);
}

/** A new file with the keys, for a secret store. @throws Refusal when it exists */
export function writeNewRing(path: string, ring: KeyRing): void {
  try {
    writeWhole(path, ringText(ring));
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new Refusal(`${path} exists. Give a new name.`, { cause });
    throw new Refusal(`${path} cannot be written: ${message}`, { cause });
  }
}

function writeWhole(path: string, text: string, like?: Stats): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    // The operator may be root, and the service is not.
    if (like && process.getuid?.() === 0) fchownSync(file, like.uid, like.gid);
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
