/**
 * What later lines of a journal undo: a submission that the carrier rejected, a stop that the
 * person withdrew. There are few of them, so they are read first and kept in memory.
 */
import type { JournalEntry } from '#db/journal.ts';
import type { JournalLine, JournalPart } from './journal-reader.ts';

export interface Undone {
  /** Whether a later line undoes this one. */
  includes(line: JournalLine): boolean;
}

export async function createUndone(journal: AsyncIterable<JournalPart>): Promise<Undone> {
  /** Where the last line is that gave back each entry. */
  const givenBack = new Map<string, number>();
  /** The same of the line that lifted each stop. Offsets are compared, not times: clocks may be set. */
  const lifted = new Map<string, number>();
  for await (const { lines } of journal) {
    for (const { entry, offset } of lines) {
      if (entry.kind === 'givenBack') givenBack.set(entryKey(entry), offset);
      if (entry.kind === 'optIn') lifted.set(`${phoneKey(entry)}/${entry.source}`, offset);
    }
  }
  return {
    includes({ entry, offset }) {
      if (entry.kind === 'givenBack' || entry.kind === 'optIn') return true;
      if (entry.kind === 'submission') return (givenBack.get(entryKey(entry)) ?? -1) > offset;
      if (entry.kind !== 'optOut') return false;
      const key = phoneKey(entry);
      const ofText = entry.source === 'text' ? (lifted.get(`${key}/text`) ?? -1) : -1;
      return Math.max(ofText, lifted.get(`${key}/all`) ?? -1) > offset;
    },
  };
}

type OfEntry = Extract<JournalEntry, { callListId: number }>;

const entryKey = ({ clientId, callListId, entryId }: OfEntry) =>
  `${clientId}-${callListId}-${entryId}`;
const phoneKey = ({ clientId, phone }: { clientId: number; phone: string }) =>
  `${clientId}-${phone}`;
