/** Stops that a restored database forgot: they are in force again before anything is called. */
import { asClient, asPlatform, type Database } from '#db/database.ts';
import type { JournalEntry, StopEntry } from '#db/journal.ts';
import { restoreClientStop, restoreOperatorStop, stopKey } from '#db/queries/stop-witness.ts';

export interface StopLines {
  add(entry: JournalEntry): void;
  /** How many were set since this state of the database, and how many of them are in force again. */
  restore(db: Database, clients: ReadonlySet<number>): Promise<{ read: number; missing: number }>;
}

/** Collects the lines of all journals of a folder: one process may stop, and another one lift. */
export function stopLines(): StopLines {
  const set = new Map<string, StopEntry>();
  const lifted = new Set<string>();
  return {
    add(entry) {
      if (entry.kind === 'stop') set.set(stopKey(entry), entry);
      if (entry.kind === 'stopLifted') lifted.add(stopKey(entry));
    },
    async restore(db, clients) {
      let missing = 0;
      for (const [key, stop] of set) {
        const { by, clientId } = stop;
        if (lifted.has(key) || (clientId !== 0 && !clients.has(clientId))) continue;
        const forgotten =
          by === 'operator'
            ? await asPlatform(db, (tx) => restoreOperatorStop(tx, stop))
            : await asClient(db, clientId, (tx) => restoreClientStop(tx, stop));
        if (forgotten) missing += 1;
      }
      return { read: set.size, missing };
    },
  };
}
