/** Who made the files in PostgreSQL's folder. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { OperatorError } from '#domain/operator-error.ts';
import { assertFolder } from './cluster-paths.ts';

/** In the cluster; written when it is whole, so that only a finished one has it. */
export const doneMark = 'carillon-initialised';

/**
 * Exists while a cluster is made directly in a mount. It only decides a sentence: nothing is ever
 * removed because of it.
 */
export const begunBeside = (cluster: string) => `${cluster}-begun`;

/** PostgreSQL gives lower numbers to the databases that initdb makes. */
const firstNumberOfOthers = 16_384;

export function isInitialized(cluster: string): boolean {
  return existsSync(join(cluster, doneMark));
}

/**
 * Checks before anything in the folder is touched, its permissions included.
 *
 * @param cluster PostgreSQL's folder, which may be missing
 * @throws Error with a sentence when the folder holds something that Carillon did not create
 */
export function assertOwnCluster(cluster: string): void {
  assertFolder(cluster, elsewhere);
  if (!existsSync(cluster) || isInitialized(cluster)) return;
  if (readdirSync(cluster).length === 0) return;
  if (hasDatabase(cluster)) {
    throw new OperatorError(
      `${cluster} has a PostgreSQL database that Carillon did not create, or a copy without the file ${doneMark}. Nothing in it was changed. Choose another folder with CARILLON_DATA. If it is a copy of Carillon's own folder, create an empty file ${join(cluster, doneMark)}.`,
    );
  }
  if (existsSync(begunBeside(cluster))) {
    throw new OperatorError(
      `A first start was killed while it created the database in ${cluster}. There is no Carillon database in it yet. Empty this folder and start again.`,
    );
  }
  if (existsSync(join(cluster, 'PG_VERSION'))) {
    throw new OperatorError(
      `${cluster} has a PostgreSQL without a database: a first start may have been killed there. Nothing in it was changed. Empty this folder if you need nothing in it, or choose another one with CARILLON_DATA.`,
    );
  }
  throw new OperatorError(
    `${cluster} has files that Carillon did not create. Move them away, or choose another folder with CARILLON_DATA.`,
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
