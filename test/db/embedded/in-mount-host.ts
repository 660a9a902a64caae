/**
 * Run by own-cluster.test.ts in a mount namespace of its own, with a data folder and a program for
 * initdb: a first start is killed where `postgres/` is a mount, then started three times more.
 * Prints their messages as JSON.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findBinaries } from '../../../src/db/embedded/binaries.ts';
import { prepareClusterPaths } from '../../../src/db/embedded/cluster-paths.ts';
import { initialize } from '../../../src/db/embedded/initialize.ts';
import { startEmbedded } from '../../../src/db/embedded/server.ts';
import { serverUser } from '../../../src/db/embedded/unprivileged-user.ts';

const [folder = '', initdb = ''] = process.argv.slice(2);
const cluster = join(folder, 'postgres');
mkdirSync(cluster, { recursive: true });
execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', cluster]);

const start = async () => {
  const server = await startEmbedded({ dataFolder: folder, durability: 'throwaway' });
  await server.stop();
  return 'started';
};
const said = (work: () => Promise<unknown>) => work().catch((error: Error) => error.message);

const user = serverUser();
const lame = { ...findBinaries(user), initdb };
const killed = await said(() => initialize(lame, prepareClusterPaths(folder, user), user));
const again = await said(start);
for (const name of readdirSync(cluster)) rmSync(join(cluster, name), { recursive: true });
const emptied = await said(start);

// As the mark of a cluster that was never finished: PostgreSQL's own database is in it and none of ours.
for (const name of readdirSync(join(cluster, 'base'))) {
  if (Number(name) >= 5) rmSync(join(cluster, 'base', name), { recursive: true });
}
const marked = await said(start);
console.log(JSON.stringify({ killed, again, emptied, marked, left: readdirSync(folder).sort() }));
