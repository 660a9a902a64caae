/** Which Carillon processes run on this database: each writes a row of its own. */
import type { Tx } from '../database.ts';

export interface ProcessSelf {
  processId: string;
  host: string;
  pid: number;
  /** With the commit. */
  version: string;
  roles: readonly string[];
  /** What it knows of the data keys. */
  keys?: { known: readonly string[]; sealsWith: string; unreadable: number };
}

/**
 * A row is valid for `seconds` real ones; with the first one, rows of processes that have been gone for
 * a day are deleted.
 */
export async function writeProcess(tx: Tx, self: ProcessSelf, seconds: number): Promise<void> {
  const { processId, host, pid, version, roles, keys } = self;
  const row = await tx.row<{ isNew: boolean }>(
    `INSERT INTO process (process_id, host, pid, version, roles, seen_at, until, keys, seals_with,
       unreadable)
     VALUES ($1, $3, $4, $5, $6, clock_timestamp(), clock_timestamp() + make_interval(secs => $2),
       $7, $8, $9)
     ON CONFLICT (process_id) DO UPDATE SET seen_at = excluded.seen_at, until = excluded.until,
       keys = excluded.keys, seals_with = excluded.seals_with, unreadable = excluded.unreadable
     RETURNING xmax = 0 AS "isNew"`,
    [
      ...[processId, seconds, host, pid, version, roles],
      ...[keys?.known ?? [], keys?.sealsWith ?? null, keys?.unreadable ?? 0],
    ],
  );
  if (row?.isNew)
    await tx.run(`DELETE FROM process WHERE until < clock_timestamp() - interval '1 day'`);
}

export async function dropProcess(tx: Tx, processId: string): Promise<void> {
  await tx.run('DELETE FROM process WHERE process_id = $1', [processId]);
}

/** A live process as the operator sees it. */
export interface LivingProcess {
  host: string;
  pid: number;
  version: string;
  roles: string[];
  /** ISO 8601. */
  since: string;
}

/** By host and process. */
export async function listProcesses(tx: Tx): Promise<LivingProcess[]> {
  const rows = await tx.rows<Omit<LivingProcess, 'since'> & { since: Date }>(
    `SELECT host, pid, version, roles, started_at AS since FROM process
     WHERE until > clock_timestamp() ORDER BY host, pid`,
  );
  return rows.map((row) => ({ ...row, since: row.since.toISOString() }));
}
