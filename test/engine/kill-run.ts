/** Engines in processes of their own, killed one after the other at random moments. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { seededRandom } from '../../src/domain/random.ts';
import type { ChildSettings } from './kill-child.ts';

const childFile = fileURLToPath(new URL('./kill-child.ts', import.meta.url));
const started = new Set<ChildProcess>();
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Children load while their predecessor works, so that a kill is followed by work at once. */
function nextChild(settings: object, file: string) {
  const child = spawn(process.execPath, [file, JSON.stringify(settings)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  started.add(child);
  const loaded = once(child.stdout, 'data');
  return {
    async go() {
      await loaded;
      child.stdin.write('go\n');
    },
    async kill() {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      started.delete(child);
    },
  };
}

/** Runs engines one after the other and kills each at a random moment. Returns the last, still at work. */
export async function runAndKill(
  settings: ChildSettings,
  kills: number,
  seed: string,
  progress?: Killing['progress'],
) {
  // Short leases are for those that die: on a busy machine they run out while an engine lives.
  const living = { leaseSeconds: 8 };
  return killOneByOne(settings, {
    kills,
    seed,
    file: childFile,
    lives: [150, 650],
    progress,
    living,
  });
}

export interface Killing {
  kills: number;
  seed: string;
  /** What the process runs; it takes its settings as JSON, says when it is loaded, and waits for a line. */
  file: string;
  /** Milliseconds, from the line on. */
  lives: readonly [shortest: number, longest: number];
  /**
   * Counts what a kill must hit to prove anything. Every other process lives on until the count
   * has grown since its start: on a slow machine a life may be over before anything was begun.
   */
  progress?: (() => number) | undefined;
  /** What differs for the process that is not killed. */
  living?: object;
}

export async function killOneByOne(settings: object, killing: Killing) {
  const { kills, seed, file, lives, progress, living } = killing;
  const random = seededRandom(seed);
  let next = nextChild(settings, file);
  for (let killed = 0; killed < kills; killed += 1) {
    const child = next;
    const before = progress?.();
    await child.go();
    const isLast = killed === kills - 1;
    next = nextChild(isLast ? { ...settings, ...living } : settings, file);
    await sleep(random.between(...lives));
    const wait = progress && killed % 2 === 1;
    const end = performance.now() + 20_000;
    while (wait && progress() === before && performance.now() < end) await sleep(5);
    await child.kill();
  }
  await next.go();
  return next;
}
