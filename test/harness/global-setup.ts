import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { clockLibrary } from '../../src/config.ts';
import { dataFolderHolder, lockDataFolder } from '../../src/db/embedded/data-lock.ts';
import { findEmbedded, startEmbedded } from '../../src/db/embedded/server.ts';
import { migrate } from '../../src/db/migrate.ts';

const prefix = 'carillon-test-';
export const templateDatabase = 'carillon_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** The owner's login of the run's PostgreSQL. */
    postgres: { host: string; port: number; user: string };
  }
}

/** What the projects of one run share: each loads this module on its own. */
interface Shared {
  users: number;
  server: Promise<TestServer>;
}
const shared = globalThis as { carillonTestServer?: Shared };

/**
 * One PostgreSQL for the whole run, with one migrated template database that every test file
 * copies. Nothing of it outlives the run; what a killed run left is removed by the next.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.carillonTestServer ??= { users: 0, server: start() };
  const mine = shared.carillonTestServer;
  mine.users += 1;
  const { login, stop } = await mine.server;
  project.provide('postgres', login);
  return async () => {
    mine.users -= 1;
    if (mine.users > 0) return;
    delete shared.carillonTestServer;
    await stop();
  };
}

interface TestServer {
  login: { host: string; port: number; user: string };
  stop(): Promise<void>;
}

async function start(): Promise<TestServer> {
  await removeLeftovers();
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const lock = lockDataFolder(folder, 'command');
  const server = await startEmbedded({
    ...{ dataFolder: folder, durability: 'throwaway' },
    // Under libfaketime both sides show the same time.
    clock: clockLibrary(),
  });
  const { host, port, user } = server;
  await run({ host, port, user, database: server.database }, `CREATE DATABASE ${templateDatabase}`);
  await migrate({ host, port, user, database: templateDatabase });
  return {
    login: { host, port, user },
    async stop() {
      await server.stop();
      lock.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function run(connection: object, sql: string): Promise<void> {
  const client = new Client(connection);
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function removeLeftovers(): Promise<void> {
  const uid = process.getuid?.();
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name);
    // Another run may remove it at any moment.
    const found = statSync(folder, { throwIfNoEntry: false });
    if (!found || found.uid !== uid || dataFolderHolder(folder)) continue;
    // A fresh folder without a lock may be one that another run is just making.
    if (Date.now() - found.mtimeMs < 120_000) continue;
    const server = await findEmbedded(folder).catch(() => undefined);
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
