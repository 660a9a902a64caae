/**
 * `node bench/backup.ts [records] [--no-restore]`: how long a backup of this number of call records takes (10
 * million unless said), how large it is and how much memory the command takes, beside a bare COPY of the
 * same rows to nowhere in the same run; then the restore into a new cluster. The ratio leaves out the
 * seconds that any command takes to begin.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { partsOf, prepareSession, readTables, rowsOf } from '../src/db/backup/catalog.ts';
import { copyOut } from '../src/db/backup/copy.ts';
import { closeDatabase, openDatabase } from '../src/db/database.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { conclude } from './goal.ts';
import { loadCallRecords } from './report-data.ts';

/** The backup may take this many times as long as the bare COPY. */
const goal = 2;

const records = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 10_000_000);
const withRestore = !process.argv.includes('--no-restore');
const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-backup-'));
const data = join(folder, 'data');
mkdirSync(data, { mode: 0o711 });
const file = join(folder, 'all.backup');
const say = (line: string) => void process.stdout.write(`${line}\n`);

interface Run {
  seconds: number;
  /** The most memory that the process had, in MB. */
  megabytes: number;
}

/** A command of the program itself, watched from outside. */
async function command(args: string[], env: Record<string, string>): Promise<Run> {
  const began = performance.now();
  const child = spawn(process.execPath, [join(import.meta.dirname, '../src/main.ts'), ...args], {
    stdio: 'ignore',
    env: { PATH: '/usr/bin:/bin', CARILLON_DATA: data, ...env },
  });
  let kilobytes = 0;
  const watch = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      kilobytes = Math.max(kilobytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    } catch {
      // It has just ended, or this is no Linux.
    }
  }, 50);
  const code = await new Promise((resolve) => child.once('close', resolve));
  clearInterval(watch);
  if (code !== 0) throw new Error(`carillon ${args.join(' ')} ended with ${code}`);
  return { seconds: (performance.now() - began) / 1_000, megabytes: kilobytes / 1_024 };
}

/** The same rows by the same queries, thrown away as they come. */
async function bareCopy(login: object): Promise<{ seconds: number; bytes: number }> {
  const client = new Client(login);
  await client.connect();
  const began = performance.now();
  let bytes = 0;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await prepareSession(client, 0);
  const tables = await readTables(client);
  for (const part of partsOf(tables)) {
    const columns = tables.find(({ name }) => name === part.table)?.columns ?? [];
    await copyOut(client, await rowsOf(client, part, columns), (piece) => {
      bytes += piece.length;
    });
  }
  await client.end();
  return { seconds: (performance.now() - began) / 1_000, bytes };
}

const server = await startEmbedded({ dataFolder: data, durability: 'loading' });
try {
  const { host, port, user, database } = server;
  const login = { host, port, user, database };
  await migrate(login);
  const db = openDatabase({ ...login, max: 2 });
  await loadCallRecords(db, records, say, { indexed: false });
  await closeDatabase(db);
  const DATABASE_URL = `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`;
  // What every command takes to begin, whatever it does.
  const begin = await command(['backup', '--help'], {});
  const before = await bareCopy(login);
  const backup = await command(['backup', file], { DATABASE_URL });
  const after = await bareCopy(login);
  const bare = (before.seconds + after.seconds) / 2;
  const { size } = statSync(file);
  say(
    `backup of ${records} call records: ${(backup.seconds / 60).toFixed(2)} minutes, ${(size / 1e9).toFixed(2)} GB (${(before.bytes / 1e9).toFixed(2)} GB of text), peak memory ${backup.megabytes.toFixed(0)} MB (${begin.megabytes.toFixed(0)} MB when it only shows its help)`,
  );
  say(
    `bare COPY of the same: ${(before.seconds / 60).toFixed(2)} and ${(after.seconds / 60).toFixed(2)} minutes`,
  );
  await server.stop();
  if (withRestore) {
    const target = join(folder, 'restored');
    const restore = await command(['restore', file], { CARILLON_DATA: target });
    say(
      `restore with all indexes: ${(restore.seconds / 60).toFixed(2)} minutes, peak memory ${restore.megabytes.toFixed(0)} MB`,
    );
  }
  const ratio = (backup.seconds - begin.seconds) / bare;
  conclude({ what: 'backup', ratio, goal, is: 'at most' });
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
