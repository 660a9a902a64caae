/**
 * Tracks stops that are being lifted, from right before the commit until their line is written. The
 * line follows the commit, because a failed commit leaves the stop in force. Meanwhile a newer stop
 * of the same number may be written, and no later line may undo it.
 */
import type { JournalEntry, Lifting } from '#db/journal.ts';

export interface Liftings {
  /** Called before the commit. @returns call it after a successful commit: the lines to write */
  begin(entries: readonly Lifting[]): () => Lifting[];
  /** Called after these were written. */
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
