/** Deletes journals once an hour that are older than the retention period. */

import { asPlatform, type Database } from '#db/database.ts';
import { journalDays } from '#db/queries/retention.ts';
import { readWitnesses } from '#db/queries/witness.ts';
import { realMs } from '#domain/milliseconds.ts';
import { slotPath, slotsOf, type WitnessFolder } from './folder.ts';
import { dropOldFiles } from './journal.ts';

/** Between two searches for old files. */
const sweepEvery = realMs(3_600_000);
const day = 86_400_000;

export interface Sweep {
  /** Does nothing until the next sweep is due. */
  whenDue(): Promise<void>;
}

/**
 * Sweeps all slots of the folder, because some may never be used again. The database keeps its rows
 * of a folder forever: without them, a folder that returns looks like one that saw a newer
 * database.
 *
 * @param isHeld during a hold nothing is deleted, because a reconciliation is about to read it
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
