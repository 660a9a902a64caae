/**
 * What a server costs that nobody uses: `npm start` with the demo client, started a second time. How
 * long until it is ready, and at rest the processor and the memory of everything but PostgreSQL:
 * npm, its shell and Carillon, by their proportional set size. Linux only.
 *
 *     node bench/at-rest.ts [rounds=3] [seconds at rest=20]
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { machineLine } from './engine-site.ts';
import { judge } from './goal.ts';

const rounds = Number(process.argv[2] ?? 3);
const atRest = Number(process.argv[3] ?? 20);
/** After a start, until its work is done: compiled code is written, the engine rests. */
const settles = 15_000;
const port = 18_163;
const root = fileURLToPath(new URL('..', import.meta.url));
const dataFolder = mkdtempSync(join(tmpdir(), 'carillon-bench-at-rest-'));

try {
  const first = await start();
  await sleep(settles);
  await first.stop();
  const ready: number[] = [];
  const node: number[] = [];
  const server: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    const running = await start();
    ready.push((performance.now() - began) / 1_000);
    await sleep(settles);
    const { own, postgres } = processes(running.child.pid ?? 0);
    const before = [cpuOf(own), cpuOf(postgres)] as const;
    await sleep(atRest * 1_000);
    node.push((cpuOf(own) - before[0]) / (atRest * 10));
    server.push((cpuOf(postgres) - before[1]) / (atRest * 10));
    memory.push(own.reduce((sum, pid) => sum + pssOf(pid), 0));
    await running.stop();
  }
  console.log(machineLine());
  const shown = (values: number[]) => values.map((one) => one.toFixed(2)).join(', ');
  console.log(`PostgreSQL beside it, % of a core: ${shown(server)}`);
  judge(
    { what: 'second start until ready, s', ratios: ready, goal: 1.2, is: 'at most' },
    { what: 'memory at rest beside PostgreSQL, MB', ratios: memory, goal: 100, is: 'at most' },
    { what: 'processor at rest, % of a core', ratios: node, goal: 1, is: 'at most' },
  );
} finally {
  rmSync(dataFolder, { recursive: true, force: true });
}

async function start(): Promise<{ child: ChildProcess; stop(): Promise<void> }> {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      CARILLON_DATA: dataFolder,
      // A campaign of the full demo runs.
      CARILLON_DEMO: 'empty',
      CARILLON_PORT: String(port),
      CARILLON_METRICS: 'off',
      CARILLON_DEMO_PASSWORD: 'plum kettle 4471 harbor',
    },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (text) => {
      out += String(text);
      if (out.includes('Press Ctrl-C to stop.')) resolve();
    });
    void ended.then(() => reject(new Error('Carillon ended')));
  });
  return {
    child,
    async stop() {
      // npm's shell waits for Carillon, which is the last of them.
      const carillon = processes(child.pid ?? 0).own.at(-1);
      if (carillon) process.kill(carillon, 'SIGTERM');
      await ended;
    },
  };
}

/** npm and what it started, without and with PostgreSQL, each after its parent. */
function processes(npm: number): { own: number[]; postgres: number[] } {
  const children = new Map<number, number[]>();
  const names = new Map<number, string>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      names.set(pid, stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')));
      children.set(parent, [...(children.get(parent) ?? []), pid]);
    } catch {
      // It has ended meanwhile.
    }
  }
  const below = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(below)];
  const all = below(npm);
  const isPostgres = (pid: number) => names.get(pid)?.startsWith('postgres') ?? false;
  return { own: all.filter((pid) => !isPostgres(pid)), postgres: all.filter(isPostgres) };
}

/** Milliseconds of all their threads; of those that ended nothing. */
function cpuOf(pids: readonly number[]): number {
  let sum = 0;
  for (const pid of pids) {
    for (const task of tasksOf(pid)) {
      const [ns = '0'] = readOr(`/proc/${pid}/task/${task}/schedstat`).split(' ');
      sum += Number(ns) / 1e6;
    }
  }
  return sum;
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

/** In MB (10^6 bytes). */
function pssOf(pid: number): number {
  const [, kB = '0'] = /^Pss:\s+(\d+)/m.exec(readOr(`/proc/${pid}/smaps_rollup`)) ?? [];
  return (Number(kB) * 1024) / 1e6;
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
