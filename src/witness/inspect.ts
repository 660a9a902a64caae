/**
 * At a start: is this database as new as what this folder saw? If not, or if that is unknown, a
 * hold begins before any engine starts.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { asPlatform, type Database } from '#db/database.ts';
import type { Vault } from '#db/encryption.ts';
import { beginHold, readWorld, type World } from '#db/queries/hold.ts';
import {
  hasCampaigns,
  readWitnesses,
  registerWitness,
  restoreWitnesses,
  vouches,
  type WitnessRow,
} from '#db/queries/witness.ts';
import { realMs } from '#domain/milliseconds.ts';
import { freeSlotsOf, type Slot, takeSlotIfFree, type WitnessFolder } from './folder.ts';
import { readMark, writeMark } from './mark.ts';
import { foldersToCompare, type MarkOfSlot, marksOf } from './marks.ts';
import { reconcileFolder, unknownHere } from './reconcile.ts';
import { factsOf, meetHold } from './standing-hold.ts';

export interface Inspection {
  /** This process will submit calls, so that an unknown database without a voucher is held. */
  placesCalls: boolean;
  /** Reports progress, one sentence at a time. */
  note(sentence: string): void;
}

/** Any other running process shows a sign of life within this time. */
const vouchWithin = realMs(4_000);

export interface Inspected {
  /**
   * This process has a reason to trust this database: a mark in its folder agrees, another process
   * vouches for it, or no process was here before.
   */
  knows: boolean;
  /** There was a hold, so nothing was compared; it may have ended since. */
  wasHeld: boolean;
}

export async function inspectDatabase(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  inspection: Inspection,
): Promise<Inspected> {
  // A restored database may not know folders that appeared after its backup.
  if (await meetHold(db, folder)) return { knows: false, wasHeld: true };
  return { knows: await isKnown(db, vault, folder, inspection), wasHeld: false };
}

async function isKnown(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  inspection: Inspection,
): Promise<boolean> {
  const marks = marksOf(folder);
  const { world, rows } = await asPlatform(db, async (tx) => ({
    world: await readWorld(tx),
    rows: await readWitnesses(tx),
  }));
  const seen = { world, rows, marks, inspection };
  const isHeld = await compare(db, vault, folder, seen);
  if (isHeld) return false;
  if (marks.length > 0 || !rows.some((row) => wasHere(row, folder))) return true;
  if (!inspection.placesCalls) return false;
  if (!(await asPlatform(db, hasCampaigns))) return true;
  if (await isVouchedFor(db)) return true;
  await asPlatform(db, async (tx) => beginHold(tx, 'unknown_folder', await factsOf(tx)));
  return false;
}

/** The journal of another folder, or one of this folder whose mark is lost. */
const wasHere = ({ witnessId, beat }: WitnessRow, folder: WitnessFolder) =>
  witnessId !== folder.witnessId || beat > 0;

interface Seen {
  world: World;
  rows: readonly WitnessRow[];
  marks: readonly MarkOfSlot[];
  inspection: Inspection;
}

/** @returns whether a hold began */
async function compare(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  seen: Seen,
): Promise<boolean> {
  const { world, rows, marks } = seen;
  const rowOf = (slot: number) =>
    rows.find((row) => row.witnessId === folder.witnessId && row.slot === slot);
  const free = freeSlotsOf(folder);
  // A slot that was not used since a hold ended has an outdated mark.
  const stale = marks.filter(({ generation }) => generation < world.generation);
  const current = marks.filter(({ generation }) => generation >= world.generation);
  const isOlder = current.some((mark) => {
    const row = rowOf(mark.slot);
    if (!row || mark.generation > world.generation) return true;
    return row.position < mark.position || row.beat < mark.beat;
  });
  if (isOlder) return holdAsRolledBack(db, folder, marks);
  if (stale.length > 0 && (await repairFreeSlots(db, vault, folder, stale, seen))) return true;
  // Submissions in the second after the last mark, or by a process without a mark.
  const compared = await reconcileFolder(db, vault, folder, { repair: false }, free);
  const isReplaced = current.some(
    ({ timeline, systemIdentifier }) =>
      timeline !== world.timeline || systemIdentifier !== world.systemIdentifier,
  );
  // On the same server a list that is not there was deleted since, with its client.
  const missing = isReplaced ? unknownHere(compared) : compared.submissions.missing;
  if (missing > 0 || compared.lost > 0) {
    return holdAsRolledBack(db, folder, marks, { isLost: compared.lost > 0 });
  }
  const isAlone = rows.every(({ witnessId }) => witnessId === folder.witnessId);
  if (!isReplaced || isAlone) return false;
  await asPlatform(db, async (tx) => beginHold(tx, 'failover', await factsOf(tx)));
  return true;
}

