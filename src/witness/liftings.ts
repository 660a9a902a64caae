/**
 * Stops that are being lifted: from right before the commit until their line is written. The line is written after the
 * commit, because a commit that fails leaves the stop standing. A stop of the same number may be written
 * meanwhile, which came later in the database: its line must not be followed by one that undoes it.
 */
import type { JournalEntry, Lifting } from '#db/journal.ts';

export interface Liftings {
  /** Before the commit. @returns to be called after it; what is to be written, if it was obeyed */
  begin(entries: readonly Lifting[]): () => Lifting[];
  /** These were written. */
  written(entries: readonly JournalEntry[]): void;
}

export function createLiftings(): Liftings {
  const open = new Set<{ stopped: Set<string> }>();
  return {
    begin(entries) {
      const one = { stopped: new Set<string>() };
      open.add(one);
      return () => {
        open.delete(one);
        return entries.filter((entry) => !one.stopped.has(phoneKey(entry)));
      };
    },
    written(entries) {
      if (open.size === 0) return;
      for (const entry of entries) {
        if (entry.kind !== 'optOut') continue;
        for (const { stopped } of open) stopped.add(phoneKey(entry));
      }
    },
  };
}

const phoneKey = ({ clientId, phone }: { clientId: number; phone: string }) =>
  `${clientId}-${phone}`;
