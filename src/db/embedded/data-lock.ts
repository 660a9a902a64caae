import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { processBirth } from './process-identity.ts';

/**
 * `start` keeps a data folder for as long as it runs, a `command` for one piece of work; `stopping`
 * means that it is released soon.
 */
export type LockPurpose = 'start' | 'command' | 'stopping';

/** A data folder that this process has locked. */
export interface DataLock {
  release(): void;
  /** Shows others that it is about to be released. */
  markStopping(): void;
}

export interface LockHolder {
  pid: number;
  birth: string;
  purpose: LockPurpose;
  since: string;
}

/** Another living process of this machine holds the data folder. */
export class DataFolderInUse extends OperatorError {
  readonly holder: LockHolder;

  constructor(folder: string, holder: LockHolder) {
    super(
      holder.purpose !== 'command'
        ? `Carillon is already running with the data folder ${folder} (process ${holder.pid}, since ${holder.since}). Stop it first, or give this one its own folder with CARILLON_DATA.`
        : `Another carillon command is using the data folder ${folder} (process ${holder.pid}, since ${holder.since}). Try again when it has finished.`,
    );
    this.name = 'DataFolderInUse';
    this.holder = holder;
  }
}

const lockOfFolder = (folder: string) => join(folder, 'carillon.lock');

/**
 * Takes the data folder for this process. Throws DataFolderInUse while a living process has it; a
 * lock left behind by a killed process is taken over.
 */
export function lockDataFolder(folder: string, purpose: LockPurpose): DataLock {
  const taken = lockFile(lockOfFolder(folder), purpose);
  if ('release' in taken) return taken;
  throw new DataFolderInUse(folder, taken);
}

/**
 * As `lockDataFolder` for any file that is nothing but a lock; returns its holder, if it has one.
 */
export function lockFile(path: string, purpose: LockPurpose): DataLock | LockHolder {
  const birth = processBirth(process.pid) ?? '';
  const me: LockHolder = { pid: process.pid, birth, purpose, since: new Date().toISOString() };
  const mine = JSON.stringify(me);
  for (let tries = 0; tries < 20; tries++) {
    if (claim(path, mine)) return lockOf(path, me);
    const holder = readHolder(path);
    if (holder && isHeld(holder)) return holder;
    removeStale(path);
  }
  throw new OperatorError(`The lock file ${path} keeps changing. Remove it and try again.`);
}

/** The living process that holds the data folder now, if any. */
export function dataFolderHolder(folder: string): LockHolder | undefined {
  const holder = readHolder(lockOfFolder(folder));
  return holder && isHeld(holder) ? holder : undefined;
}

/** A link appears whole or not at all, so half a lock is never read. */
function claim(path: string, content: string): boolean {
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  writeFileSync(draft, content, { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function isHeld(holder: LockHolder): boolean {
  return processBirth(holder.pid) === holder.birth;
}

/**
 * Moves a dead lock away; when another process was quicker, the lock that was moved is put back.
 */
function removeStale(path: string): void {
  const aside = `${path}.stale.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  const moved = readHolder(aside);
  if (moved && isHeld(moved)) {
    try {
      linkSync(aside, path);
    } catch {
      // A third process has the folder now; the loop above will see it.
    }
  }
  rmSync(aside, { force: true });
}

function lockOf(path: string, me: LockHolder): DataLock {
  const isMine = () => {
    const holder = readHolder(path);
    return holder?.pid === me.pid && holder.birth === me.birth;
  };
  return {
    release() {
      if (isMine()) rmSync(path, { force: true });
    },
    markStopping() {
      if (!isMine()) return;
      const draft = `${path}.${me.pid}.stopping`;
      writeFileSync(draft, JSON.stringify({ ...me, purpose: 'stopping' } satisfies LockHolder));
      renameSync(draft, path);
    },
  };
}

function readHolder(path: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as LockHolder;
    return typeof holder.pid === 'number' ? holder : undefined;
  } catch {
    return undefined;
  }
}