/** Holds the free slots meanwhile, so that no other process writes there; skips slots in use. */
async function repairFreeSlots(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  stale: readonly MarkOfSlot[],
  seen: Seen,
): Promise<boolean> {
  const held: Slot[] = [];
  try {
    for (const { slot } of stale) {
      const taken = takeSlotIfFree(folder, slot);
      if (taken) held.push(taken);
    }
    // Its process may have just ended and left a current mark.
    const outdated = held.filter(
      ({ path }) => (readMark(path)?.generation ?? Infinity) < seen.world.generation,
    );
    return outdated.length > 0 && (await repairSlots(db, vault, folder, outdated, seen));
  } finally {
    for (const slot of held) slot.release();
  }
}

/**
 * A hold ended while these slots were unused: adds the entries of their journals that the database
 * does not have, and updates their marks.
 *
 * @returns whether a hold began because part of a journal is lost
 */
async function repairSlots(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  outdated: readonly Slot[],
  { world, marks, inspection }: Seen,
): Promise<boolean> {
  if (outdated.length === marks.length) {
    inspection.note(
      'The database was restored while this machine was offline. Comparing its journal.',
    );
  }
  const { witnessId, name } = folder;
  await asPlatform(db, async (tx) => {
    for (const { slot } of outdated)
      await registerWitness(tx, { witnessId, slot, name, knows: false });
  });
  const slots = outdated.map(({ slot }) => slot);
  const { lost } = await reconcileFolder(db, vault, folder, { repair: true }, slots);
  if (lost > 0) return holdAsRolledBack(db, folder, marks, { isLost: true });
  const rows = await asPlatform(db, readWitnesses);
  const { timeline, generation, systemIdentifier } = world;
  for (const { slot, path } of outdated) {
    const row = rows.find((one) => one.witnessId === witnessId && one.slot === slot);
    const mark = readMark(path);
    if (!row || !mark) continue;
    const { position, beat } = row;
    const present = { systemIdentifier, timeline, generation, position, beat };
    await writeMark(path, { ...mark, ...present });
  }
  return false;
}

async function holdAsRolledBack(
  db: Database,
  folder: WitnessFolder,
  marks: readonly MarkOfSlot[],
  { isLost = false } = {},
): Promise<true> {
  const aheadUntil = marks
    .map(({ newestClaim, at }) => newestClaim ?? at)
    .sort()
    .at(-1);
  await asPlatform(db, async (tx) => {
    await beginHold(tx, 'rolled_back', {
      ...(await factsOf(tx)),
      ...(aheadUntil && { aheadUntil }),
      witness: folder.name,
      ...(isLost && { lost: folder.name }),
    });
    await restoreWitnesses(tx, foldersToCompare(folder, marks));
  });
  return true;
}

/** Whether a process that knows this database is running on it: it would have noticed a restore. */
async function isVouchedFor(db: Database): Promise<boolean> {
  const before = await asPlatform(db, readWitnesses);
  for (const end = performance.now() + vouchWithin; performance.now() < end; ) {
    await sleep(500);
    if (vouches(before, await asPlatform(db, readWitnesses))) return true;
  }
  return false;
}
