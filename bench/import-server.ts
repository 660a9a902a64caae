/** The started Carillon of bench/import.ts: its health and its memory meanwhile. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** The API role alone, so that its memory is an import's and not an engine's or a speaker's. */
export async function startServer(
  folder: string,
  port: number,
  databaseUrl: string,
): Promise<ChildProcess> {
  const env = {
    ...process.env,
    // Both as scripts/runtime.mjs gives them.
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
    NODE_OPTIONS: '--max-semi-space-size=2',
    MALLOC_ARENA_MAX: '2',
    CARILLON_DATA: join(folder, 'api'),
    CARILLON_PORT: String(port),
    DATABASE_URL: databaseUrl,
  };
  // As after every start and import but the first: the sources are compiled (scripts/runtime.mjs). A
  // thread without its part fails at once, with all of its sources read.
  const sources = ['src/main.ts', 'src/imports/import-worker.ts', 'src/imports/seal-worker.ts'];
  for (const source of sources) spawnSync(process.execPath, [source, '--help'], { env });
  const child = spawn(process.execPath, ['src/main.ts', 'start', '--roles=api', '--no-demo'], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (let tries = 0; tries < 600; tries++) {
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    if (ready?.ok) return child;
    await sleep(100);
  }
  throw new Error('Carillon did not start.');
}

/** Asks every 20 ms; returns how long each response took. */
export function watchHealth(address: string) {
  const times: number[] = [];
  let running = true;
  const loop = (async () => {
    while (running) {
      const before = performance.now();
      await (await fetch(`${address}/health/live`)).arrayBuffer();
      times.push(performance.now() - before);
      await sleep(20);
    }
  })();
  return {
    async stop() {
      running = false;
      await loop;
      return times;
    },
  };
}

/** VmRSS: resident now; VmHWM: the most that ever was; in MB. */
export function memory(child: ChildProcess | undefined, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${child?.pid}/status`, 'utf8');
  return Number(new RegExp(`${what}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024;
}
