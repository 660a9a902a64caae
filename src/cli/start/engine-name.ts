import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataLock, lockFile } from '#db/embedded/data-lock.ts';

/** The name of an engine process towards carriers, for as long as it lives. */
export interface EngineName {
  name: string;
  /** Which of the engines with this data folder it is: `engine-1`. */
  slot: string;
  release(): void;
}

/**
 * The name of an engine that works with this data folder: the same after a restart, so that a carrier
 * knows whose calls are left over. Where several engines share a folder, each has a name of its own:
 * the first takes `engine-1`, the next `engine-2`, by a lock that is free again after a kill.
 */
export function takeEngineName(dataFolder: string): EngineName {
  for (let n = 1; ; n += 1) {
    const slot = `engine-${n}`;
    const path = join(dataFolder, slot);
    const lock = tryLock(`${path}.lock`);
    if (lock) {
      return { name: readName(path) ?? makeName(path), slot, release: () => lock.release() };
    }
  }
}

function tryLock(path: string): DataLock | undefined {
  const taken = lockFile(path, 'start');
  return 'release' in taken ? taken : undefined;
}

function readName(path: string): string | undefined {
  try {
    const name = readFileSync(path, 'utf8').trim();
    return /^[0-9a-f-]{36}$/.test(name) ? name : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** A link appears complete: a process that is killed here leaves no partial name. */
function makeName(path: string): string {
  const name = randomUUID();
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${name}\n`, { mode: 0o600 });
  rmSync(path, { force: true });
  linkSync(draft, path);
  rmSync(draft);
  return name;
}
