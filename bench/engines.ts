/**
 * Several engine processes on one database: 1, 2 and 3 of them run 24 campaigns that want more than
 * the machine can do, in turns, and the attempts a second are counted once each has its share. Says
 * what each additional engine adds, how busy everybody was, what the database waited for, and its
 * time by statement.
 *
 *   node bench/engines.ts [seconds=10] [rounds=3] [most minutes=15]
 */
import type { ChildProcess } from 'node:child_process';
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { runningProcesses } from '../src/cli/start/run-file.ts';
import { asPlatform } from '../src/db/database.ts';
import { listEngines } from '../src/db/queries/engine.ts';
import { endOf, startEngineProcess } from './engine-process.ts';
import { machineLine, type Site, withSite } from './engine-site.ts';
import { judge } from './goal.ts';
import { median } from './median.ts';
import { coresOf } from './process-cores.ts';
import { makeCampaigns, startCampaigns } from './site-campaigns.ts';
import {
  forgetStatements,
  type StatementTime,
  statementSettings,
  statementTimes,
} from './statement-times.ts';

const seconds = Number(process.argv[2] ?? 10);
const rounds = Number(process.argv[3] ?? 3);
/** A round that would take longer is not begun. */
const mostMinutes = Number(process.argv[4] ?? 15);
const campaigns = 24;
const campaignsOfClient = 4;
const speed = 30;
/** Of the simulation's minute: 24 campaigns want 9,600 attempts a second together. */
const callsPerMinute = 800;
/** Of each list: more than the window and its ramp use up. */
const entries = (seconds + 8) * 400;
const counts = [1, 2, 3];
/** An additional engine on the same two cores cannot add much; it must not take anything. */
const goal = 0.95;

interface Run {
  engines: number;
  perSecond: number;
  /** Cores used, by who used them. */
  engineCores: number[];
  databaseCores: number;
  shares: number[];
  /** How often the database's backends were seen waiting for what. */
  seen: Map<string, number>;
  attempts: number;
  statements: StatementTime[];
}

const runs: Run[] = [];
let longestRound = 0;
for (let round = 0; round < rounds; round += 1) {
  const began = performance.now();
  if (began + longestRound > mostMinutes * 60_000) break;
  for (const engines of counts) {
    // A fresh database each time: none is slower for what was called before.
    const run = await withSite('engines', (site) => measure(site, engines), statementSettings);
    runs.push(run);
    console.log(`round ${round + 1}, ${engines} engines: ${run.perSecond.toFixed(0)} attempts/s`);
  }
  longestRound = Math.max(longestRound, performance.now() - began);
}
report(runs);

async function measure(site: Site, engines: number): Promise<Run> {
  const { db } = site;
  // An engine does a few things of one client at the same time, and no more.
  const made = await makeCampaigns(db, {
    ...{ count: campaigns, ofClient: campaignsOfClient, entries, callsPerMinute },
  });
  const children = Array.from({ length: engines }, () => startEngineProcess(site, speed));
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
  await forgetStatements(site);
  const coresUsed = coresOf(site.serverPid, pids);
  const began = performance.now();
  while (performance.now() - began < seconds * 1_000) {
    await sleep(50);
    await noteWaits(site, seen);
  }
  const took = (performance.now() - began) / 1_000;
  const cores = coresUsed();
  const statements = await statementTimes(site);
  const after = await Promise.all(pids.map((pid) => attemptsOf(site, pid)));
  const made = after.reduce((sum, one, n) => sum + one - (before[n] ?? 0), 0);
  return {
    engines: children.length,
    perSecond: made / took,
    attempts: made,
    engineCores: cores.processes,
    databaseCores: cores.database,
    ...{ shares, seen, statements },
  };
}

async function attemptsOf({ folder }: Site, pid: number): Promise<number> {
  const address = runningProcesses(folder).find((one) => one.pid === pid)?.metrics;
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^carillon_attempts_total (\d+)$/m.exec(text)?.[1] ?? 0);
}

