/** Once an hour: journals are kept for the days that the operator set. */
import { asPlatform, type Database } from '#db/database.ts';
import { journalDays } from '#db/queries/retention.ts';
import { readWitnesses } from '#db/queries/witness.ts';
import { slotPath, slotsOf, type WitnessFolder } from './folder.ts';
import { dropOldFiles } from './journal.ts';

/** Real milliseconds between two looks for old files. */
const sweepEvery = 3_600_000;
const day = 86_400_000;

export interface Sweep {
  /** Does nothing until it is time again. */
  whenDue(): Promise<void>;
}

/**
 * Of all slots of the folder: nobody may use the others any more. What the database has heard of a folder stays
 * for ever: without it, one that comes back could not be told from one that saw a newer database.
 *
 * @param isHeld what a reconciliation is about to read stays
 */
export function createSweep(db: Database, folder: WitnessFolder, isHeld: () => boolean): Sweep {
  let at = performance.now();
  return {
    async whenDue() {
      if (performance.now() < at || isHeld()) return;
      at = performance.now() + sweepEvery;
      const { days, rows } = await asPlatform(db, async (tx) => ({
        days: await journalDays(tx),
        rows: await readWitnesses(tx),
      }));
      if (days === null) return;
      for (const slot of slotsOf(folder)) {
        const row = rows.find((one) => one.witnessId === folder.witnessId && one.slot === slot);
        const before = Date.now() - days * day;
        dropOldFiles(slotPath(folder, slot), { before, committed: row?.position ?? 0 });
      }
    },
  };
}
