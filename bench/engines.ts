/**
 * Several engine processes on one database: 1, 2 and 3 of them run 24 campaigns that want more than
 * the machine can do, in turns, and the attempts a second are counted once each has its share. Says
 * what each additional engine adds, how busy everybody was, and what the database waited for.
 *
 *   node bench/engines.ts [seconds=15] [rounds=3]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keyFile } from '../src/cli/start/key-file.ts';
import { runningProcesses } from '../src/cli/start/run-file.ts';
import { asPlatform } from '../src/db/database.ts';
import { listEngines } from '../src/db/queries/engine.ts';
import { machineLine, type Site, withSite } from './engine-site.ts';
import { conclude } from './goal.ts';
import { median } from './median.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';

const seconds = Number(process.argv[2] ?? 15);
const rounds = Number(process.argv[3] ?? 3);
const campaigns = 24;
const campaignsOfClient = 4;
const speed = 30;
/** Of the simulation's minute: 24 campaigns want 9,600 attempts a second together. */
const callsPerMinute = 800;
const entries = 9_000;
const counts = [1, 2, 3];
/** An additional engine on the same two cores cannot add much; it must not take anything. */
const goal = 0.95;

/** Of /proc. */
const ticksPerSecond = 100;

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

interface Run {
  engines: number;
  perSecond: number;
  /** Cores used, by who used them. */
  engineCores: number[];
  databaseCores: number;
  shares: number[];
  /** How often the database's backends were seen at what. */
  seen: Map<string, number>;
}

const runs: Run[] = [];
for (let round = 0; round < rounds; round += 1) {
  for (const engines of counts) {
    // A fresh database each time: none is slower for what was called before.
    runs.push(await withSite('engines', (site) => measure(site, engines)));
  }
}
report(runs);

async function measure(site: Site, engines: number): Promise<Run> {
  const { db } = site;
  // An engine does a few things of one client at the same time, and no more.
  const made = await makeCampaigns(db, {
    ...{ count: campaigns, ofClient: campaignsOfClient, entries, callsPerMinute },
  });
  writeFileSync(keyFile(site.folder), `${Buffer.alloc(32, 1).toString('hex')}\n`, { mode: 0o600 });
  const children = Array.from({ length: engines }, () => startProcess(site));
  try {
    await until(async () => (await living(site)).length === engines);
    await startCampaigns(db, made);
    await until(async () => isEven((await living(site)).map(({ leases }) => leases)));
    await sleep(2_000);
    return await watch(site, children);
  } finally {
    for (const child of children) child.kill('SIGTERM');
    await Promise.all(children.map(endOf));
  }
}

