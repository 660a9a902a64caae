/** Dead tuples and the size of tables, as PostgreSQL counts them. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from './engine-site.ts';
import { asSuperuser } from './statement-times.ts';

export interface TableLeft {
  /** Partitions of one kind are counted together. */
  table: string;
  dead: number;
  updates: number;
  hot: number;
  /** From how many on autovacuum works. */
  threshold: number;
}

export interface TableSize {
  table: string;
  live: number;
  size: number;
  /** Bytes of the rows alone. */
  liveSize: number;
  indexSize: number;
  vacuums: number;
}

/** Large lists have a partition each, and every month of records has some. */
const tableName = `CASE WHEN s.relname ~ '^list_entry_[0-9]+$' THEN 'list_entry of large lists'
  WHEN s.relname ~ '^call_record_[0-9]' THEN 'call_record' ELSE s.relname END`;
const tables = `pg_stat_user_tables s JOIN pg_class c ON c.oid = s.relid
  AND c.relkind = 'r' AND s.schemaname = 'public'`;
/** Rows in a table that is worth a line of its own. */
const fewest = 1_000;

export async function left(site: Pick<Site, 'db'>): Promise<TableLeft[]> {
  const each = await asSuperuser(site, async (client) => {
    await client.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await client.query<TableLeft>(
      `SELECT ${tableName} AS table, n_dead_tup::float8 AS dead, n_tup_upd::float8 AS updates,
         n_tup_hot_upd::float8 AS hot,
         current_setting('autovacuum_vacuum_threshold')::float8 + n_live_tup
           * coalesce((SELECT option_value FROM pg_options_to_table(c.reloptions)
                       WHERE option_name = 'autovacuum_vacuum_scale_factor'),
                      current_setting('autovacuum_vacuum_scale_factor'))::float8 AS threshold
       FROM ${tables}`,
    );
    return rows;
  });
  return [...Map.groupBy(each, ({ table }) => table)].map(([table, own]) => ({
    table,
    dead: sumOf(own, 'dead'),
    updates: sumOf(own, 'updates'),
    hot: sumOf(own, 'hot'),
    threshold: sumOf(own, 'threshold'),
  }));
}

function sumOf<Row>(rows: readonly Row[], of: keyof Row): number {
  return rows.reduce((sum, row) => sum + Number(row[of]), 0);
}

/** Reads every page of every table, as a query without an index does: that prunes it. */
export async function pruneAll(site: Site): Promise<void> {
  // What the engine's connections counted is reported when they end.
  await sleep(1_500);
  await asSuperuser(site, async (client) => {
    await client.query('SET enable_indexscan = off; SET enable_indexonlyscan = off');
    const { rows } = await client.query<{ table: string }>(
      `SELECT s.relid::regclass::text AS table FROM ${tables} WHERE s.n_dead_tup > 0`,
    );
    for (const { table } of rows) await client.query(`SELECT count(*) FROM ${table}`);
    await client.query('SELECT pg_stat_force_next_flush()');
  });
}

/** Of tables with rows enough, largest first. */
export async function sizes(site: Site): Promise<TableSize[]> {
  const each = await asSuperuser(site, async (client) => {
    await client.query('CREATE EXTENSION IF NOT EXISTS pgstattuple');
    const { rows } = await client.query<TableSize>(
      `SELECT ${tableName} AS table, t.tuple_count::float8 AS live, t.table_len::float8 AS size,
         t.tuple_len::float8 AS "liveSize", pg_indexes_size(s.relid)::float8 AS "indexSize",
         s.autovacuum_count::float8 AS vacuums
       FROM ${tables} CROSS JOIN LATERAL pgstattuple(s.relid) t
       WHERE t.tuple_count >= ${fewest}`,
    );
    return rows;
  });
  return [...Map.groupBy(each, ({ table }) => table)]
    .map(([table, own]) => ({
      table,
      live: sumOf(own, 'live'),
      size: sumOf(own, 'size'),
      liveSize: sumOf(own, 'liveSize'),
      indexSize: sumOf(own, 'indexSize'),
      vacuums: sumOf(own, 'vacuums'),
    }))
    .sort((a, b) => b.size - a.size);
}

/** Looks once a second, until it is stopped; returns the most dead tuples of each table at once. */
export function watchTables(site: Site): { stop(): Promise<Map<string, number>> } {
  const most = new Map<string, number>();
  let watching = true;
  const watched = (async () => {
    while (watching) {
      for (const { table, dead } of await left(site)) {
        most.set(table, Math.max(dead, most.get(table) ?? 0));
      }
      await sleep(1_000);
    }
  })();
  return {
    async stop() {
      watching = false;
      await watched;
      return most;
    },
  };
}
