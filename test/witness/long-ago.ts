/** Lets months pass for a witnessed database. */
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { asPlatform, type Database } from '../../src/db/database.ts';
import { readWorld } from '../../src/db/queries/hold.ts';
import { openWitnessFolder, slotPath } from '../../src/witness/folder.ts';
import { createSweep } from '../../src/witness/sweep.ts';
import { type CommandRun, commandsOn } from '../cli/command-run.ts';
import type { WitnessWorld } from './witness-world.ts';

export const nameOf = (world: WitnessWorld, folder: string) =>
  `${hostname()}:${world.folder(folder)}`;

/** A command in that data folder. */
export const commandIn =
  (world: WitnessWorld, folder: string) =>
  (...words: string[]): Promise<CommandRun> =>
    commandsOn(world.url, { env: { CARILLON_DATA: world.folder(folder) } })(...words);

export const reconcileIn = (world: WitnessWorld, folder: string) => {
  const command = commandIn(world, folder);
  return (...options: string[]) => command('restore', 'reconcile', '--no-carriers', ...options);
};

/** Makes journals silent for that long: all of them, or those of one slot or folder. */
export async function silentFor(
  db: Database,
  days: number,
  { slot, name }: { slot?: number; name?: string } = {},
): Promise<void> {
  await asPlatform(db, (tx) =>
    tx.run(
      `UPDATE witness SET seen_at = seen_at - make_interval(days => $1),
         known_at = known_at - make_interval(days => $1)
       WHERE slot = coalesce($2, slot) AND name = coalesce($3, name)`,
      [days, slot ?? null, name ?? null],
    ),
  );
}

async function folderOf(world: WitnessWorld, db: Database, folder: string) {
  const { installationId } = await asPlatform(db, readWorld);
  return openWitnessFolder(world.folder(folder), installationId);
}

/** The hourly sweep of old files. */
export async function sweep(world: WitnessWorld, db: Database, folder: string): Promise<void> {
  await createSweep(db, await folderOf(world, db, folder), () => false).whenDue();
}

/** Paths, the oldest first. */
export async function journalOf(
  world: WitnessWorld,
  db: Database,
  { folder = 'one', slot = 1 },
): Promise<string[]> {
  const path = slotPath(await folderOf(world, db, folder), slot);
  if (!existsSync(path)) return [];
  const files = readdirSync(path).filter((file) => file.startsWith('journal-'));
  return files.sort().map((file) => join(path, file));
}

/** As if the files were written that long ago. */
export function aged(files: readonly string[], days: number): void {
  for (const file of files) {
    const at = new Date(statSync(file).mtimeMs - days * 86_400_000);
    utimesSync(file, at, at);
  }
}
