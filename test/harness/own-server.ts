/** A PostgreSQL as an operator has one: over TCP, with his roles, settings and rules of access. */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { findBinaries } from '../../src/db/embedded/binaries.ts';
import { prepareClusterPaths } from '../../src/db/embedded/cluster-paths.ts';
import { initialize, serverEnvironment } from '../../src/db/embedded/initialize.ts';
import { settingArguments } from '../../src/db/embedded/server-flags.ts';
import { serverUser } from '../../src/db/embedded/unprivileged-user.ts';
import { freePort } from '../cli/started-carillon.ts';
import { until } from './until.ts';

export interface OwnServer {
  port: number;
  /** The folder with its cluster. */
  folder: string;
  /** An address for DATABASE_URL; `more` follows it, such as `?sslmode=require`. */
  url(user: string, database: string, more?: string): string;
  /** Statements of the superuser, each by itself, in a database or in its own. */
  dba(statements: string[], database?: string): Promise<unknown[]>;
  /** Starts it anew with other settings. */
  restart(settings?: Settings): Promise<void>;
  /** A standby of it, from a copy of the stopped server; both run when this returns. */
  standby(settings?: Settings): Promise<OwnServer>;
  /** `immediate`: as a crash. */
  stop(how?: 'fast' | 'immediate'): Promise<void>;
  remove(): Promise<void>;
}

export type Settings = Record<string, string>;

/** Keeps nothing over a crash of the machine and says so, which a test can take back. */
const usual: Settings = {
  fsync: 'off',
  'carillon.throwaway': 'on',
  max_connections: '120',
  max_locks_per_transaction: '256',
  shared_buffers: '32MB',
  listen_addresses: '127.0.0.1',
  timezone: 'UTC',
};

/** The superuser comes in over the socket alone; over TCP a password is asked for. */
const access = `local all all trust
local replication all trust
host all all 127.0.0.1/32 scram-sha-256
`;

export const password = 'secret-of-tests';

export async function ownServer(settings: Settings = {}): Promise<OwnServer> {
  const folder = newFolder();
  const user = serverUser();
  const paths = prepareClusterPaths(join(folder, 'data'), user);
  await initialize(findBinaries(user), paths, user);
  writeFileSync(join(paths.cluster, 'pg_hba.conf'), access);
  return running(folder, settings);
}

async function running(folder: string, given: Settings): Promise<OwnServer> {
  const user = serverUser();
  const paths = prepareClusterPaths(join(folder, 'data'), user);
  // Where the server's user, and a standby's, can pass through: an operator's is not below Carillon's.
  chmodSync(join(folder, 'data'), 0o711);
  const port = await freePort();
  const socket = { host: paths.cluster, port, user: 'postgres', database: 'postgres' };
  let child: ChildProcess | undefined;

  const ask = async (statements: string[], database = 'postgres') => {
    const client = new Client({ ...socket, database });
    client.on('error', () => {});
    await client.connect();
    const rows: unknown[] = [];
    try {
      for (const one of statements) {
        // Several statements in one text return several results.
        for (const { rows: some } of [await client.query(one)].flat()) rows.push(...some);
      }
    } finally {
      await client.end();
    }
    return rows;
  };
  const start = async (settings: Settings) => {
    const all = { ...usual, ...settings, port: String(port), unix_socket_directories: '.' };
    const { postgres } = findBinaries(user);
    const begun = spawn(postgres, ['-D', paths.clusterArgument, ...settingArguments(all)], {
      cwd: paths.cluster,
      env: serverEnvironment(),
      stdio: 'ignore',
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
    });
    child = begun;
    await until(async () => {
      if (begun.exitCode !== null) throw new Error(`The server ended with ${begun.exitCode}.`);
      return ask(['SELECT 1']).catch(() => undefined);
    });
  };
  const stop = async (how: 'fast' | 'immediate' = 'fast') => {
    const ending = child;
    child = undefined;
    if (!ending || ending.exitCode !== null) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
  };

  await start(given);
  return {
    port,
    folder,
    url: (role, database, more = '') =>
      `postgresql://${role}:${password}@127.0.0.1:${port}/${database}${more}`,
    dba: ask,
    stop,
    async restart(settings = given) {
      await stop();
      await start(settings);
    },
    async standby(settings = {}) {
      await stop();
      const copy = newFolder();
      cpSync(join(folder, 'data'), join(copy, 'data'), { recursive: true });
      giveTo(join(copy, 'data', 'postgres'), paths.cluster);
      writeFileSync(join(copy, 'data', 'postgres', 'standby.signal'), '');
      await start(given);
      const from = `host=${paths.cluster} port=${port} user=postgres`;
      return running(copy, { ...given, ...settings, primary_conninfo: from });
    },
    async remove() {
      await stop('immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The user that the server runs as, and a standby, must find it. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-own-server-'));
  chmodSync(folder, 0o711);
  return folder;
}

/** A copy made by root belongs to root. */
function giveTo(folder: string, like: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(like);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names) chownSync(join(folder, name), uid, gid);
  chownSync(folder, uid, gid);
}
