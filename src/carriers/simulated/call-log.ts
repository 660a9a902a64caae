/**
 * The log of everything handed to the simulated carrier, one JSON line each, across restarts
 * (spec 3 section 10). It judges the promises: it is written before the carrier answers. Telephone
 * numbers are in it, so only its owner reads it. It is no memory of the carrier's: what was asked for
 * twice is known without it.
 */
import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** The newest lines; older ones are in `simulated-carrier.jsonl.1` to `.5`, the newest of them in `.1`. */
export const callLogName = 'simulated-carrier.jsonl';

/** Bytes after which the next lines begin a new file. */
const usualBytes = 100_000_000;
const olderFiles = 5;
const ownerOnly = 0o600;

export interface LogLine {
  /** ISO 8601, the simulation's clock. */
  at: string;
  attemptId: string;
  /** `recording`: a manager who records a message. `agent`: the agent's leg of the call with this attempt id. */
  kind: 'call' | 'text' | 'agent' | 'recording';
  /** 11 digits. */
  to: string;
  /** Of a text: the texting number that it was sent from. */
  from?: string;
}

export interface CallLog {
  append(lines: readonly LogLine[]): void;
  close(): void;
}

/**
 * One write for a batch, straight to the kernel: a killed process loses no line that was answered.
 * Several may have it open at once, in one process and in others: each looks before a batch whether the
 * file is still the one of that name.
 *
 * @param mostBytes a batch is never parted, so a file may be larger by one
 */
export function openCallLog(dataFolder: string, mostBytes = usualBytes): CallLog {
  mkdirSync(dataFolder, { recursive: true });
  const path = join(dataFolder, callLogName);
  let file = openPrivately(path);
  return {
    append(lines) {
      if (lines.length === 0) return;
      const bytes = Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      const now = statSync(path, { throwIfNoEntry: false });
      const full = now !== undefined && now.size > 0 && now.size + bytes.length > mostBytes;
      if (full) rotate(path);
      if (full || now?.ino !== fstatSync(file).ino) {
        closeSync(file);
        file = openPrivately(path);
      }
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
    },
    close: () => closeSync(file),
  };
}

/** Also a file that an earlier version made readable to everybody. */
function openPrivately(path: string): number {
  const file = openSync(path, 'a', ownerOnly);
  fchmodSync(file, ownerOnly);
  return file;
}

/** Two processes that do it at once push the older files one place further than needed, and lose no line. */
function rotate(path: string): void {
  for (let n = olderFiles - 1; n >= 1; n -= 1) rename(`${path}.${n}`, `${path}.${n + 1}`);
  rename(path, `${path}.1`);
}

function rename(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
