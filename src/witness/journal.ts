/**
 * The journal of one process: lines that are appended before they take effect. A line is with the
 * operating system when `append` returns, and on the disk after the next `sync`. A place in it is
 * the count of bytes before it, over all files, which are named by the place they begin at.
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
import { type Journal, type JournalEntry, JournalError } from '#db/journal.ts';
import { lineOf } from './journal-lines.ts';
import { createLiftings } from './liftings.ts';

/** Bytes: some 130,000 hand-overs. */
const largestFile = 8 * 2 ** 20;

export interface JournalFile {
  path: string;
  /** The place of its first byte. */
  start: number;
  size: number;
  /** Epoch ms of its last line. */
  changed: number;
}

export interface WrittenJournal extends Journal {
  /** Everything before it belongs to transactions that are over. */
  committed(): number;
  /** After its last line. */
  end(): number;
  /** To the disk. */
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

/** Where the files of a slot's journal end. Some may be lost: `knownEnd` in known-end.ts knows better. */
export function journalEnd(slotFolder: string): number {
  const last = journalFiles(slotFolder).at(-1);
  return last ? last.start + last.size : 0;
}

/**
 * Files whose last line is older than that go, but never the newest.
 *
 * @param before epoch ms
 * @param committed the place up to which the database has this journal: what is beyond it is still needed
 */
export function dropOldFiles(
  slotFolder: string,
  { before, committed }: { before: number; committed: number },
): void {
  for (const { path, start, size, changed } of journalFiles(slotFolder).slice(0, -1)) {
    if (changed < before && start + size <= committed) rmSync(path, { force: true });
  }
}

const fileAt = (slotFolder: string, place: number) =>
  join(slotFolder, `journal-${String(place).padStart(16, '0')}.log`);

/**
 * The caller holds the slot. A file is begun at each start: the last one may end in half a line.
 *
 * @param atLeast the place that it was known to have reached: lines never get a place that others had
 * @param onAppend told of every entry, after it is written
 */
export function openJournal(
  slotFolder: string,
  atLeast = 0,
  onAppend: (entries: readonly JournalEntry[]) => void = () => {},
): WrittenJournal {
  let start = Math.max(journalEnd(slotFolder), atLeast);
  let size = 0;
  let file = openFile(slotFolder, start);
  /** Begun by transactions that are not over. */
  const open = new Set<{ place: number }>();
  const replaced: number[] = [];
  const liftings = createLiftings();

  function rotate(): void {
    const next = openFile(slotFolder, start + size);
    replaced.push(file);
    [file, start, size] = [next, start + size, 0];
  }

  const journal: WrittenJournal = {
    append(entries) {
      const bytes = Buffer.from(entries.map(lineOf).join(''));
      const begun = { place: start + size };
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
    committed: () => Math.min(start + size, ...[...open].map(({ place }) => place)),
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

const dataSync = promisify(fdatasync);

function openFile(slotFolder: string, place: number): number {
  const file = openSync(fileAt(slotFolder, place), 'a', 0o600);
  // Named by where the last one ended: only an empty one can be there already.
  if (fstatSync(file).size > 0) throw new Error(`${fileAt(slotFolder, place)} is there already.`);
  return file;
}

/** All of it or nothing: half a line would be taken for the end. */
function write(file: number, bytes: Buffer, size: number): void {
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
  } catch (error) {
    ftruncateSync(file, size);
    throw error;
  }
}
