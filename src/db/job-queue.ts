/** The queue of background jobs: its schema, and putting a job into it. src/jobs takes them out. */
import { Logger, runMigrations } from 'graphile-worker';
import { Pool } from 'pg';
import { type DatabaseConnection, directOf } from './connection.ts';
import type { Tx } from './database.ts';

/** Every job, with its payload. */
export interface Jobs {
  'render-message': { clientId: number; voiceMessageId: number; version: number };
  'report-export': { clientId: number; reportArchiveId: number };
  /** Of the run that began at this instant of the engine's clock, ISO 8601: `started` of its campaign. */
  'keep-forecast': { clientId: number; campaignId: number; at: string };
  /** After a change of the client's contact policy. */
  'recheck-policy': { clientId: number };
  /** Without a list: everything. Scheduled by the clock, too. */
  reseal: { clientId?: number; callListId?: number };
  /** After a field became sensitive. */
  'seal-fields': { clientId: number };
  /** Asks services about numbers; without a client, those of all. Scheduled by the clock, too. */
  scrub: { clientId?: number };
  /** Upkeep, scheduled by the clock and without a payload. */
  'count-waiting': object;
  'seal-audit': object;
  'sweep-uploads': object;
  'sweep-callbacks': object;
  'sweep-idempotency-keys': object;
  'sweep-recordings': object;
  'sweep-renderings': object;
  'sweep-reports': object;
  'sweep-retention': object;
  'sweep-sessions': object;
}

/**
 * A pool as the queue wants it: past a pooler, because the queue listens and prepares statements. A
 * connection that breaks shows in the query that uses it.
 */
export function queuePool(connection: DatabaseConnection, max: number): Pool {
  const pool = new Pool({ ...directOf(connection, 'jobs'), max });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/**
 * The queue's own share of the jobs' connections: one listens, the others fetch and report for the
 * five jobs that run at once.
 */
export function queueConnections(connections: number): number {
  return Math.max(3, Math.min(5, Math.floor(connections / 3)));
}

/** Silent; the jobs themselves log what matters. */
export const silentLogger = new Logger(() => () => {});

/** Brings the queue's own schema up to date, with the owner's connection. */
export async function migrateJobQueue(connection: DatabaseConnection): Promise<void> {
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
