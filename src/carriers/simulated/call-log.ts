/**
 * The log of everything submitted to the simulated carrier, one JSON line each, across restarts
 * (spec 3 section 10). Tests judge the promises by it, so it is written before the carrier returns.
 * It contains phone numbers, so only its owner may read it. The carrier does not depend on it to
 * recognize repeated submissions.
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

/** The newest lines; older ones are in `simulated-carrier.jsonl.1` (newer) to `.5` (oldest). */
export const callLogName = 'simulated-carrier.jsonl';

/** Bytes after which a new file begins. */
const usualBytes = 100_000_000;
const olderFiles = 5;
const ownerOnly = 0o600;

export interface LogLine {
  /** ISO 8601, on the simulation's clock. */
  at: string;
  attemptId: string;
  /** `recording`: a manager records a message. `agent`: the agent's leg of this attempt's call. */
  kind: 'call' | 'text' | 'agent' | 'recording';
  /** 11 digits. */
  to: string;
  /** Of a text: the texting number it was sent from. */
  from?: string;
}

export interface CallLog {
  append(lines: readonly LogLine[]): void;
  close(): void;
}

/**
 * Writes each batch straight to the kernel: a killed process loses no line of a finished write.
 * Several writers, also in other processes, may have it open: each checks before a batch whether
 * the file was rotated.
 *
 * @param mostBytes a batch is never split, so a file may exceed this by one batch
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

/** Also restricts a file that an earlier version made readable for everybody. */
function openPrivately(path: string): number {
  const file = openSync(path, 'a', ownerOnly);
  fchmodSync(file, ownerOnly);
  return file;
}

/** Two processes rotating at once shift the older files once too often, but lose no line. */
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
