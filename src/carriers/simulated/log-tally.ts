/**
 * Counts the simulated carrier's log as it grows: what it took of a client's calls and texts, and how often
 * it took two for one entry. For the counter beside "Kill the engine" (decision 097).
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { callLogName, type LogLine } from './call-log.ts';

export interface Tally {
  taken: number;
  /** Lines for an entry that has one already. */
  twice: number;
}

/** Bytes of an older log that are left out: some 300,000 lines are counted at most. */
const mostBytes = 32 * 2 ** 20;
const chunk = 2 ** 20;

export interface LogTally {
  /** Reads what was written since the last time. */
  read(clientId: number): Tally;
}

export function createLogTally(dataFolder: string): LogTally {
  const path = join(dataFolder, callLogName);
  let inode = 0;
  let offset = 0;
  let rest = '';
  const seen = new Set<string>();
  const tallies = new Map<number, Tally>();

  function note(line: string): void {
    const id = takenId(line);
    if (id === undefined) return;
    const clientId = Number(id.slice(0, id.indexOf('-')));
    const tally = tallies.get(clientId) ?? { taken: 0, twice: 0 };
    tally.taken += 1;
    if (seen.has(id)) tally.twice += 1;
    seen.add(id);
    tallies.set(clientId, tally);
  }

  function readOn(file: number): void {
    const { ino, size } = fstatSync(file);
    // It was rotated: what was counted stays, and the new file is read from its beginning.
    if (ino !== inode) {
      const isFirst = inode === 0;
      inode = ino;
      offset = isFirst ? Math.max(0, size - mostBytes) : 0;
      rest = '';
    }
    const bytes = Buffer.alloc(Math.min(chunk, Math.max(0, size - offset)));
    while (offset < size) {
      const read = readSync(file, bytes, 0, bytes.length, offset);
      if (read === 0) return;
      offset += read;
      // Its lines have only ASCII: no character is cut.
      const lines = (rest + bytes.toString('latin1', 0, read)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) note(line);
    }
  }

  return {
    read(clientId) {
      const file = opened(path);
      if (file !== undefined) {
        try {
          readOn(file);
        } finally {
          closeSync(file);
        }
      }
      return { taken: 0, twice: 0, ...tallies.get(clientId) };
    },
  };
}

/** An agent's leg and a manager's own phone are no entry's call. */
const attemptId = /^[1-9]\d*-\d+-\d+$/;

function takenId(line: string): string | undefined {
  try {
    const { kind, attemptId: id } = JSON.parse(line) as LogLine;
    return (kind === 'call' || kind === 'text') && attemptId.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}

function opened(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
