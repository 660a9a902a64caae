/** What chaos is made in: a durable PostgreSQL, the API as a process, and a client's campaigns. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { callLogName } from '../../src/carriers/simulated/call-log.ts';
import { clockLibrary } from '../../src/config.ts';
import { closeDatabase, type Database, openDatabase } from '../../src/db/database.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/db/embedded/server.ts';
import { migrate } from '../../src/db/migrate.ts';
import { requestStart } from '../../src/db/queries/campaign-run.ts';
import { makeTexting } from '../engine/text-world.ts';
import { type Campaign, makeCampaign, makeList } from '../engine/world.ts';
import { type Caller, caller } from '../harness/caller.ts';
import { makeClient } from '../harness/clients.ts';
import { openRunFolder, type RunFolder } from '../harness/run-folder.ts';
import { makeLinkback } from '../simulation/town.ts';

export interface Site {
  url: string;
  db: Database;
  /** Of the carrier's log. */
  folder: string;
  clientId: number;
  campaigns: Campaign[];
  /** One of them. */
  linkback: Campaign;
  manager: Caller;
  /** Real ms of a commit on this machine's disk, before anything is killed. */
  commitTakes: number;
  /** kill -9 of one of its processes, or of its postmaster; it is back when this returns. */
  crashDatabase(wholly: boolean): Promise<void>;
  /** kill -9 of the API, and another one on the same port and data folder. */
  killApi(): Promise<void>;
  startApi(): Promise<void>;
  /** Everything of the run lies in it. */
  root: string;
  server(): EmbeddedServer;
  /** Another one is reached at the same address from now on; `close` stops it. */
  replaceServer(next: EmbeddedServer): void;
  close(): Promise<void>;
}

export interface SiteWish {
  port: number;
  speed: number;
  start: string;
  /** Numbers in each of the four campaigns' lists. */
  entries: number;
  /** Servers are reached by a link, so that one can replace another. */
  linked?: boolean;
}

export const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export async function openSite(wish: SiteWish): Promise<Site> {
  const run = await openRunFolder('chaos');
  const { path: root, dataFolder } = run;
  const folder = join(root, 'carrier');
  mkdirSync(folder);
  writeFileSync(join(folder, callLogName), '');
  const clock = clockLibrary();
  let server: EmbeddedServer = await startEmbedded({ dataFolder, durability: 'durable', clock });
  const { port, user, database } = server;
  const host = wish.linked ? join(root, 'current') : server.host;
  if (wish.linked) symlinkSync(server.host, host);
  await migrate({ host, port, user, database });
  const url = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`;
  // A restore takes another connection of Carillon's own role for a Carillon at work.
  const login = wish.linked ? 'postgres' : user;
  const db = openDatabase({
    ...{ host, port, user: login, database, max: 12, connectionTimeoutMillis: 2_000 },
  });
  const client = await makeClient(db);
  const campaigns = await makeCampaigns(db, client.clientId, wish.entries);
  const commitTakes = await timeCommits(db, client.clientId, campaigns);
  const linkback = campaigns.at(-1);
  if (!linkback) throw new Error('no campaigns');
  let api = await startApi(url, join(root, 'api'), wish, run.note);
  const manager = await signIn(api.url, client);

  async function crashDatabase(wholly: boolean): Promise<void> {
    if (wholly) process.kill(server.pid, 'SIGKILL');
    else await killBackend({ host, port, user, database });
    for (let tries = 0; ; tries += 1) {
      await sleep(100);
      try {
        if (wholly) server = await startEmbedded({ dataFolder, durability: 'durable', clock });
        await untilResponding({ host, port, user, database });
        return;
      } catch (error) {
        // Its last processes may still be ending, or it is replaying its log.
        if (tries === 200) throw error;
      }
    }
  }

  return {
    url,
    db,
    folder,
    clientId: client.clientId,
    campaigns,
    linkback,
    manager,
    commitTakes,
    crashDatabase,
    async killApi() {
      const ended = once(api.child, 'exit');
      api.child.kill('SIGKILL');
      await ended;
    },
    async startApi() {
      api = await startApi(url, join(root, 'api'), wish, run.note);
    },
    root,
    server: () => server,
    replaceServer(next) {
      server = next;
      rmSync(host);
      symlinkSync(next.host, host);
    },
    async close() {
      api.child.kill('SIGKILL');
      await closeDatabase(db);
      await server.stop();
      run.remove();
    },
  };
}

const firstPhone = 13_022_000_000;
export const linkbackAgents = { count: 6, ratio: 1.5 };

/** All over the same numbers, where campaigns meet. */
async function makeCampaigns(db: Database, clientId: number, entries: number): Promise<Campaign[]> {
  const campaigns = [
    await makeCampaign(db, { clientId, callsPerMinute: 120 }),
    await makeCampaign(db, { clientId, callsPerMinute: 90 }),
    await makeTexting(db, { clientId, textPerMinute: 90 }),
    await makeLinkback(db, await makeCampaign(db, { clientId }), linkbackAgents),
  ];
  for (const campaign of campaigns) await makeList(db, campaign, { entries, firstPhone });
  return campaigns;
}

/** Starts them; each start is a commit. */
async function timeCommits(db: Database, clientId: number, campaigns: Campaign[]): Promise<number> {
  const began = performance.now();
  for (const { campaignId } of campaigns) await requestStart(db, clientId, campaignId);
  return (performance.now() - began) / campaigns.length;
}

async function startApi(
  url: string,
  dataFolder: string,
  { port, speed, start }: SiteWish,
  note: RunFolder['note'],
) {
  mkdirSync(dataFolder, { recursive: true });
  // The key that test/engine/world.ts seals with.
  writeFileSync(join(dataFolder, 'carillon.key'), '01'.repeat(32), { mode: 0o600 });
  const child: ChildProcess = spawn(process.execPath, [main, 'start', '--roles=api', '--no-demo'], {
    env: {
      ...process.env,
      DATABASE_URL: url,
      CARILLON_DATA: dataFolder,
      CARILLON_PORT: String(port),
      CARILLON_SIM_SPEED: String(speed),
      CARILLON_SIM_START: start,
      CARILLON_LOG: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  note(child.pid);
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 600; tries += 1) {
    await sleep(100);
    if (child.exitCode !== null) throw new Error(`the API ended with ${child.exitCode}`);
    const response = await fetch(`${address}/health/ready`).catch(() => undefined);
    if (response?.ok) return { child, url: address };
  }
  child.kill('SIGKILL');
  throw new Error('the API did not start');
}

type Client = Awaited<ReturnType<typeof makeClient>>;

async function signIn(url: string, { code, manager }: Client): Promise<Caller> {
  const { username, password } = manager;
  const response = await caller(url).post('/api/security/login', { code, username, password });
  return caller(url, response.json<{ bearerToken: string }>().bearerToken);
}

/**
 * A process of the server that works for somebody: when it is killed, the server ends all others
 * and recovers from its log.
 */
async function killBackend(connection: pg.ClientConfig): Promise<void> {
  const client = await connect(connection);
  const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
  process.kill(rows[0].pid, 'SIGKILL');
  await client.end().catch(() => {});
}

async function untilResponding(connection: pg.ClientConfig): Promise<void> {
  const client = await connect(connection);
  await client.query('SELECT 1');
  await client.end();
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  await client.connect();
  return client;
}
