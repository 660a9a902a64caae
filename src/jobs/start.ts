/** Runs background jobs in this process until `stop` is called. */
import { EventEmitter } from 'node:events';
import { run, type TaskList, WorkerPreset } from 'graphile-worker';
import { levelOf } from '#db/errors.ts';
import { type Jobs, queueConnections, queuePool, silentLogger } from '#db/job-queue.ts';
import type { Metrics } from '#domain/metrics.ts';
import { watchPools } from './dead-pools.ts';
import type { JobDeps } from './deps.ts';
import { watchFigures } from './figures.ts';
import { schedule, tasks } from './tasks.ts';

interface QueueDeps extends JobDeps {
  metrics: Metrics;
}

export interface RunningJobs {
  /** Waits a few seconds for jobs in progress; unfinished ones run again elsewhere. */
  stop(): Promise<void>;
}

/** Jobs that run at once in this process: two clients' reports, sealing again and a scrub leave room for a fifth job. */
const concurrency = 5;
/** Milliseconds that `stop` gives a job before it returns it to the queue. */
const grace = 5_000;
/** Milliseconds between two checks for killed processes. */
const checkEvery = 5_000;
/** Milliseconds before another try after the database connection was lost for good. */
const restartAfter = 2_000;

const preset = {
  extends: [WorkerPreset],
  worker: {
    concurrentJobs: concurrency,
    gracefulShutdownAbortTimeout: grace,
    // Fetches only as many as can run at once, so that none is locked and idle here.
    localQueue: { size: concurrency },
    // Otherwise the worker does not await what it writes of an ended job, and a database that is away at
    // that moment ends the process with an unhandled rejection. So it tries again, and then restarts.
    completeJobBatchDelay: 0,
    failJobBatchDelay: 0,
  },
};

/** Connections of jobs in all, unless set: the default in src/config.ts. */
const usualConnections = 15;

/**
 * Starts working on the queue of the database, under the owner's login.
 *
 * @param connections in all, those of `db` included; at least 8
 */
export async function startJobs(
  deps: QueueDeps,
  connections = usualConnections,
): Promise<RunningJobs> {
  const { db, log } = deps;
  const pool = queuePool(db.connection, queueConnections(connections));
  const watch = watchPools(db.connection);
  const taskList = taskListOf(deps);
  const figures = watchFigures(deps);
  let poolId: string | undefined;
  let stopping = false;
  let restart: NodeJS.Timeout | undefined;

  const supervise = async () => {
    if (poolId === undefined) return;
    await watch
      .tick(poolId)
      .catch((error) =>
        log[levelOf(error, 'warn')]({ error }, 'could not supervise background jobs'),
      );
  };
  const begin = async () => {
    const events = new EventEmitter();
    events.on('pool:create', ({ workerPool }: { workerPool: { id: string } }) => {
      poolId = workerPool.id;
    });
    const options = {
      preset,
      pgPool: pool,
      taskList,
      crontab: schedule,
      events,
      logger: silentLogger,
    };
    const runner = await run({ ...options, noHandleSignals: true });
    await supervise();
    runner.promise.catch((error) => {
      if (stopping) return;
      log[levelOf(error, 'error')](
        { error },
        'background jobs stopped unexpectedly; restarting them',
      );
      restart = setTimeout(beginAgain, restartAfter);
    });
    return runner;
  };
  let runner = await begin();
  const beginAgain = async () => {
    try {
      runner = await begin();
    } catch (error) {
      log[levelOf(error, 'warn')]({ error }, 'background jobs cannot start yet; retrying');
      if (!stopping) restart = setTimeout(beginAgain, restartAfter);
    }
  };
  const timer = setInterval(supervise, checkEvery).unref();
  return {
    async stop() {
      stopping = true;
      clearTimeout(restart);
      clearInterval(timer);
      await figures.stop();
      await runner
        .stop()
        .catch((error) => log.debug({ error }, 'background jobs had already stopped'));
      await watch.close();
      await pool.end();
    },
  };
}

function taskListOf(deps: QueueDeps): TaskList {
  const failures = deps.metrics.counter(
    'carillon_job_failures_total',
    'Failed runs of background jobs.',
  );
  const bind = <Name extends keyof Jobs>(name: Name): TaskList[string] => {
    return async (payload, { job, abortSignal: signal }) => {
      const lastTry = job.attempts >= job.max_attempts;
      try {
        await tasks[name]({ ...deps, lastTry, signal }, payload as Jobs[Name]);
      } catch (error) {
        failures.add({ job: name });
        const line = { error, job: name, attempt: job.attempts };
        deps.log[levelOf(error, 'error')](line, 'a background job failed');
        throw error;
      }
    };
  };
  const names = Object.keys(tasks) as (keyof Jobs)[];
  return Object.fromEntries(names.map((name) => [name, bind(name)]));
}
