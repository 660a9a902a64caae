/** A PostgreSQL with the roles of two installations, and PgBouncers before it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { NoPackages } from '../../scripts/debian-unpack.ts';
import { type CarillonProcess, carillon, freePort } from '../cli/started-carillon.ts';
import { type OwnServer, ownServer, password } from '../harness/own-server.ts';
import { type PgBouncer, startPgBouncer } from './pgbouncer.ts';

/** From the first test on. */
export let server: OwnServer;
const poolers: PgBouncer[] = [];
export const begun: CarillonProcess[] = [];
export const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-poolers-'));
beforeAll(async () => {
  server = await ownServer();
  await server.dba([
    `CREATE ROLE app LOGIN CREATEROLE PASSWORD '${password}'`,
    'CREATE DATABASE app OWNER app TEMPLATE template0',
    'CREATE DATABASE other OWNER app TEMPLATE template0',
    `CREATE ROLE second LOGIN PASSWORD '${password}'`,
  ]);
});
afterEach(async () => {
  for (const { child, ended } of begun.splice(0)) {
    child.kill('SIGKILL');
    await ended;
  }
});
afterAll(async () => {
  for (const pooler of poolers) await pooler.end();
  await server?.remove();
  rmSync(dataFolder, { recursive: true, force: true });
});

type Wish = Omit<Parameters<typeof startPgBouncer>[1], 'users'> & { server?: OwnServer };

/** Undefined where Debian's packages cannot be had: the test is skipped and says why. */
export async function pgBouncer(
  skip: (why: string) => void,
  { server: before = server, ...wish }: Wish = {},
): Promise<PgBouncer | undefined> {
  try {
    const pooler = await startPgBouncer(before, { users: ['app', 'second'], ...wish });
    poolers.push(pooler);
    return pooler;
  } catch (error) {
    if (!(error instanceof NoPackages)) throw error;
    skip(error.message);
    return undefined;
  }
}

export async function start(pooler: PgBouncer, args: string[] = []): Promise<CarillonProcess> {
  const process = carillon(
    {
      dataFolder,
      port: await freePort(),
      more: {
        DATABASE_URL: pooler.url('app', 'app'),
        DATABASE_DIRECT_URL: server.url('app', 'app'),
        CARILLON_SIM_START: '2026-11-20T15:00:00-05:00',
        CARILLON_SIM_SPEED: '2',
      },
    },
    ['start', '--no-demo', ...args],
  );
  begun.push(process);
  await process.started;
  return process;
}
