/**
 * A hold that stands already when a process, or the command that ends it, comes. It may stand there because
 * the database was put back to a state in which a hold stood that is over.
 */
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import { beginHoldAnew, readWorld, type World } from '#db/queries/hold.ts';
import { forgetReconciled } from '#db/queries/reconciliation.ts';
import {
  newestSign,
  readWitnesses,
  restoreWitnesses,
  type WitnessRow,
} from '#db/queries/witness.ts';
import { slotPath, slotsOf, type WitnessFolder } from './folder.ts';
import { knownEnd } from './known-end.ts';
import { foldersToCompare, marksOf } from './marks.ts';

/**
 * Has this folder and those that its marks name compare their journals before the hold ends. Does nothing
 * where no hold stands.
 *
 * @returns whether one stands
 */
export async function meetHold(db: Database, folder: WitnessFolder): Promise<boolean> {
  const marks = marksOf(folder);
  return asPlatform(db, async (tx) => {
    const world = await readWorld(tx);
    if (!world.hold) return false;
    const ended = marks.flatMap(({ endedHolds }) => endedHolds);
    if (!(await renewIfEnded(tx, world, ended, { witness: folder.name }))) {
      // What is beyond its row was written since it said that it had compared everything.
      const rows = await readWitnesses(tx);
      if (isBeyond(folder, rows)) await forgetReconciled(tx, folder.witnessId);
    }
    // A folder in which nobody ever wrote has nothing to compare, now or in a later hold.
    const isUsed = slotsOf(folder).length > 0;
    const all = foldersToCompare(folder, marks);
    const named = isUsed ? all : all.filter(({ witnessId }) => witnessId !== folder.witnessId);
    await restoreWitnesses(tx, named);
    return true;
  });
}

/**
 * Who had compared a journal in a hold that is over has to do so again: calls were placed since. Another
 * hold takes its place, so that this happens once.
 *
 * @param ended holds that this folder knows to be over
 */
export async function renewIfEnded(
  tx: Tx,
  { hold, holdId }: World,
  ended: readonly string[],
  facts: { aheadUntil?: string; witness?: string },
): Promise<boolean> {
  if (!hold || holdId === null || !ended.includes(holdId)) return false;
  await beginHoldAnew(tx, 'rolled_back', { ...(await factsOf(tx)), ...facts });
  return true;
}

/** For a hold that begins now: of when this state of the database is, at least. */
export async function factsOf(tx: Tx): Promise<{ asOf?: string }> {
  const newest = await newestSign(tx);
  return newest ? { asOf: newest.toISOString() } : {};
}

function isBeyond(folder: WitnessFolder, rows: readonly WitnessRow[]): boolean {
  return slotsOf(folder).some((slot) => {
    const row = rows.find((one) => one.witnessId === folder.witnessId && one.slot === slot);
    const position = row?.position ?? 0;
    return knownEnd(slotPath(folder, slot), position) > position;
  });
}
