/** The journal of a command whose changes a restored backup must not undo, such as `dnc import`. */
import { asPlatform, type Database } from '#db/database.ts';
import { readWorld } from '#db/queries/hold.ts';
import { endWitness, readPosition, registerWitness, settleWitness } from '#db/queries/witness.ts';
import { openWitnessFolder, takeSlot } from './folder.ts';
import { openJournal } from './journal.ts';
import { knownEnd } from './known-end.ts';

export async function withJournal<T>(
  db: Database,
  dataFolder: string,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const { installationId } = await asPlatform(db, readWorld);
  const folder = openWitnessFolder(dataFolder, installationId);
  const slot = takeSlot(folder);
  const key = { witnessId: folder.witnessId, slot: slot.slot, name: folder.name };
  try {
    const known = await asPlatform(db, async (tx) => {
      // The row may be from a process that knew this database; a command does not.
      await registerWitness(tx, { ...key, knows: false });
      return readPosition(tx, key);
    });
    const before = knownEnd(slot.path, known);
    const journal = openJournal(slot.path, before);
    try {
      const result = await work({ ...db, journal });
      await journal.sync();
      const position = journal.committed();
      // Earlier lines that this database does not know are still to be compared.
      await asPlatform(db, async (tx) => {
        if (known < before || (await readWorld(tx)).hold) return;
        await settleWitness(tx, key, position);
        await endWitness(tx, key, position);
      });
      return result;
    } finally {
      journal.close();
    }
  } finally {
    slot.release();
  }
}
