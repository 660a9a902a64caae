/** The queue of background jobs: its schema, and putting a job into it. src/jobs takes them out. */
import { Logger, runMigrations } from 'graphile-worker';
import { type ClientConfig, Pool } from 'pg';
import type { Tx } from './database.ts';

/** Every job there is, with what it is told. */
export interface Jobs {
  'render-message': { clientId: number; voiceMessageId: number; version: number };
  'report-export': { clientId: number; reportArchiveId: number };
  /** Upkeep, due by the clock and told nothing. */
  'sweep-uploads': object;
  'sweep-callbacks': object;
  'sweep-recordings': object;
  'sweep-renderings': object;
  'sweep-reports': object;
}

/** A pool as the queue wants it: a connection that breaks shows in the query that uses it. */
export function queuePool(connection: ClientConfig, max: number): Pool {
  const pool = new Pool({ ...connection, max });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Says nothing; what matters is logged by the jobs themselves. */
export const silentLogger = new Logger(() => () => {});

/** Brings the queue's own schema up to date, with the owner's connection. */
export async function migrateJobQueue(connection: ClientConfig): Promise<void> {
  const pool = queuePool(connection, 1);
  try {
    await runMigrations({ pgPool: pool, logger: silentLogger });
  } finally {
    await pool.end();
  }
}

/**
 * Adds a job inside the transaction: it runs after the commit, or never when that fails. One that
 * waits under the same key is replaced; one that runs already goes on beside it.
 */
export async function enqueue<Task extends keyof Jobs>(
  tx: Tx,
  task: Task,
  key: string,
  payload: Jobs[Task],
): Promise<void> {
  await tx.run('SELECT enqueue($1, $2, $3)', [task, JSON.stringify(payload), key]);
}

/** As `enqueue`; of the jobs that share a queue one runs at a time, in the order of their adding. */
export async function enqueueInTurn<Task extends keyof Jobs>(
  tx: Tx,
  task: Task,
  { key, queue }: { key: string; queue: string },
  payload: Jobs[Task],
): Promise<void> {
  await tx.run('SELECT enqueue($1, $2, $3, $4)', [task, JSON.stringify(payload), key, queue]);
}
