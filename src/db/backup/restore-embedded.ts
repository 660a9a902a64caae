import { makeDataFolder } from '../embedded/cluster-paths.ts';
import {
  checkpoint,
  replaceCluster,
  restoringFolder,
  syncCluster,
  tidyAfterRestore,
} from '../embedded/replace-cluster.ts';
import { findEmbedded, startEmbedded } from '../embedded/server.ts';
import type { BackupReader } from './file-reader.ts';
import type { Footer } from './format.ts';
import { type LoadWish, loadBackup } from './load-backup.ts';

export interface EmbeddedRestore {
  footer: Footer;
  /** The folder of the database that was there before; undefined when there was none. */
  aside: string | undefined;
}

/**
 * Restores into a new cluster and swaps it with the data folder's, which is kept aside. The caller
 * holds the data folder's lock.
 *
 * @param clock as of `startEmbedded`
 * @throws BackupError when the file is damaged; nothing was changed then
 */
export async function restoreEmbedded(
  { dataFolder, clock }: { dataFolder: string; clock: Record<string, string> },
  reader: BackupReader,
  wish: LoadWish,
): Promise<EmbeddedRestore> {
  await tidyAfterRestore(dataFolder);
  // A server that a killed process left behind must not keep running in a moved folder.
  await (await findEmbedded(dataFolder))?.stop();
  const folder = restoringFolder(dataFolder);
  makeDataFolder(folder);
  try {
    const footer = await fill(folder, clock, reader, wish);
    wish.say?.('Writing everything to disk …');
    await syncCluster(folder);
    return { footer, aside: replaceCluster(dataFolder, new Date()) };
  } catch (error) {
    await tidyAfterRestore(dataFolder);
    throw error;
  }
}

async function fill(
  folder: string,
  clock: Record<string, string>,
  reader: BackupReader,
  wish: LoadWish,
): Promise<Footer> {
  const server = await startEmbedded({ dataFolder: folder, durability: 'loading', clock });
  try {
    const { host, port, user, database } = server;
    const footer = await loadBackup({ host, port, user, database }, reader, wish);
    await checkpoint(server);
    return footer;
  } finally {
    await server.stop();
  }
}
