/** Figures of the connections to the database, for each pool of a process. */
import type { Metrics } from '#domain/metrics.ts';
import type { Database } from './database.ts';

export interface PoolMetrics {
  /** @param name of the label `pool`; a pool of the same name replaces it */
  watch(name: string, db: Pick<Database, 'pool'>): void;
}

export function createPoolMetrics(metrics: Metrics): PoolMetrics {
  const pools = new Map<string, Database['pool']>();
  const declare = (name: string, help: string, read: (pool: Database['pool']) => number) =>
    metrics.gaugesOf(name, help, () =>
      [...pools].map(([pool, one]) => ({ labels: { pool }, value: read(one) })),
    );
  declare('carillon_database_connections', 'Open database connections.', (pool) => pool.totalCount);
  declare('carillon_database_idle', 'Idle database connections.', (pool) => pool.idleCount);
  declare(
    'carillon_database_waiting',
    'Transactions waiting for a database connection.',
    (pool) => pool.waitingCount,
  );
  return {
    watch(name, { pool }) {
      pools.set(name, pool);
    },
  };
}
