/**
 * What later lines of a journal undo: a submission that the carrier rejected, a stop that the
 * person withdrew. There are few of them, so they are read first and kept in memory.
 */
import type { JournalEntry } from '#db/journal.ts';
import type { JournalPart } from './journal-reader.ts';

export interface Undone {
  /** Whether a later line undoes this one. Must be called once for each line, in order. */
  includes(entry: JournalEntry): boolean;
}

export async function createUndone(journal: AsyncIterable<JournalPart>): Promise<Undone> {
  /** The last line that gave back each entry. */
  const givenBack = new Map<string, number>();
  /** The last line that lifted each stop. Lines are compared, not times: clocks may be set. */
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
    includes(entry) {
      line += 1;
      if (entry.kind === 'givenBack' || entry.kind === 'optIn') return true;
      if (entry.kind === 'submission') return (givenBack.get(entryKey(entry)) ?? 0) > line;
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
