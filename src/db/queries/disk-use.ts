/** The disk space of calls and texts, and their recent number, for a forecast. */
import type { DiskUse } from '#domain/disk-forecast.ts';
import { asOwner, asPlatform, asReport, type Database, type Tx } from '../database.ts';
import { readRetention } from './retention.ts';
import { readSizes } from './retention-standing.ts';

/** The fewest rows for a meaningful size per row; below, half-empty pages count too much. */
const enoughRows = 1_000;
/** Bytes of a row with its indexes, as measured (docs/figures.md). */
const usualBytes = { call_record: 508, attempt: 324, list_entry: 347 } as const;
/** Records go by whole months. */
const longestMonth = 31;

export interface StoredUse extends Omit<DiskUse, 'freeBytes'> {
  /** Of the whole database. */
  databaseBytes: number;
}

export async function readDiskUse(db: Database): Promise<StoredUse> {
  const { clients, now } = await asPlatform(db, async (tx) => ({
    clients: await readRetention(tx),
    now: await lastInstant(tx),
  }));
  const sizes = await asOwner(db, async (tx) => ({
    bytes: await readSizes(tx),
    rows: await readRows(tx),
    database: await databaseSize(tx),
  }));
  const tables = Object.entries(usualBytes);
  const bytesPerCall = tables.reduce((sum, [table, usual]) => {
    const rows = sizes.rows.get(table) ?? 0;
    return sum + (rows >= enoughRows ? (sizes.bytes.get(table) ?? 0) / rows : usual);
  }, 0);
  const counts = await asReport(db, 0, (tx) =>
    readPace(
      tx,
      clients.map(({ clientId }) => clientId),
      now,
    ),
  );
  const longest = clients.flatMap(({ days }) => [days.calls, days.texts]);
  const most = longest.reduce<number>(
    (max, days) => Math.max(max, days ?? Number.POSITIVE_INFINITY),
    0,
  );
  return {
    perDay: [
      { days: 7, calls: counts.week / 7 },
      { days: 30, calls: counts.month / 30 },
    ],
    bytesPerCall,
    stored: {
      bytes: tables.reduce((sum, [table]) => sum + (sizes.bytes.get(table) ?? 0), 0),
      days: counts.oldest ? (now.getTime() - counts.oldest.getTime()) / 86_400_000 : 0,
    },
    keptDays: Number.isFinite(most) && most > 0 ? most + longestMonth : null,
    databaseBytes: sizes.database,
  };
}

/** The engine's clock as last stored: records are dated by it. */
async function lastInstant(tx: Tx): Promise<Date> {
  const row = await tx.row<{ now: Date }>(
    'SELECT coalesce((SELECT last_simulated FROM simulation), clock_timestamp()) AS now',
  );
  return row?.now ?? new Date(0);
}

/** By client, so that the index of each is walked; through the report's role, which reads by index alone. */
async function readPace(tx: Tx, clientIds: readonly number[], now: Date) {
  const row = await tx.row<{ week: number; month: number; oldest: Date | null }>(
    `SELECT coalesce(sum(week), 0)::bigint AS week, coalesce(sum(month), 0)::bigint AS month,
       min(oldest) AS oldest
     FROM unnest($1::integer[]) AS k (client_id)
     CROSS JOIN LATERAL (
       SELECT count(*) FILTER (WHERE started_at > $2::timestamptz - interval '7 days') AS week,
         count(*) AS month
       FROM call_record WHERE client_id = k.client_id
         AND started_at > $2::timestamptz - interval '30 days' AND started_at <= $2) AS lately
     CROSS JOIN LATERAL (
       SELECT (SELECT started_at FROM call_record WHERE client_id = k.client_id
         ORDER BY started_at LIMIT 1) AS oldest) AS first`,
    [clientIds, now],
  );
  return row ?? { week: 0, month: 0, oldest: null };
}

/** About, as PostgreSQL last counted them. */
async function readRows(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.rows<{ name: string; rows: number }>(
    `SELECT name, (SELECT coalesce(sum(greatest(c.reltuples, 0)), 0)
         FROM (SELECT relid FROM pg_partition_tree(name::regclass) WHERE isleaf
           UNION SELECT name::regclass) AS t JOIN pg_class c ON c.oid = t.relid
         WHERE c.relkind = 'r')::float8 AS rows
     FROM unnest($1::text[]) AS name`,
    [Object.keys(usualBytes)],
  );
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}

async function databaseSize(tx: Tx): Promise<number> {
  const row = await tx.row<{ bytes: number }>(
    'SELECT pg_database_size(current_database()) AS bytes',
  );
  return row?.bytes ?? 0;
}
