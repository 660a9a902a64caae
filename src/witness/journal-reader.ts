/** Reads a slot's journal from an offset on, even while it is being written. */
import { createReadStream } from 'node:fs';
import type { JournalEntry } from '#db/journal.ts';
import { type JournalFile, journalFiles } from './journal.ts';
import { entryOf, isErasedLine } from './journal-lines.ts';

export interface JournalLine {
  entry: JournalEntry;
  /** In bytes over all files: the line keeps it when others are erased between two reads. */
  offset: number;
}

export interface JournalPart {
  lines: JournalLine[];
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
    if (file.size > 0 && fileEnd > from) yield* readFile(file, Math.max(from, file.start));
    offset = Math.max(offset, fileEnd);
  }
  if (end > offset) yield gap(end - offset);
}

const gap = (lost: number): JournalPart => ({ lines: [], damaged: 0, lost });

async function* readFile(
  { path, start, size }: JournalFile,
  from: number,
): AsyncGenerator<JournalPart> {
  let offset = from;
  let rest = '';
  for await (const chunk of createReadStream(path, {
    start: from - start,
    end: size - 1,
    // One character for each byte, so that lengths are offsets.
    encoding: 'latin1',
  })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    const part: JournalPart = { lines: [], damaged: 0, lost: 0 };
    for (const line of lines) {
      const entry = entryOf(line);
      if (entry) part.lines.push({ entry, offset });
      else if (!isErasedLine(line)) part.damaged += 1;
      offset += line.length + 1;
    }
    yield part;
  }
  if (rest !== '') yield { lines: [], damaged: 1, lost: 0 };
}
