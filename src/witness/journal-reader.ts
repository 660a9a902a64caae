/** Reads a slot's journal from an offset on, even while it is being written. */
import { createReadStream } from 'node:fs';
import type { JournalEntry } from '#db/journal.ts';
import { type JournalFile, journalFiles } from './journal.ts';
import { entryOf, isErasedLine } from './journal-lines.ts';

export interface JournalPart {
  entries: JournalEntry[];
  /** Unreadable lines; one at the end of a file may have been cut off by a power failure. */
  damaged: number;
  /** Missing bytes: their file was removed, or is older than the retention period. */
  lost: number;
}

/**
 * Yields one part per chunk of the stream.
 *
 * @param from the offset of the start of a line
 * @param end how far the journal is known to reach, whatever its files contain
 */
export async function* readJournal(
  slotFolder: string,
  from: number,
  end = 0,
): AsyncGenerator<JournalPart> {
  let offset = from;
  for (const file of journalFiles(slotFolder)) {
    const fileEnd = file.start + file.size;
    if (file.start > offset) yield gap(file.start - offset);
    if (file.size > 0 && fileEnd > from) yield* readFile(file, Math.max(0, from - file.start));
    offset = Math.max(offset, fileEnd);
  }
  if (end > offset) yield gap(end - offset);
}

const gap = (lost: number): JournalPart => ({ entries: [], damaged: 0, lost });

async function* readFile({ path, size }: JournalFile, from: number): AsyncGenerator<JournalPart> {
  let rest = '';
  for await (const chunk of createReadStream(path, {
    start: from,
    end: size - 1,
    encoding: 'utf8',
  })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield partOf(lines);
  }
  if (rest !== '') yield { entries: [], damaged: 1, lost: 0 };
}

function partOf(lines: string[]): JournalPart {
  const kept = lines.filter((line) => !isErasedLine(line));
  const entries = kept.map(entryOf).filter((entry) => entry !== undefined);
  return { entries, damaged: kept.length - entries.length, lost: 0 };
}
