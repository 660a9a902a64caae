/**
 * The journal of one process: lines are appended before they take effect. When `append` returns,
 * the operating system has the line; after the next `sync` it is on disk. Offsets count bytes over
 * all files, and each file is named by the offset at which it begins.
 */

import {
  closeSync,
  fdatasync,
  fstatSync,
  ftruncateSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type ErasureEntry, type Journal, type JournalEntry, JournalError } from '#db/journal.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { appendErasures } from './erasures.ts';
import { lineOf } from './journal-lines.ts';
import { createLiftings } from './liftings.ts';

/** Bytes: about 130,000 submissions. */
const largestFile = 8 * 2 ** 20;

export interface JournalFile {
  path: string;
  /** The offset of its first byte. */
  start: number;
  size: number;
  /** Epoch ms of its last line. */
  changed: number;
}

export interface WrittenJournal extends Journal {
  /** Everything before this offset belongs to transactions that have ended. */
  committed(): number;
  /** After its last line. */
  end(): number;
  /** Flushes it to disk. */
  sync(): Promise<void>;
  close(): void;
}

export function journalFiles(slotFolder: string): JournalFile[] {
  return readdirSync(slotFolder)
    .flatMap((name) => {
      const start = /^journal-(\d{16})\.log$/.exec(name)?.[1];
      if (start === undefined) return [];
      const path = join(slotFolder, name);
      const { size, mtimeMs } = statSync(path);
      return [{ path, start: Number(start), size, changed: mtimeMs }];
    })
    .sort((a, b) => a.start - b.start);
}

/** Where the files of a slot's journal end; `knownEnd` is further if files are lost. */
export function journalEnd(slotFolder: string): number {
  const last = journalFiles(slotFolder).at(-1);
  return last ? last.start + last.size : 0;
}

/**
 * Deletes files whose last line is older than `before`, but never the newest file.
 *
 * @param before epoch ms
 * @param committed the offset up to which the database has this journal; what follows is still
 * needed
 */
export function dropOldFiles(
  slotFolder: string,
  { before, committed }: { before: number; committed: number },
): void {
  for (const { path, start, size, changed } of journalFiles(slotFolder).slice(0, -1)) {
    if (changed < before && start + size <= committed) rmSync(path, { force: true });
  }
}

const fileAt = (slotFolder: string, offset: number) =>
  join(slotFolder, `journal-${String(offset).padStart(16, '0')}.log`);

/**
 * The caller holds the slot. Each start begins a new file, because the last one may end in half a
 * line.
 *
 * @param atLeast the offset that the journal is known to have reached: offsets are never reused
 * @param onAppend called with all entries after they are written
 */
export function openJournal(
  slotFolder: string,
  atLeast = 0,
  onAppend: (entries: readonly JournalEntry[]) => void = () => {},
): WrittenJournal {
  let start = Math.max(journalEnd(slotFolder), atLeast);
  let size = 0;
  let file = openFile(slotFolder, start);
  /** Starts of the lines of transactions that have not ended. */
  const open = new Set<{ offset: number }>();
  const replaced: number[] = [];
  const liftings = createLiftings();

  function rotate(): void {
    const next = openFile(slotFolder, start + size);
    replaced.push(file);
    [file, start, size] = [next, start + size, 0];
  }

  const journal: WrittenJournal = {
    append(given) {
      const isErasure = (one: JournalEntry): one is ErasureEntry => one.kind === 'erasure';
      const erasures = given.filter(isErasure);
      const entries = given.filter((one) => one.kind !== 'erasure');
      if (erasures.length > 0) writeErasures(slotFolder, erasures);
      if (entries.length === 0) return () => {};
      const bytes = Buffer.from(entries.map(lineOf).join(''));
      const begun = { offset: start + size };
      try {
        if (size > 0 && size + bytes.length > largestFile) rotate();
        write(file, bytes, size);
      } catch (cause) {
        const said = (cause as Error).message;
        throw new JournalError(`The journal in ${slotFolder} cannot be written: ${said}`, {
          cause,
        });
      }
      size += bytes.length;
      open.add(begun);
      liftings.written(entries);
      onAppend(entries);
      return () => open.delete(begun);
    },
    lift(entries) {
      const over = liftings.begin(entries);
      return (committed) => {
        const lifted = over();
        if (!committed || lifted.length === 0) return;
        try {
          journal.append(lifted)();
        } catch (error) {
          if (!(error instanceof JournalError)) throw error;
        }
      };
    },
    committed: () => Math.min(start + size, ...[...open].map(({ offset }) => offset)),
    end: () => start + size,
    async sync() {
      const old = replaced.splice(0);
      await Promise.all([file, ...old].map((one) => dataSync(one)));
      for (const one of old) closeSync(one);
    },
    close() {
      for (const one of [file, ...replaced.splice(0)]) closeSync(one);
    },
  };
  return journal;
}

function writeErasures(slotFolder: string, erasures: readonly ErasureEntry[]): void {
  try {
    appendErasures(slotFolder, erasures);
  } catch (cause) {
    const said = (cause as Error).message;
    throw new JournalError(`The erasures beside ${slotFolder} cannot be written: ${said}`, {
      cause,
    });
  }
}

const dataSync = promisify(fdatasync);

function openFile(slotFolder: string, offset: number): number {
  const file = openSync(fileAt(slotFolder, offset), 'a', 0o600);
  // Named by where the last one ended, so an existing file can only be empty.
  if (fstatSync(file).size > 0)
    throw new OperatorError(`${fileAt(slotFolder, offset)} already exists.`);
  return file;
}

/** Writes all or nothing: half a line would be taken for the end. */
function write(file: number, bytes: Buffer, size: number): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
}
