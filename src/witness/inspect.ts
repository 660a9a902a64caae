/**
 * At a start: is this state of the database as new as what this folder saw? If not, or if nobody can
 * say so, the platform is held before any engine begins.
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
import { freeSlotsOf, type Slot, takeSlotIfFree, type WitnessFolder } from './folder.ts';
import { readMark, writeMark } from './mark.ts';
import { foldersToCompare, type MarkOfSlot, marksOf } from './marks.ts';
import { reconcileFolder } from './reconcile.ts';
import { factsOf, meetHold } from './standing-hold.ts';

export interface Inspection {
  /** This process will place calls: then a database that nobody vouches for is held. */
  placesCalls: boolean;
  /** What is done meanwhile, one sentence each. */
  note(sentence: string): void;
}

/** Real milliseconds in which another process that lives shows a sign of life. */
const vouchWithin = 4_000;

export interface Inspected {
  /**
   * This process has a reason to trust this state of the database: a mark of its folder that agrees, somebody who
   * vouches for it, or that nobody was here before.
   */
  knows: boolean;
  /** A hold stood, so that nothing was compared: it may have ended since. */
  wasHeld: boolean;
}

export async function inspectDatabase(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  inspection: Inspection,
): Promise<Inspected> {
  // A database that was put back may not know the folders that came after its backup.
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

/** Another folder's journal; or one of this folder that had a mark, which is lost. */
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
  // A slot that was not used since a hold ended keeps the mark of its time: it says nothing of the present.
  const stale = marks.filter(({ generation }) => generation < world.generation);
  const current = marks.filter(({ generation }) => generation >= world.generation);
  const isOlder = current.some((mark) => {
    const row = rowOf(mark.slot);
    if (!row || mark.generation > world.generation) return true;
    return row.position < mark.position || row.beat < mark.beat;
  });
  if (isOlder) return holdAsRolledBack(db, folder, marks);
  if (stale.length > 0 && (await takeInFree(db, vault, folder, stale, seen))) return true;
  // What was handed over in the second after the last mark, or by a process that wrote none.
  const compared = await reconcileFolder(db, vault, folder, { repair: false }, free);
  if (compared.handOvers.missing > 0 || compared.lost > 0) {
    return holdAsRolledBack(db, folder, marks, { isLost: compared.lost > 0 });
  }
  const isReplaced = current.some(
    ({ timeline, systemIdentifier }) =>
      timeline !== world.timeline || systemIdentifier !== world.systemIdentifier,
  );
  const isAlone = rows.every(({ witnessId }) => witnessId === folder.witnessId);
  if (!isReplaced || isAlone) return false;
  await asPlatform(db, async (tx) => beginHold(tx, 'failover', await factsOf(tx)));
  return true;
}

/** Holds the slots meanwhile, so that nobody else writes there. One that a process has is left to it. */
async function takeInFree(
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
    // Its process may have ended a moment ago, and have left a mark of the present.
    const away = held.filter(
      ({ path }) => (readMark(path)?.generation ?? Infinity) < seen.world.generation,
    );
    return away.length > 0 && (await takeIn(db, vault, folder, away, seen));
  } finally {
    for (const slot of held) slot.release();
  }
}

/**
 * A hold ended while nobody wrote there: what these slots saw and nobody put in is put in now, and their
 * marks are brought up to the present.
 *
 * @returns whether a hold began: part of what they saw is lost
 */
async function takeIn(
  db: Database,
  vault: Vault,
  folder: WitnessFolder,
  away: readonly Slot[],
  { world, marks, inspection }: Seen,
): Promise<boolean> {
  if (away.length === marks.length) {
    inspection.note(
      'The database was restored while this machine was away. Comparing its journal.',
    );
  }
  const { witnessId, name } = folder;
  await asPlatform(db, async (tx) => {
    for (const { slot } of away) await registerWitness(tx, { witnessId, slot, name, knows: false });
  });
  const slots = away.map(({ slot }) => slot);
  const { lost } = await reconcileFolder(db, vault, folder, { repair: true }, slots);
  if (lost > 0) return holdAsRolledBack(db, folder, marks, { isLost: true });
  const rows = await asPlatform(db, readWitnesses);
  const { timeline, generation, systemIdentifier } = world;
  for (const { slot, path } of away) {
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

/** A process that knows this database lives on it: it would have noticed. */
async function isVouchedFor(db: Database): Promise<boolean> {
  const before = await asPlatform(db, readWitnesses);
  for (const end = performance.now() + vouchWithin; performance.now() < end; ) {
    await sleep(500);
    if (vouches(before, await asPlatform(db, readWitnesses))) return true;
  }
  return false;
}
