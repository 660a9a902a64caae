/**
 * The witness of a process: keeps its journal and its mark, and checks once a second that the
 * database is still the one that it knows. If it is not, nothing is submitted.
 */
import { asPlatform, type Database } from '#db/database.ts';
import { readWorld } from '#db/queries/hold.ts';
import { readWitnesses, registerWitness } from '#db/queries/witness.ts';
import type { Known } from './database-check.ts';
import {
  openWitnessFolder,
  type Slot,
  takeSlot,
  type WitnessFolder,
  withFolder,
} from './folder.ts';
import { inspectDatabase } from './inspect.ts';
import { journalEnd } from './journal.ts';
import { knownEnd } from './known-end.ts';
import { keyOf, RunningWitness, type Witness, type WitnessDeps } from './running-witness.ts';

export type { Witness, WitnessDeps } from './running-witness.ts';

/** Inspects the database first: any hold has begun before this resolves. */
export async function startWitness(deps: WitnessDeps): Promise<Witness> {
  const { installationId } = await asPlatform(deps.db, readWorld);
  const folder = openWitnessFolder(deps.dataFolder, installationId);
  const onLong = () =>
    deps.note('Waiting for another process to finish comparing the journal of this data folder …');
  return withFolder(folder, () => begin(deps, folder), onLong);
}

async function begin(deps: WitnessDeps, folder: WitnessFolder): Promise<Witness> {
  for (;;) {
    const { knows, wasHeld } = await inspectDatabase(deps.db, deps.vault, folder, deps);
    const slot = takeSlot(folder);
    try {
      const { known, position } = await register(deps.db, { ...keyOf(folder, slot), knows });
      // The hold ended meanwhile: nothing was compared, and no later check will see the end.
      if (wasHeld && !known.world.hold) {
        slot.release();
        continue;
      }
      noteMissing(deps, slot, position);
      const witness = new RunningWitness(deps, { folder, slot, known, position });
      await witness.begin();
      return witness;
    } catch (error) {
      slot.release();
      throw error;
    }
  }
}

/** Adds this journal to those that the database knows. */
function register(
  db: Database,
  self: ReturnType<typeof keyOf> & { knows: boolean },
): Promise<{ known: Known; position: number }> {
  return asPlatform(db, async (tx) => {
    await registerWitness(tx, self);
    const rows = await readWitnesses(tx);
    const own = rows.find((row) => row.witnessId === self.witnessId && row.slot === self.slot);
    const { position = 0, beat = 0 } = own ?? {};
    return { known: { world: await readWorld(tx), rows, beat, knows: self.knows }, position };
  });
}

/** Lines that this database already has are only needed if an earlier backup is restored. */
function noteMissing({ note }: WitnessDeps, { path }: Slot, position: number): void {
  if (journalEnd(path) >= knownEnd(path, position)) return;
  note(
    `Journal files in ${path} are missing. Put them back: without them, restoring a backup made before now loses what they recorded.`,
  );
}
