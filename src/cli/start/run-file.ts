/** What the processes of a data folder leave there for commands: where each reports its status. */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processBirth } from '#db/embedded/process-identity.ts';

export interface RunningProcess {
  pid: number;
  /** ISO 8601. */
  since: string;
  version: string;
  roles: readonly string[];
  /** Where it reports its status; null when it does not. */
  metrics: string | null;
  /** Where it serves the console; null without the API. */
  console: string | null;
}

type Stored = RunningProcess & { birth: string };

const folderOf = (dataFolder: string) => join(dataFolder, 'processes');

/** Until it is released, or this process is gone. */
export function writeRunFile(
  dataFolder: string,
  me: Omit<RunningProcess, 'pid' | 'since'>,
): { release(): void } {
  const folder = folderOf(dataFolder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${process.pid}.json`);
  const birth = processBirth(process.pid) ?? '';
  const stored: Stored = { ...me, pid: process.pid, since: new Date().toISOString(), birth };
  writeFileSync(`${path}.new`, `${JSON.stringify(stored)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
  return { release: () => rmSync(path, { force: true }) };
}

/** Those that live; what a killed one left behind is removed. */
export function runningProcesses(dataFolder: string): RunningProcess[] {
  return filesIn(folderOf(dataFolder)).flatMap((path) => {
    const stored = read(path);
    if (!stored) return [];
    const { birth, ...process } = stored;
    if (processBirth(process.pid) === birth) return [process];
    rmSync(path, { force: true });
    return [];
  });
}

function filesIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => /^\d+\.json$/.test(name));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function read(path: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Stored;
  } catch {
    return undefined;
  }
}
