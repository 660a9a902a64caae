/** What the benches of the engine share: a database of their own, an engine on it, the machine's name. */

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import type { VoiceCarrier } from '../src/carriers/port.ts';
import { simulatedCarrier } from '../src/carriers/simulated/carrier.ts';
import { simulatedTextCarrier } from '../src/carriers/simulated/text-carrier.ts';
import type { TextCarrier } from '../src/carriers/text-port.ts';
import { closeDatabase, type Database, openDatabase } from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { createMetrics } from '../src/domain/metrics.ts';
import { type SimMs, simMs } from '../src/domain/milliseconds.ts';
import { seededRandom } from '../src/domain/random.ts';
import { openEngineDatabases } from '../src/engine/databases.ts';
import type { EngineDeps, EngineWitness } from '../src/engine/deps.ts';
import { type RunningEngine, startEngine } from '../src/engine/start.ts';
import { afternoon, type Campaign, campaignState, vault } from '../test/engine/world.ts';

export interface Site {
  db: Database;
  /** Holds the database and the simulated carrier's log. */
  folder: string;
  /** Of the embedded server's postmaster. */
  serverPid: number;
}

/**
 * A fresh embedded database with its usual durability; gone afterwards.
 *
 * @param settings of PostgreSQL, beside those that it has everywhere
 */
export async function withSite<T>(
  name: string,
  work: (site: Site) => Promise<T>,
  settings: Readonly<Record<string, string>> = {},
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `carillon-bench-${name}-`));
  const { release: unlock } = lockDataFolder(folder, 'command');
  const server = await startServer(folder, settings);
  const { host, port, user, database } = server;
  try {
    await migrate({ host, port, user, database });
    const db = openDatabase({ host, port, user, database, max: 10 });
    try {
      return await work({ db, folder, serverPid: server.pid });
    } finally {
      await closeDatabase(db);
    }
  } finally {
    await server.stop();
    unlock();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Some settings count from a start only, and there is no file for them before the first one. */
async function startServer(dataFolder: string, settings: Readonly<Record<string, string>>) {
  const server = await startEmbedded({ dataFolder });
  if (Object.keys(settings).length === 0) return server;
  await server.stop();
  writeSettings(dataFolder, settings);
  return await startEmbedded({ dataFolder });
}

/** They hold from the next start or SIGHUP on. */
export function writeSettings(folder: string, settings: Readonly<Record<string, string>>): void {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'\n`);
  appendFileSync(join(folder, 'postgres', 'postgresql.auto.conf'), lines.join(''));
}

interface SiteClock {
  speed: number;
  now(): SimMs;
}

export interface SiteEngine extends RunningEngine {
  clock: SiteClock;
}

/** Runs from a Friday afternoon, or from the instant (epoch ms) that is given. */
export function siteClock(speed: number, from: SimMs = afternoon): SiteClock {
  const began = Date.now();
  return { now: () => simMs(from + (Date.now() - began) * speed), speed };
}

/**
 * An engine as in production, with both simulated carriers. `more`: carriers beside them, or instead
 * of one of that name; they go by the same clock.
 */
export function startSiteEngine(
  { db, folder }: Pick<Site, 'db' | 'folder'>,
  clock: SiteClock,
  more: {
    text?: TextCarrier;
    voice?: VoiceCarrier;
    logLevel?: 'silent';
    witness?: EngineWitness;
    claim?: EngineDeps['claim'];
  } = {},
): SiteEngine {
  const settings = {
    clock,
    dataFolder: folder,
    randomOf: (name: string) => seededRandom(`1/${name}`),
  };
  // With the limits and the lease connections of an engine's process.
  const databases = openEngineDatabases(db);
  const engine = startEngine({
    ...{ db: databases.db, leaseDb: databases.leaseDb },
    vault,
    clock,
    log: pino({ level: more.logLevel ?? 'error' }),
    metrics: createMetrics(),
    carriers: byName(simulatedCarrier(settings), more.voice),
    textCarriers: byName(simulatedTextCarrier(settings), more.text),
    ...(more.witness && { witness: more.witness }),
    ...(more.claim && { claim: more.claim }),
  });
  return {
    clock,
    async stop(patience) {
      await engine.stop(patience);
      await databases.close();
    },
  };
}

function byName<Port extends { name: string }>(...ports: (Port | undefined)[]): Map<string, Port> {
  return new Map(ports.flatMap((port) => (port ? [[port.name, port] as const] : [])));
}

/** Until every campaign is Completed; `meanwhile` is called several times a second. */
export async function untilCompleted(
  { db }: Site,
  campaigns: readonly Campaign[],
  meanwhile: () => void = () => {},
): Promise<void> {
  const open = [...campaigns];
  while (open[0]) {
    await sleep(100);
    meanwhile();
    while (open[0] && (await campaignState(db, open[0])).completed) open.shift();
  }
}

/** The machine, and how busy it is with this and other work. */
export function machineLine(): string {
  const cpu = cpus();
  const load = loadavg()[0]?.toFixed(1);
  return `${process.platform} ${process.arch}, ${cpu.length} x ${cpu[0]?.model ?? '?'}, Node ${process.version}, load ${load}`;
}
