/** Whose the files in PostgreSQL's folder are. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { assertFolder } from './cluster-paths.ts';

/** In the cluster; written when it is whole, so that only a finished one has it. */
export const doneMark = 'carillon-initialised';

/**
 * There while a cluster is made in its place, which a mount needs. Only a sentence goes by it: nothing is
 * ever removed because of it.
 */
export const begunBeside = (cluster: string) => `${cluster}-begun`;

/** PostgreSQL gives lower numbers to the databases that initdb makes. */
const firstNumberOfOthers = 16_384;

export function isInitialised(cluster: string): boolean {
  return existsSync(join(cluster, doneMark));
}

/**
 * Looks before anything in the folder is touched, its rights included.
 *
 * @param cluster PostgreSQL's folder, which need not be there
 * @throws Error with a sentence where the folder holds something that Carillon has not made
 */
export function assertOwnCluster(cluster: string): void {
  assertFolder(cluster, elsewhere);
  if (!existsSync(cluster) || isInitialised(cluster)) return;
  if (readdirSync(cluster).length === 0) return;
  if (hasDatabase(cluster)) {
    throw new Error(
      `${cluster} holds a PostgreSQL that Carillon has not made, or a copy without the file ${doneMark}. Nothing in it was touched. Choose another folder with CARILLON_DATA; where it is surely Carillon's own (a copy of its folder), make an empty file ${join(cluster, doneMark)}.`,
    );
  }
  if (existsSync(begunBeside(cluster))) {
    throw new Error(
      `A first start was killed while it made the database in ${cluster}. There is no database of Carillon in it yet. Empty this folder and start again.`,
    );
  }
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    throw new Error(
      `${cluster} holds a PostgreSQL without a database: a first start may have been killed there. Nothing in it was touched. Empty this folder where nothing in it is wanted, or choose another one with CARILLON_DATA.`,
    );
  }
  throw new Error(
    `${cluster} holds files that Carillon has not made. Move them away, or choose another folder with CARILLON_DATA.`,
  );
}

export const elsewhere =
  'To keep the database on another disk, choose a folder there with CARILLON_DATA, or mount the disk.';

/** Whether somebody made a database in it: one that initdb left unfinished has none. */
export function hasDatabase(cluster: string): boolean {
  const base = join(cluster, 'base');
  if (!existsSync(base)) return false;
  return readdirSync(base).some(
    (name) => Number(name) >= firstNumberOfOthers && existsSync(join(base, name, 'PG_VERSION')),
  );
}
