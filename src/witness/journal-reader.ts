/** Reads a slot's journal from a place on; also one that is just being written. */
import { createReadStream } from 'node:fs';
import type { JournalEntry } from '#db/journal.ts';
import { type JournalFile, journalFiles } from './journal.ts';
import { entryOf } from './journal-lines.ts';

export interface JournalPart {
  entries: JournalEntry[];
  /** Lines that could not be read; one at a file's end may be half a line of a machine's end. */
  damaged: number;
  /** Bytes that should come next and are not there: their file was removed, or is older than the days kept. */
  lost: number;
}

/**
 * Part by part, each of a stream's chunk.
 *
 * @param from a place at which a line begins
 * @param end the journal is known to reach that far, whatever its files say
 */
export async function* readJournal(
  slotFolder: string,
  from: number,
  end = 0,
): AsyncGenerator<JournalPart> {
  let place = from;
  for (const file of journalFiles(slotFolder)) {
    const fileEnd = file.start + file.size;
    if (file.start > place) yield gap(file.start - place);
    if (file.size > 0 && fileEnd > from) yield* readFile(file, Math.max(0, from - file.start));
    place = Math.max(place, fileEnd);
  }
  if (end > place) yield gap(end - place);
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
  const entries = lines.map(entryOf).filter((entry) => entry !== undefined);
  return { entries, damaged: lines.length - entries.length, lost: 0 };
}
