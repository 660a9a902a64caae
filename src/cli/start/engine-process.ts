/**
 * The engine of the demo, in a process of its own beside the console's, so that a manager can kill it
 * and watch what becomes of the calls (decision 097). One that died is started again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, childEnvironment } from '#config.ts';
import { asPlatform, type Database } from '#db/database.ts';
import { noteEngineBack } from '#db/queries/engine-kill.ts';
import { realMs } from '#domain/milliseconds.ts';

/** One that lived shorter than this has a cause that a start at once meets again. */
const shortLife = realMs(5_000);
const afterShortLife = realMs(2_000);

export interface SupervisedEngine {
  /** kill -9; resolves when it is gone. */
  kill(): Promise<{ pid: number } | 'starting'>;
  /** Resolves when it runs for the first time. */
  readonly started: Promise<void>;
  /** Lets it finish, as Ctrl-C does; at once when `hurry` is aborted. */
  stop(hurry: AbortSignal): Promise<void>;
}

export function superviseEngine(deps: {
  config: Config;
  db: Database;
  log: Logger;
}): SupervisedEngine {
  const { log } = deps;
  const started = Promise.withResolvers<void>();
  const ended = new AbortController();
  let child: ChildProcess | undefined;
  let runs = false;

  const keepRunning = (async () => {
    while (!ended.signal.aborted) {
      const began = performance.now();
      const current = spawnEngine(deps);
      child = current;
      current.on('message', () => {
        runs = true;
        started.resolve();
        void asPlatform(deps.db, noteEngineBack).catch((error) => log.warn(error));
      });
      const [code, signal] = await once(current, 'exit');
      runs = false;
      if (ended.signal.aborted) return;
      log.warn({ engine: current.pid, code, signal }, 'the engine ended; it is started again');
      if (performance.now() - began < shortLife) {
        await sleep(afterShortLife, undefined, { signal: ended.signal }).catch(() => {});
      }
    }
  })();
  keepRunning.catch((error) => log.error(error));

  return {
    started: started.promise,
    async kill() {
      const killed = child;
      if (!killed || !runs || killed.exitCode !== null) return 'starting';
      const exit = once(killed, 'exit');
      killed.kill('SIGKILL');
      await exit;
      return { pid: killed.pid ?? 0 };
    },
    async stop(hurry) {
      ended.abort();
      child?.kill('SIGTERM');
      hurry.addEventListener('abort', () => child?.kill('SIGTERM'));
      await keepRunning;
    },
  };
}

/** In a process group of its own: Ctrl-C reaches only this process, which then stops it. */
function spawnEngine({ config, db, log }: { config: Config; db: Database; log: Logger }) {
  const program = process.argv[1] ?? '';
  const engine = spawn(
    process.execPath,
    [...process.execArgv, program, 'start', '--roles=engine', '--no-demo'],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      env: childEnvironment({
        CARILLON_DATA: config.dataFolder,
        DATABASE_URL: config.databaseUrl ?? addressOf(db),
        // An address that was set is this process's.
        ...(config.metrics?.isSet || !config.metrics ? { CARILLON_METRICS: 'off' } : {}),
      }),
    },
  );
  if (engine.stderr) {
    // Log lines are the same; what else it says would look like this process's own words.
    createInterface({ input: engine.stderr }).on('line', (line) => {
      if (line.startsWith('{')) process.stderr.write(`${line}\n`);
      else log.info({ engine: engine.pid }, line);
    });
  }
  return engine;
}

/** Of the embedded server, by its socket. */
function addressOf({ connection }: Database): string {
  const { user = '', host = '', port = 5432, database = '' } = connection;
  return `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`;
}

/** To the process that supervises this one, if any. */
export function reportStarted(): void {
  // Who started this one may be gone by now, which is no error of this process.
  if (process.connected) process.send?.('started', undefined, undefined, () => undefined);
}
