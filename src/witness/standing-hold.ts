/**
 * A hold that is already in force when a process starts, or the command that ends it. It may be
 * there because the database was restored to a state with a hold that has ended since.
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
 * Makes this folder and those that its marks name compare their journals before the hold ends. Does
 * nothing without a hold.
 *
 * @returns whether there is a hold
 */
export async function meetHold(db: Database, folder: WitnessFolder): Promise<boolean> {
  const marks = marksOf(folder);
  return asPlatform(db, async (tx) => {
    const world = await readWorld(tx);
    if (!world.hold) return false;
    const ended = marks.flatMap(({ endedHolds }) => endedHolds);
    if (!(await renewIfEnded(tx, world, ended, { witness: folder.name }))) {
      // Lines beyond its row were written after it reported that it had compared everything.
      const rows = await readWitnesses(tx);
      if (isBeyond(folder, rows)) await forgetReconciled(tx, folder.witnessId);
    }
    // A folder without any slot has nothing to compare, now or in a later hold.
    const isUsed = slotsOf(folder).length > 0;
    const all = foldersToCompare(folder, marks);
    const named = isUsed ? all : all.filter(({ witnessId }) => witnessId !== folder.witnessId);
    await restoreWitnesses(tx, named);
    return true;
  });
}

/**
 * If the hold had ended before, every journal must be compared again, because calls were placed
 * since. A new hold replaces it, so that this happens once.
 *
 * @param ended holds that this folder knows to have ended
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

/** For a hold that begins now: the earliest time that this database can be from. */
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
