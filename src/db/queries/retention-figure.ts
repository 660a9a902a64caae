/** What the sweeps of retention deleted and counted, kept for the screen: counting takes long where there is much. */
import type { KeptKind } from '#contract/retention.ts';
import type { Tx } from '../database.ts';

export interface CountedFigure {
  rows: number;
  oldest: Date | null;
  bytes: number;
  /** The retention that `nextRows` was counted by; null: forever. */
  days: number | null;
  nextRows: number;
}

export interface RetentionFigure extends CountedFigure {
  /** On the platform's clock; null before the first sweep of the night. */
  countedAt: Date | null;
  sweptAt: Date | null;
  sweptRows: number;
}

/** Steps of one sweep are one deletion. */
const oneSweep = '10 minutes';

/** Notes deleted rows by client; none is no deletion. */
export async function noteSwept(
  tx: Tx,
  kind: KeptKind,
  rows: ReadonlyMap<number, number>,
): Promise<void> {
  const swept = [...rows].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  if (swept.length === 0) return;
  await tx.run(
    `INSERT INTO retention_figure AS f (client_id, kind, swept_at, swept_rows)
     SELECT client, $1, now(), rows FROM unnest($2::integer[], $3::bigint[]) AS s (client, rows)
     ON CONFLICT (client_id, kind) DO UPDATE SET swept_at = now(), swept_rows = excluded.swept_rows
       + CASE WHEN f.swept_at > now() - interval '${oneSweep}' THEN f.swept_rows ELSE 0 END`,
    [kind, swept.map(([client]) => client), swept.map(([, count]) => count)],
  );
}

/** How many rows each client has among them. */
export function countByClient(rows: readonly { client: number }[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { client } of rows) counts.set(client, (counts.get(client) ?? 0) + 1);
  return counts;
}

export async function keepCounted(
  tx: Tx,
  clientId: number,
  kind: KeptKind,
  { rows, oldest, bytes, days, nextRows }: CountedFigure,
): Promise<void> {
  await tx.run(
    `INSERT INTO retention_figure (client_id, kind, counted_at, rows, oldest, bytes, days, next_rows)
     VALUES ($1, $2, now(), $3, $4, $5, $6, $7)
     ON CONFLICT (client_id, kind) DO UPDATE SET counted_at = now(), rows = $3, oldest = $4,
       bytes = $5, days = $6, next_rows = $7`,
    [clientId, kind, rows, oldest, bytes, days, nextRows],
  );
}

/** By kind; absent before anything was deleted or counted. */
export async function readFigures(
  tx: Tx,
  clientId: number,
): Promise<Partial<Record<KeptKind, RetentionFigure>>> {
  const rows = await tx.rows<RetentionFigure & { kind: KeptKind }>(
    `SELECT kind, platform_time(counted_at) AS "countedAt", coalesce(rows, 0) AS rows, oldest,
       coalesce(bytes, 0) AS bytes, days, coalesce(next_rows, 0) AS "nextRows",
       platform_time(swept_at) AS "sweptAt", coalesce(swept_rows, 0) AS "sweptRows"
     FROM retention_figure WHERE client_id = $1`,
    [clientId],
  );
  return Object.fromEntries(rows.map(({ kind, ...figure }) => [kind, figure]));
}
