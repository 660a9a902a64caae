/**
 * `<data>/witness/<installation>`: what this data folder saw of a database. A restore overwrites
 * nothing in it. Each process that writes has its own slot, held by a lock that is released when
 * the process is killed.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataLock, lockFile } from '#db/embedded/data-lock.ts';
import { realMs } from '#domain/milliseconds.ts';
import { OperatorError } from '#domain/operator-error.ts';
import { dropDrafts } from './mark.ts';

export interface WitnessFolder {
  path: string;
  witnessId: string;
  /** "host:data folder". */
  name: string;
}

export interface Slot {
  slot: number;
  path: string;
  release(): void;
}

/** @param installationId of the database: each installation has its own journals */
export function openWitnessFolder(dataFolder: string, installationId: string): WitnessFolder {
  const parent = join(dataFolder, 'witness');
  const path = join(parent, installationId);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return { path, witnessId: witnessIdOf(parent), name: `${hostname()}:${dataFolder}` };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

function witnessIdOf(parent: string): string {
  const file = join(parent, 'id');
  const known = read(file);
  if (known) return known;
  // An earlier version could leave an empty file behind on a full disk.
  if (known === '') rmSync(file, { force: true });
  createId(file);
  const made = read(file);
  if (!made) throw new OperatorError(`${file} was just removed. Start Carillon again.`);
  return made;
}

/** The file appears whole or not at all; another process may be faster. */
function createId(file: string): void {
  const draft = `${file}.${randomBytes(4).toString('hex')}.new`;
  try {
    writeFileSync(draft, `${randomUUID()}\n`, { mode: 0o600, flag: 'wx', flush: true });
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** @returns undefined if there is no file, '' if it is empty */
function read(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  if (text === '' || uuid.test(text)) return text;
  throw new OperatorError(
    `${file} is damaged: it must contain the id of this folder's journal. Restore it from a copy of this folder. If there is none, move the folder ${dirname(file)} away, start with --hold, and then run "carillon restore reconcile".`,
  );
}

/** Takes the first free slot. */
export function takeSlot(folder: WitnessFolder): Slot {
  for (let slot = 1; ; slot += 1) {
    mkdirSync(slotPath(folder, slot), { recursive: true, mode: 0o700 });
    const taken = takeSlotIfFree(folder, slot);
    if (taken) return taken;
  }
}

/** @returns undefined while a running process holds it */
export function takeSlotIfFree(folder: WitnessFolder, slot: number): Slot | undefined {
  const path = slotPath(folder, slot);
  const lock = tryLock(join(path, 'lock'));
  if (!lock) return undefined;
  dropDrafts(path);
  return { slot, path, release: () => lock.release() };
}

/** Between two attempts to lock. */
const retryEvery = realMs(50);
const reportAfter = realMs(5_000);

/**
 * Lets one process at a time compare the folder with the database and then take a slot. Otherwise
 * another one would consider the folder compared while it is not.
 *
 * @param onLong called when another process holds the folder for several seconds
 */
export async function withFolder<T>(
  folder: WitnessFolder,
  work: () => Promise<T>,
  onLong: () => void,
): Promise<T> {
  const began = performance.now();
  let reported = false;
  for (;;) {
    const lock = tryLock(join(folder.path, 'comparing.lock'));
    if (lock) return work().finally(() => lock.release());
    if (!reported && performance.now() - began > reportAfter) {
      reported = true;
      onLong();
    }
    await sleep(retryEvery);
  }
}

function tryLock(path: string): DataLock | undefined {
  const taken = lockFile(path, 'start');
  return 'release' in taken ? taken : undefined;
}

export const slotPath = ({ path }: WitnessFolder, slot: number) => join(path, String(slot));

/** All slots ever taken, free or not. */
export function slotsOf({ path }: WitnessFolder): number[] {
  return readdirSync(path)
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
}

/** Slots that no running process holds, so that their journals do not grow. */
export function freeSlotsOf(folder: WitnessFolder): number[] {
  return slotsOf(folder).filter((slot) => {
    const lock = tryLock(join(slotPath(folder, slot), 'lock'));
    lock?.release();
    return lock !== undefined;
  });
}
