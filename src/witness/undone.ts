/**
 * What later lines of a journal undo: a hand-over that the carrier did not take, a stop that its person
 * took back. There are few of them, so they are read first and kept.
 */
import type { JournalEntry } from '#db/journal.ts';
import type { JournalPart } from './journal-reader.ts';

export interface Undone {
  /** Whether a later line undoes this one. Asked once for each line, in the journal's order. */
  takes(entry: JournalEntry): boolean;
}

export async function createUndone(journal: AsyncIterable<JournalPart>): Promise<Undone> {
  /** The line that gave an entry back last. */
  const givenBack = new Map<string, number>();
  /** The line by which a number was let on again last, by what was lifted: clocks may be set. */
  const lifted = new Map<string, number>();
  let lines = 0;
  for await (const { entries } of journal) {
    for (const entry of entries) {
      lines += 1;
      if (entry.kind === 'givenBack') givenBack.set(entryKey(entry), lines);
      if (entry.kind === 'optIn') lifted.set(`${phoneKey(entry)}/${entry.source}`, lines);
    }
  }
  let line = 0;
  return {
    takes(entry) {
      line += 1;
      if (entry.kind === 'givenBack' || entry.kind === 'optIn') return true;
      if (entry.kind === 'handOver') return (givenBack.get(entryKey(entry)) ?? 0) > line;
      if (entry.kind !== 'optOut') return false;
      const key = phoneKey(entry);
      const ofText = entry.source === 'text' ? (lifted.get(`${key}/text`) ?? 0) : 0;
      return Math.max(ofText, lifted.get(`${key}/all`) ?? 0) > line;
    },
  };
}

type OfEntry = Extract<JournalEntry, { callListId: number }>;

const entryKey = ({ clientId, callListId, entryId }: OfEntry) =>
  `${clientId}-${callListId}-${entryId}`;
const phoneKey = ({ clientId, phone }: { clientId: number; phone: string }) =>
  `${clientId}-${phone}`;
