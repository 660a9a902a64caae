/**
 * Returns the jobs of killed processes to the queue. The queue itself waits four hours before it
 * considers a lock dead. Here each process holds an advisory lock in the name of its worker pool,
 * on a connection of its own: PostgreSQL releases it when the process dies.
 */
import { Client } from 'pg';
import { type DatabaseConnection, directOf } from '#db/connection.ts';

/** A new pool may not have its lock yet: younger job locks are left alone. */
const settled = '3 seconds';

export interface PoolWatch {
  /** Holds this pool's lock, again after a lost connection, and frees the jobs of dead pools. */
  tick(ownPool: string): Promise<void>;
  close(): Promise<void>;
}

export function watchPools(connection: DatabaseConnection): PoolWatch {
  let client: Client | undefined;
  let lockedFor: string | undefined;
  const connected = async () => {
    if (client) return client;
    const fresh = new Client(directOf(connection, 'jobs watch'));
    fresh.on('error', () => drop(fresh));
    fresh.on('end', () => drop(fresh));
    await fresh.connect();
    client = fresh;
    return fresh;
  };
  const drop = (lost: Client) => {
    if (client !== lost) return;
    client = undefined;
    lockedFor = undefined;
  };
  return {
    async tick(ownPool) {
      const session = await connected();
      if (lockedFor !== ownPool) {
        await session.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [ownPool]);
        lockedFor = ownPool;
      }
      await freeDeadPools(session, ownPool);
    },
    async close() {
      await client?.end();
    },
  };
}

async function freeDeadPools(session: Client, ownPool: string): Promise<void> {
  const { rows } = await session.query<{ pool: string }>(
    `SELECT DISTINCT locked_by AS pool FROM graphile_worker.jobs
     WHERE locked_by <> $1 AND locked_at < now() - $2::interval`,
    [ownPool, settled],
  );
  for (const { pool } of rows) {
    const key = 'hashtextextended($1, 0)';
    const { rows: tries } = await session.query<{ dead: boolean }>(
      `SELECT pg_try_advisory_lock(${key}) AS dead`,
      [pool],
    );
    if (!tries[0]?.dead) continue;
    await session.query('SELECT graphile_worker.force_unlock_workers(ARRAY[$1])', [pool]);
    await session.query(`SELECT pg_advisory_unlock(${key})`, [pool]);
  }
}
