/** One check by a running process: is the database still the one that it knows? */
import type { Hold, HoldFacts } from '#contract/hold.ts';
import { asPlatform, type Database, type Tx } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import {
  beginHold,
  endHoldWhenAllCame,
  noteLostJournals,
  readWorld,
  type World,
} from '#db/queries/hold.ts';
import { noteReconciled, readReconciled } from '#db/queries/reconciliation.ts';
import {
  advanceWitness,
  type JournalKey,
  newestSign,
  readWitnesses,
  registerWitness,
  restoreWitnesses,
  type SeenFolder,
  vouches,
  type WitnessRow,
} from '#db/queries/witness.ts';
import type { WitnessFolder } from './folder.ts';
import { type FolderReport, reconcileFolder, unknownHere } from './reconcile.ts';
import { renewIfEnded } from './standing-hold.ts';

export interface Known {
  world: World;
  rows: readonly WitnessRow[];
  /** How many signs of life of this process the database has counted. */
  beat: number;
  /** This process has a reason to trust this database. */
  knows: boolean;
}

export interface Check {
  self: JournalKey & { name: string };
  /** What was known before. */
  before: Known;
  /** How far the database surely has the journal, and how far it is committed by now. */
  from: number;
  to: number;
  /** An attempt was offered a second time. */
  forgot: boolean;
  ahead: HoldFacts;
  /** The folders known before; a restored database may not know them all. */
  others: readonly SeenFolder[];
}

/** Shows a sign of life if all is well, and begins a hold if not. */
export function checkDatabase(db: Database, check: Check): Promise<Known> {
  const { before, self, others, ahead } = check;
  return asPlatform(db, async (tx) => {
    const world = await readWorld(tx);
    await renewIfEnded(tx, world, before.world.endedHolds, ahead);
    const judged = world.hold ? undefined : await judge(tx, world, check);
    // A sign of life is written without a hold, and begins none.
    const now = judged ? world : await readWorld(tx);
    if (now.hold && !before.world.hold) {
      await registerWitness(tx, { ...self, knows: false });
      await restoreWitnesses(tx, others);
    }
    const rows = await readWitnesses(tx);
    const { beat = before.beat, knows = before.knows } = judged ?? {};
    return { world: now, rows, beat, knows: knows || (!now.hold && vouches(before.rows, rows)) };
  });
}

/** @returns undefined if a hold began instead of a sign of life */
async function judge(
  tx: Tx,
  world: World,
  { before: known, self, from, to, ahead, forgot }: Check,
): Promise<Pick<Known, 'beat' | 'knows'> | undefined> {
  const { world: before } = known;
  const begin = async (code: 'failover' | 'rolled_back') => {
    const asOf = await newestSign(tx);
    await beginHold(tx, code, { ...(asOf && { asOf: asOf.toISOString() }), ...ahead });
    return undefined;
  };
  const isOlder =
    world.installationId !== before.installationId || world.generation < before.generation;
  // Another server: compare the journals with it before anything continues.
  if (!isOlder && !forgot && world.timeline !== before.timeline) return begin('failover');
  // A hold ended: this folder's journal was compared with a database that had counted fewer signs.
  const isOver = before.hold !== null && world.generation > before.generation;
  const least = { position: from, beat: isOver ? 0 : known.beat };
  const knows = known.knows || isOver;
  const beat = isOlder || forgot ? undefined : await advanceWitness(tx, self, least, { to, knows });
  return beat === undefined ? begin('rolled_back') : { beat, knows };
}

export interface Joining {
  db: Database;
  vault: Vault;
  folder: WitnessFolder;
  ahead: HoldFacts;
  onReport(report: FolderReport): void;
}

/**
 * This folder's part in ending a hold: compares its journal when the operator asked for it, or
 * after a failover. By then every process has noticed the hold (`restLeft`).
 *
 * @returns whether this ended the hold
 */
export async function joinReconciliation(hold: Hold, joining: Joining): Promise<boolean> {
  const { db, folder } = joining;
  if (!hold.asked && hold.code !== 'failover') return false;
  const said = await asPlatform(db, (tx) => readReconciled(tx, folder.witnessId));
  if (!said || (hold.asked && !said.repaired)) await compareJournal(hold, joining);
  return asPlatform(db, endHoldWhenAllCame);
}

async function compareJournal(hold: Hold, joining: Joining): Promise<void> {
  const { db, vault, folder } = joining;
  const report = await reconcileFolder(db, vault, folder, { repair: hold.asked });
  joining.onReport(report);
  const { witnessId, name } = folder;
  const { lost } = report;
  const missing = unknownHere(report);
  await asPlatform(db, async (tx) => {
    await noteReconciled(tx, { witnessId, name, repaired: hold.asked, missing, lost, report });
    // The new server lost something, and the operator must know.
    if (!hold.asked && (missing > 0 || lost > 0)) {
      await beginHold(tx, 'rolled_back', { ...joining.ahead, witness: name });
    }
    await noteLostJournals(tx, name);
  });
}
