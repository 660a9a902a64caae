import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { TestDatabase } from './database.ts';

const main = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

/** The whole program as its users start it, in a process of its own. */
export interface Program {
  url: string;
  dataFolder: string;
  /** What it printed on standard output so far. */
  said(): string;
  /** As Ctrl-C does; returns the exit code. */
  stop(): Promise<number | null>;
  /** SIGKILL, and waits until it has ended. */
  kill(): Promise<void>;
}

export const demoPassword = 'a_password_for_tests';

/** An afternoon in November: callable from Hawaii to the Atlantic. */
const callableEverywhere = '2026-11-20T14:00:00-05:00';

/**
 * Starts Carillon over a test's database and waits for its start block.
 *
 * @param speed how many times as fast as real time the simulation runs
 */
export async function startProgram(
  db: Pick<TestDatabase, 'url'>,
  { speed = 60, dataFolder = newFolder() }: { speed?: number; dataFolder?: string } = {},
): Promise<Program> {
  const port = await freePort();
  // The engine within it, also with campaigns: what is killed here is all of it.
  const child = spawn(process.execPath, [main, 'start', '--roles=api,engine,jobs'], {
    env: {
      ...process.env,
      DATABASE_URL: db.url,
      CARILLON_DATA: dataFolder,
      CARILLON_PORT: String(port),
      CARILLON_DEMO_PASSWORD: demoPassword,
      CARILLON_SIM_SPEED: String(speed),
      CARILLON_SIM_START: callableEverywhere,
      CARILLON_SIM_SEED: '7',
      CARILLON_LOG: 'warn',
      // What a test has seen need not end in order.
      CARILLON_STOP_GRACE: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  let err = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.stderr.on('data', (text) => {
    err += String(text);
  });
  const running = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      out += String(text);
      if (out.includes('Press Ctrl-C to stop.')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${out}${err}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    return ended;
  };
  afterAll(async () => {
    await end('SIGKILL');
  });
  await running;
  return {
    url: `http://127.0.0.1:${port}`,
    dataFolder,
    said: () => out,
    stop: () => end('SIGINT'),
    async kill() {
      await end('SIGKILL');
    },
  };
}

/** A data folder that goes away after the test file. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carillon-program-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
