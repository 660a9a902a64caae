/** PgBouncer before a PostgreSQL, from Debian's packages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { unpackDebian } from '../../scripts/debian-unpack.ts';
import { serverUser } from '../../src/db/embedded/unprivileged-user.ts';
import { freePort } from '../cli/started-carillon.ts';
import type { OwnServer } from '../harness/own-server.ts';
import { password } from '../harness/own-server.ts';
import { until } from '../harness/until.ts';

export interface PgBouncer {
  /** An address for DATABASE_URL that leads through it. */
  url(user: string, database: string): string;
  /** What it returns for a statement of its administrator, such as `SHOW POOLS`. */
  admin<Row>(statement: string): Promise<Row[]>;
  end(): Promise<void>;
}

const libraries = 'x86_64-linux-gnu';

export interface PoolerWish {
  users: string[];
  mode?: 'transaction' | 'session' | 'statement';
  /** Round robin gives a client another session each time, the usual one the last that was used. */
  roundRobin?: boolean;
  /** Connections that it opens to the server for one role and database. */
  size?: number;
  /** Seconds that a client may wait for one of them. */
  wait?: number;
}

/** @throws NoPackages when it cannot be had on this machine */
export async function startPgBouncer(
  server: OwnServer,
  { users, mode = 'transaction', roundRobin = false, size = 20, wait = 120 }: PoolerWish,
): Promise<PgBouncer> {
  const unpacked = await unpackDebian({ packages: ['pgbouncer'], suite: 'bookworm' });
  const folder = mkdtempSync(join(tmpdir(), 'carillon-pgbouncer-'));
  const user = serverUser();
  const root = user ? copyFor(unpacked, folder) : unpacked;
  const port = await freePort();
  const list = join(folder, 'users.txt');
  writeFileSync(list, users.map((user) => `"${user}" "${password}"\n`).join(''), { mode: 0o644 });
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=127.0.0.1 port=${server.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${list}
admin_users = ${users[0]}
pool_mode = ${mode}
server_round_robin = ${roundRobin ? 1 : 0}
default_pool_size = ${size}
query_wait_timeout = ${wait}
`,
    { mode: 0o644 },
  );
  const paths = [`lib/${libraries}`, `usr/lib/${libraries}`].map((one) => join(root, one));
  const child = spawnAs(user, join(root, 'lib', libraries, 'ld-linux-x86-64.so.2'), [
    ...['--library-path', paths.join(':')],
    ...[join(root, 'usr/sbin/pgbouncer'), file],
  ]);
  const url = (role: string, database: string) =>
    `postgresql://${role}:${password}@127.0.0.1:${port}/${database}`;
  const admin = async <Row>(statement: string) => {
    const client = new Client({ connectionString: url(users[0] ?? '', 'pgbouncer') });
    client.on('error', () => {});
    await client.connect();
    try {
      // Its console knows simple statements alone.
      return (await client.query(statement)).rows as Row[];
    } finally {
      await client.end();
    }
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}.`);
    return admin('SHOW VERSION').catch(() => undefined);
  });
  return {
    url,
    admin,
    async end() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Another user than root cannot reach root's cache. */
function copyFor(unpacked: string, folder: string): string {
  const root = join(folder, 'root');
  chmodSync(folder, 0o755);
  cpSync(unpacked, root, { recursive: true, verbatimSymlinks: true });
  return root;
}

/** It refuses to run as root. */
function spawnAs(
  user: ReturnType<typeof serverUser>,
  program: string,
  args: string[],
): ChildProcess {
  if (!user) return spawn(program, args, { stdio: 'ignore' });
  return spawn(program, args, { stdio: 'ignore', uid: user.uid, gid: user.gid });
}
