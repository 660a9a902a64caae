/**
 * One screen watched by 200 managers at once: what Live Monitoring costs the server. The program
 * runs as in production (API, engine and jobs in one process) with a campaign that dials 600 calls
 * a minute; 200 sessions of one client ask what the screen asks, once a second. Prints the CPU
 * seconds that the server and its PostgreSQL use in a second, with and without the watchers.
 * Reads /proc, so it needs Linux.
 *
 *   node bench/watchers.ts [watchers=200] [seconds=40] [campaigns=11]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  asClient,
  asPlatform,
  closeDatabase,
  type Database,
  openDatabase,
} from '../src/db/database.ts';
import { lockDataFolder } from '../src/db/embedded/data-lock.ts';
import { startEmbedded } from '../src/db/embedded/server.ts';
import { migrate } from '../src/db/migrate.ts';
import { requestStart } from '../src/db/queries/campaign-run.ts';
import { type Campaign, makeCampaign, makeList, makeTestClient } from '../test/engine/world.ts';
import { openSession } from '../test/harness/session.ts';

const watchers = Number(process.argv[2] ?? 200);
const seconds = Number(process.argv[3] ?? 40);
const campaigns = Number(process.argv[4] ?? 11);
const lists = 8;
const port = 4471;

const folder = mkdtempSync(join(tmpdir(), 'carillon-bench-watchers-'));
const { release: unlock } = lockDataFolder(folder, 'command');
const server = await startEmbedded({ dataFolder: folder });
const login = {
  host: server.host,
  port: server.port,
  user: server.user,
  database: server.database,
};
await migrate(login);
const db = openDatabase({ ...login, max: 5 });
const agent = new Agent({ keepAlive: true, maxSockets: watchers });
try {
  const { campaign, tokens } = await world(db);
  await withProgram(async (pid) => {
    await requestStart(db, campaign.clientId, campaign.campaignId);
    await sleep(5_000);
    const alone = await measured(pid, () => sleep(15_000));
    const times: number[] = [];
    const until = Date.now() + seconds * 1_000;
    const watched = await measured(pid, async () => {
      await Promise.all(tokens.map((token) => watch(token, campaign, until, times)));
    });
    report(alone, watched, times);
  });
} finally {
  agent.destroy();
  await closeDatabase(db);
  await server.stop();
  unlock();
  rmSync(folder, { recursive: true, force: true });
}

/** A client with campaigns, one of them with lists, and a session for each watcher. */
async function world(database: Database) {
  const clientId = await makeTestClient(database);
  const made: Campaign[] = [];
  for (let n = 0; n < campaigns; n += 1) {
    made.push(await makeCampaign(database, { clientId, callsPerMinute: 600 }));
  }
  const [campaign] = made;
  if (!campaign) throw new Error('There is no campaign to watch.');
  for (let n = 0; n < lists; n += 1) await makeList(database, campaign, { entries: 2_000 });
  // Sealed with a key that the program does not have.
  await asClient(database, clientId, (tx) =>
    tx.run('UPDATE list_entry SET ssn = NULL, date_of_birth = NULL WHERE client_id = $1', [
      clientId,
    ]),
  );
  const manager = await asPlatform(database, (tx) =>
    tx.row<{ id: number }>(
      `INSERT INTO manager (client_id, name, username, email, password_hash)
       VALUES ($1, 'Watcher', 'watcher', 'watcher@example.com', '-') RETURNING manager_id AS id`,
      [clientId],
    ),
  );
  const tokens: string[] = [];
  for (let n = 0; n < watchers; n += 1) {
    tokens.push(await openSession(database, clientId, manager?.id ?? 0));
  }
  return { campaign, tokens };
}