async function noteWaits({ db }: Site, seen: Map<string, number>): Promise<void> {
  const { rows } = await db.pool.query<{ what: string }>(
    `SELECT coalesce(wait_event_type || ': ' || wait_event, 'nothing: it works') AS what
     FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active'`,
  );
  for (const { what } of rows) seen.set(what, (seen.get(what) ?? 0) + 1);
}

function report(runs: readonly Run[]): void {
  console.log(machineLine());
  console.log(`${campaigns} campaigns, simulation x${speed}, windows of ${seconds} s\n`);
  const of = (engines: number) => runs.filter((run) => run.engines === engines);
  for (const engines of counts) tellCount(engines, of(engines));
  tellWaits(of(counts.at(-1) ?? 0));
  tellStatements(counts.map(of));
  const rates = (engines: number) => of(engines).map(({ perSecond }) => perSecond);
  const [one, two, three] = counts.map(rates);
  const added = (more: readonly number[] = [], less: readonly number[] = []) =>
    more.map((rate, round) => rate / (less[round] ?? 0));
  judge(
    { what: '3 engines against 2', ratios: added(three, two), goal, is: 'at least' },
    { what: '2 engines against 1', ratios: added(two, one), goal, is: 'at least' },
  );
}

function tellCount(engines: number, own: readonly Run[]): void {
  const rates = own.map(({ perSecond }) => perSecond);
  const middle = median(rates);
  const nearest = own.find(({ perSecond }) => perSecond === middle) ?? own[0];
  console.log(
    `${engines} engines: median ${middle.toFixed(0)} attempts/s, ${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}; shares ${nearest?.shares.join('/')}; ` +
      `cores used: engines ${nearest?.engineCores.map((used) => used.toFixed(2)).join(' + ')}, database ${nearest?.databaseCores.toFixed(2)} of ${cpus().length}`,
  );
}

function tellWaits(own: readonly Run[]): void {
  const sums = new Map<string, number>();
  for (const [what, count] of own.flatMap(({ seen }) => [...seen])) {
    sums.set(what, (sums.get(what) ?? 0) + count);
  }
  const total = [...sums.values()].reduce((sum, one) => sum + one, 0);
  console.log(`\nwhat the statements of ${own[0]?.engines} engines waited for:`);
  for (const [what, count] of [...sums].sort((a, b) => b[1] - a[1]).slice(0, 6)) {
    console.log(`  ${((100 * count) / total).toFixed(0).padStart(3)} %  ${what}`);
  }
}

/** Of each count of engines: the share of a statement in the database's time, and µs an attempt. */
function tellStatements(byCount: readonly (readonly Run[])[]): void {
  const sums = byCount.map((own) => {
    const times = new Map<string, number>();
    for (const { name, ms } of own.flatMap(({ statements }) => statements)) {
      times.set(name, (times.get(name) ?? 0) + ms);
    }
    const attempts = own.reduce((sum, run) => sum + run.attempts, 0);
    return { times, attempts, total: [...times.values()].reduce((sum, one) => sum + one, 0) };
  });
  const last = sums.at(-1);
  const most = [...(last?.times ?? [])].sort((a, b) => b[1] - a[1]).slice(0, 12);
  console.log(`\nthe database's time with ${counts.join(', ')} engines, in µs an attempt:`);
  for (const [name] of most) {
    const figures = sums.map(({ times, attempts, total }) => {
      const ms = times.get(name) ?? 0;
      return `${((1_000 * ms) / attempts).toFixed(0).padStart(5)} (${((100 * ms) / total).toFixed(0).padStart(2)} %)`;
    });
    console.log(`  ${figures.join('  ')}  ${name}`);
  }
  const all = sums.map(({ total, attempts }) =>
    ((1_000 * total) / attempts).toFixed(0).padStart(5),
  );
  console.log(`  ${all.map((one) => `${one}       `).join('  ')}  all`);
  console.log(`\nmost of the time with ${counts.at(-1)} engines: ${most[0]?.[0]}\n`);
}
