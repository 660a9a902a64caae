/** Engines as processes of their own, as an operator starts them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keyFile } from '../src/cli/start/key-file.ts';
import type { Site } from './engine-site.ts';

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Its clock begins on a Friday at noon Eastern, unless the site's has begun. */
export function startEngineProcess({ db, folder }: Site, speed: number): ChildProcess {
  const { host, port, user, database } = db.connection;
  mkdirSync(folder, { recursive: true });
  // Once: an engine that starts meanwhile would read half of it.
  if (!existsSync(keyFile(folder)))
    writeFileSync(keyFile(folder), `${Buffer.alloc(32, 1).toString('hex')}\n`, { mode: 0o600 });
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

export function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}