function startProcess({ db, folder }: Site): ChildProcess {
  const { host, port, user, database } = db.connection;
  mkdirSync(folder, { recursive: true });
  return spawn(process.execPath, [main, 'start', '--roles=engine', '--no-demo'], {
    env: {
      ...process.env,
      DATABASE_URL: `postgresql://${user}@${encodeURIComponent(String(host))}:${port}/${database}`,
      CARILLON_DATA: folder,
      CARILLON_METRICS: '127.0.0.1:0',
      CARILLON_SIM_SPEED: String(speed),
      CARILLON_SIM_START: '2026-11-20T12:00:00-05:00',
      CARILLON_STOP_GRACE: '5',
      CARILLON_LOG: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

async function living({ db }: Site) {
  const engines = await asPlatform(db, listEngines);
  return engines.filter(({ state }) => state === 'running');
}

function isEven(shares: readonly number[]): boolean {
  const all = shares.reduce((sum, one) => sum + one, 0);
  return all === campaigns && Math.max(...shares) - Math.min(...shares) <= 1;
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100)) {
    if (await holds()) return;
  }
  throw new Error('It never came to that.');
}

async function watch(site: Site, children: readonly ChildProcess[]): Promise<Run> {
  const pids = children.map(({ pid }) => pid ?? 0);
  const shares = (await living(site)).map(({ leases }) => leases);
  const seen = new Map<string, number>();
  const before = await Promise.all(pids.map((pid) => attemptsOf(site, pid)));
  const cpuBefore = cpuOf(site, pids);
  const began = performance.now();
  while (performance.now() - began < seconds * 1_000) {
    await sleep(50);
    await noteStatements(site, seen);
  }
  const took = (performance.now() - began) / 1_000;
  const cpuAfter = cpuOf(site, pids);
  const after = await Promise.all(pids.map((pid) => attemptsOf(site, pid)));
  const made = after.reduce((sum, one, n) => sum + one - (before[n] ?? 0), 0);
  return {
    engines: children.length,
    perSecond: made / took,
    engineCores: cpuAfter.engines.map((one, n) => (one - (cpuBefore.engines[n] ?? 0)) / took),
    databaseCores: (cpuAfter.database - cpuBefore.database) / took,
    shares,
    seen,
  };
}

async function attemptsOf({ folder }: Site, pid: number): Promise<number> {
  const address = runningProcesses(folder).find((one) => one.pid === pid)?.metrics;
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^carillon_attempts_total (\d+)$/m.exec(text)?.[1] ?? 0);
}

/** CPU seconds so far, of the engines and of all processes of the server. */
function cpuOf({ folder }: Site, engines: readonly number[]) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? []);
  const postmaster = Number.parseInt(
    readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'),
    10,
  );
  const database = all.filter(({ pid, parent }) => pid === postmaster || parent === postmaster);
  return {
    engines: engines.map((pid) => all.find((one) => one.pid === pid)?.cpu ?? 0),
    database: database.reduce((sum, { cpu }) => sum + cpu, 0),
  };
}

type Stat = { pid: number; parent: number; cpu: number };

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name may hold anything, and stands in parentheses.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const cpu = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    return { pid, parent: Number(fields[1]), cpu };
  } catch {
    return undefined;
  }
}

async function noteStatements({ db }: Site, seen: Map<string, number>): Promise<void> {
  const { rows } = await db.pool.query<{ what: string }>(
    `SELECT coalesce(wait_event_type || ': ' || wait_event, 'works') || ', '
       || left(regexp_replace(query, '\\s+', ' ', 'g'), 48) AS what
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'`,
  );
  for (const { what } of rows) seen.set(what, (seen.get(what) ?? 0) + 1);
}

function report(runs: readonly Run[]): void {
  console.log(machineLine());
  console.log(`${campaigns} campaigns, simulation x${speed}, windows of ${seconds} s\n`);
  const medians = counts.map((engines) => {
    const own = runs.filter((run) => run.engines === engines);
    const rates = own.map(({ perSecond }) => perSecond);
    const middle = median(rates);
    const nearest = own.find(({ perSecond }) => perSecond === middle) ?? own[0];
    console.log(
      `${engines} engines: median ${middle.toFixed(0)} attempts/s, ${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}; shares ${nearest?.shares.join('/')}; ` +
        `cores used: engines ${nearest?.engineCores.map((one) => one.toFixed(2)).join(' + ')}, database ${nearest?.databaseCores.toFixed(2)} of ${cpus().length}`,
    );
    return middle;
  });
  const most = runs
    .filter(({ engines }) => engines === counts.at(-1))
    .flatMap(({ seen }) => [...seen]);
  const sums = new Map<string, number>();
  for (const [what, count] of most) sums.set(what, (sums.get(what) ?? 0) + count);
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
  console.log(`\nwhat the database did with ${counts.at(-1)} engines:`);
  for (const [what, count] of [...sums].sort((a, b) => b[1] - a[1]).slice(0, 8)) {
    console.log(`  ${((100 * count) / total).toFixed(0).padStart(3)} %  ${what}`);
  }
  const [one = 1, two = 0, three = 0] = medians;
  console.log(`\n3 engines against 2: ratio ${(three / two).toFixed(2)}`);
  const ratio = two / one;
  conclude({ what: '2 engines against 1', ratio, goal, is: 'at least' });
}
