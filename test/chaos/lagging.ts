/** Earlier states of a site's database: a cold copy that is put back, and a standby that lags. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clockLibrary } from '../../src/config.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/server.ts';
import type { Site } from './site.ts';

const start = (dataFolder: string) =>
  startEmbedded({ dataFolder, durability: 'durable', clock: clockLibrary() });

const clusterOf = (folder: string) => join(folder, 'postgres');

/** Where the present server's cluster lies. */
export interface Clusters {
  /** Of its data folder. */
  present: string;
}

/** With owners: the server may run as another user. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', from, to]);
}

function write(cluster: string, name: string, text: string): void {
  const { uid, gid } = statSync(cluster);
  writeFileSync(join(cluster, name), text, { mode: 0o600 });
  chownSync(join(cluster, name), uid, gid);
}

/** The server is unreachable for a moment. */
export async function copyCluster(site: Site, clusters: Clusters, to: string): Promise<void> {
  await site.server().stop();
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { mode: 0o711 });
  copy(clusterOf(clusters.present), clusterOf(to));
  site.replaceServer(await start(clusters.present));
}

/** What has happened since the copy is gone. */
export async function putBack(site: Site, clusters: Clusters, from: string): Promise<void> {
  process.kill(site.server().pid, 'SIGKILL');
  await ended(site.server());
  rmSync(clusterOf(clusters.present), { recursive: true });
  copy(clusterOf(from), clusterOf(clusters.present));
  site.replaceServer(await start(clusters.present));
}

/** Follows the present server from now on. */
export async function startStandby(
  site: Site,
  clusters: Clusters,
  folder: string,
): Promise<EmbeddedServer> {
  await copyCluster(site, clusters, folder);
  const primary = site.server();
  const cluster = clusterOf(folder);
  const follow = `primary_conninfo = 'host=${primary.host} port=${primary.port} user=postgres'\n`;
  // The standby comes as the server's user, which Carillon's own rules do not let in.
  appendFileSync(
    `${clusterOf(clusters.present)}/carillon-hba.conf`,
    'local replication all trust\n',
  );
  await ask(primary, 'SELECT pg_reload_conf()');
  write(cluster, 'standby.signal', '');
  write(cluster, 'postgresql.auto.conf', follow);
  const standby = await start(folder);
  for (let tries = 0; tries < 300; tries += 1) {
    const [row] = await ask(standby, 'SELECT status FROM pg_stat_wal_receiver');
    if (row?.status === 'streaming') return standby;
    await sleep(100);
  }
  throw new Error('the standby did not follow');
}

/** It goes on as it is, and receives nothing more. */
export async function letLag(standby: EmbeddedServer): Promise<void> {
  await ask(standby, `ALTER SYSTEM SET primary_conninfo = ''`);
  await ask(standby, 'SELECT pg_reload_conf()');
}

/** The present server dies, and the standby is promoted. */
export async function promote(
  site: Site,
  clusters: Clusters,
  standby: EmbeddedServer,
  folder: string,
): Promise<void> {
  const old = site.server();
  process.kill(old.pid, 'SIGKILL');
  await ended(old);
  await ask(standby, 'SELECT pg_promote()');
  site.replaceServer(standby);
  rmSync(clusterOf(clusters.present), { recursive: true });
  clusters.present = folder;
}

async function ask(
  { host, port }: EmbeddedServer,
  sql: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ host, port, user: 'postgres', database: 'carillon' });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Killed: its last processes end when they notice. */
async function ended({ pid }: EmbeddedServer): Promise<void> {
  for (let tries = 0; tries < 300; tries += 1) {
    try {
      process.kill(pid, 0);
    } catch {
      break;
    }
    await sleep(50);
  }
  await sleep(500);
}