async function withProgram(work: (pid: number) => Promise<void>): Promise<void> {
  const main = new URL('../src/main.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [main, 'start'], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql://${login.user}@${encodeURIComponent(login.host)}:${login.port}/${login.database}`,
      CARILLON_DATA: join(folder, 'program'),
      CARILLON_PORT: String(port),
      CARILLON_SIM_START: '2026-11-20T14:00:00-05:00',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    await new Promise<void>((resolve, reject) => {
      let said = '';
      child.once('exit', () => reject(new Error(`The server ended: ${said}`)));
      child.stdout.on('data', (text) => {
        said += String(text);
        if (said.includes('Press Ctrl-C to stop.')) resolve();
      });
    });
    await work(child.pid ?? 0);
  } finally {
    child.kill('SIGINT');
    await ended;
  }
}

/** What one open screen asks, once a second, beginning at a moment of its own. */
async function watch(token: string, campaign: Campaign, until: number, times: number[]) {
  const { clientId, campaignId } = campaign;
  await sleep(Math.random() * 1_000);
  while (Date.now() < until) {
    const began = Date.now();
    const query = `?clientId=${clientId}`;
    await Promise.all([
      ask(token, `/api/livemonitoring${query}`, times),
      ask(token, `/api/livemonitoring/${campaignId}${query}`, times),
    ]);
    await sleep(Math.max(0, began + 1_000 - Date.now()));
  }
}

function ask(token: string, path: string, times: number[]): Promise<void> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    const asked = request({ agent, port, path, headers }, (response) => {
      response.resume();
      response.on('end', () => {
        times.push(performance.now() - began);
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${path} returned ${response.statusCode}.`));
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

interface Cost {
  seconds: number;
  /** CPU seconds a second. */
  program: number;
  database: number;
}

async function measured(pid: number, work: () => Promise<unknown>): Promise<Cost> {
  const began = performance.now();
  const before = [cpuOf([pid]), cpuOf(databasePids())] as const;
  await work();
  const passed = (performance.now() - began) / 1_000;
  const after = [cpuOf([pid]), cpuOf(databasePids())] as const;
  return {
    seconds: passed,
    program: (after[0] - before[0]) / passed,
    database: (after[1] - before[1]) / passed,
  };
}

/** CPU seconds that processes have used, with those of children that ended. */
function cpuOf(pids: readonly number[]): number {
  const ticks = pids.flatMap((pid) => statOf(pid).slice(11, 15).map(Number));
  return ticks.reduce((sum, value) => sum + value, 0) / 100;
}

/** The fields behind the command's name: state, parent, … */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
  } catch {
    return [];
  }
}

/** The postmaster of this bench, found as our child, and its children. */
function databasePids(): number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(statOf(Number(name))[1])] as const),
  );
  const ours = [...parents.keys()].filter(
    (pid) => isPostgres(pid) && parents.get(pid) === process.pid,
  );
  const below = [...parents.keys()].filter((pid) => ours.includes(parents.get(pid) ?? 0));
  return [...ours, ...below];
}

function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
  } catch {
    return false;
  }
}

function report(alone: Cost, watched: Cost, times: number[]): void {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1);
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const cost = (name: string, one: Cost) =>
    say(`${name}: ${one.program.toFixed(3)} of a core, its PostgreSQL ${one.database.toFixed(3)}`);
  say(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}`);
  say(
    `${watchers} watchers, ${campaigns} campaigns, ${lists} lists, ${watched.seconds.toFixed(1)} s`,
  );
  cost('the campaign alone', alone);
  cost('with the watchers', watched);
  cost('the watchers', {
    seconds: watched.seconds,
    program: watched.program - alone.program,
    database: watched.database - alone.database,
  });
  const rate = times.length / watched.seconds;
  const whole = watched.program + watched.database - alone.program - alone.database;
  const asked = 2 * watchers;
  say(
    `${Math.round(rate)} requests a second of ${asked}; all of them cost ${((whole / rate) * asked).toFixed(3)} of a core`,
  );
  say(`response in ${at(0.5)} ms (median), ${at(0.99)} ms (p99)`);
}
