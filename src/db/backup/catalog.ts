/**
 * What a database contains, as a backup sees it: tables, partitions, sequences, and how they are
 * read.
 */
import type { ClientBase } from 'pg';
import { isPartName } from '../queries/detached.ts';
import {
  BackupError,
  jobsPart,
  type PartitionFacts,
  type PartName,
  type SequenceFacts,
  type TableFacts,
} from './format.ts';

export type Session = Pick<ClientBase, 'query'>;

/** Rows of one query, typed. */
export async function ask<Row>(session: Session, sql: string, values: unknown[] = []) {
  return (await session.query(sql, values)).rows as Row[];
}

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Until the transaction ends: values are written and read the same way on every server, the owner
 * may read every client's rows, and no timeout applies.
 */
export async function prepareSession(session: Session, lockMs: number): Promise<void> {
  const settings: Record<string, string> = {
    'carillon.backup': 'on',
    search_path: 'public, pg_temp',
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'postgres',
    extra_float_digits: '1',
    bytea_output: 'hex',
    lock_timeout: `${lockMs}`,
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    transaction_timeout: '0',
    // One process passes the rows on; parallel workers only compete with it on a small machine.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
  };
  await session.query(
    `SELECT set_config(name, value, true) FROM unnest($1::text[], $2::text[]) AS s (name, value)
     WHERE name = 'carillon.backup' OR EXISTS (SELECT FROM pg_settings p WHERE lower(p.name) = s.name)`,
    [Object.keys(settings), Object.values(settings)],
  );
}

/**
 * Tables of the program itself, without those of extensions and without partitions, which come with
 * their parents. A detached table is left out: retention is about to drop it, or somebody keeps it
 * for themselves.
 */
const ourTables = `
  SELECT c.oid, c.relname AS name, c.relkind FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND NOT ${isPartName('c.relname')} AND NOT EXISTS (SELECT FROM pg_depend d
      WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')`;

/** The names of the tables. */
export async function tableNames(session: Session): Promise<string[]> {
  const found = await ask<{ name: string }>(
    session,
    `SELECT name FROM (${ourTables}) t ORDER BY 1`,
  );
  return found.map(({ name }) => name);
}

/**
 * Tables with their columns and partitions, in the order of their names. Generated columns are left
 * out, and so are transaction ids, which mean something else on another server or later on this
 * one.
 */
export async function readTables(session: Session): Promise<TableFacts[]> {
  const columns = await ask<{ name: string; partitioned: boolean; columns: string[] }>(
    session,
    `SELECT t.name, t.relkind = 'p' AS partitioned,
       coalesce(array_agg(a.attname::text ORDER BY a.attnum)
         FILTER (WHERE a.attgenerated = '' AND a.atttypid NOT IN (${serverTypes})), '{}') AS columns
     FROM (${ourTables}) t
     LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
     GROUP BY t.name, t.relkind ORDER BY t.name COLLATE "C"`,
  );
  const tables: TableFacts[] = [];
  for (const { name, partitioned, columns: names } of columns) {
    const partitions = partitioned ? await readPartitions(session, name) : null;
    tables.push({ name, columns: names, partitions });
  }
  return tables;
}

const serverTypes = `'xid8'::regtype, 'xid'::regtype, 'cid'::regtype, 'tid'::regtype,
  'pg_snapshot'::regtype, 'pg_lsn'::regtype`;

/** From the catalog as the transaction's snapshot shows it, each after its parent. */
function readPartitions(session: Session, table: string): Promise<PartitionFacts[]> {
  return ask<PartitionFacts>(
    session,
    `WITH RECURSIVE tree AS (
       SELECT inhrelid AS oid, inhparent AS parent, 1 AS level FROM pg_inherits
       WHERE inhparent = format('public.%I', $1::text)::regclass
       UNION ALL
       SELECT i.inhrelid, i.inhparent, level + 1 FROM pg_inherits i JOIN tree ON i.inhparent = tree.oid)
     SELECT c.relname AS name, p.relname AS parent, pg_get_expr(c.relpartbound, c.oid) AS bound,
       CASE WHEN c.relkind = 'p' THEN pg_get_partkeydef(c.oid) END AS by,
       (SELECT coalesce(json_agg(json_build_object('name', k.conname,
            'definition', pg_get_constraintdef(k.oid)) ORDER BY k.conname), '[]')
        FROM pg_constraint k WHERE k.conrelid = c.oid AND k.contype = 'c' AND k.coninhcount = 0) AS checks,
       c.relrowsecurity AS "rowSecurity", c.relforcerowsecurity AS forced,
       coalesce(c.reloptions, '{}') AS options
     FROM tree JOIN pg_class c ON c.oid = tree.oid JOIN pg_class p ON p.oid = tree.parent
     ORDER BY level, c.relname COLLATE "C"`,
    [table],
  );
}

/** The parts that a backup has, in order: a table's, or one for each partition right below it. */
export function partsOf(tables: readonly TableFacts[]): PartName[] {
  const parts = tables.flatMap(({ name, partitions }): PartName[] =>
    partitions === null
      ? [{ table: name }]
      : partitions
          .filter(({ parent }) => parent === name)
          .map((partition) => ({ table: name, partition: partition.name })),
  );
  return [...parts, { table: jobsPart }];
}

/**
 * The query of a part's rows. A partition is read through its table, where the owner's policy is,
 * by its own bounds, so that nothing else is read.
 */
export async function rowsOf(
  session: Session,
  { table, partition }: PartName,
  columns: readonly string[],
): Promise<string> {
  if (table === jobsPart) return waitingJobs;
  const from = `SELECT ${columns.map(quoted).join(', ')} FROM public.${quoted(table)}`;
  // Retention's notes about this database do not apply to a restored one.
  if (table === 'retention_detaching') return `${from} WHERE false`;
  if (partition === undefined) return from;
  const [found] = await ask<{ bounds: string | null }>(
    session,
    `SELECT pg_get_partition_constraintdef(format('public.%I', $1::text)::regclass) AS bounds`,
    [partition],
  );
  // Null: the only partition of a table, with no bounds, has all rows.
  return found?.bounds ? `${from} WHERE ${found.bounds}` : from;
}

/** The columns of `waitingJobs`, as `restoreJobs` takes them. */
export const jobColumns = `task text, queue text, payload json, priority integer, run_at timestamptz,
  attempts integer, most_attempts integer, last_error text, key text, flags text[]`;

/** As the queue takes them back, without the locks of running workers. */
const waitingJobs = `
  SELECT t.identifier, q.queue_name, j.payload, j.priority, j.run_at, j.attempts, j.max_attempts,
    j.last_error, j.key,
    CASE WHEN j.flags IS NOT NULL THEN ARRAY(SELECT jsonb_object_keys(j.flags) ORDER BY 1) END
  FROM graphile_worker._private_jobs j
  JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id
  ORDER BY j.id`;

export async function readSequences(session: Session): Promise<SequenceFacts[]> {
  const names = await ask<{ name: string }>(
    session,
    `SELECT c.relname AS name FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S'
       AND NOT EXISTS (SELECT FROM pg_depend d
         WHERE d.objid = c.oid AND d.classid = 'pg_class'::regclass AND d.deptype = 'e')
     ORDER BY c.relname COLLATE "C"`,
  );
  const sequences: SequenceFacts[] = [];
  for (const { name } of names) {
    const [row] = await ask<Omit<SequenceFacts, 'name'>>(
      session,
      `SELECT last_value::text AS last, is_called AS called FROM public.${quoted(name)}`,
    );
    if (row) sequences.push({ name, ...row });
  }
  return sequences;
}

/**
 * Row level security hides rows silently, so a backup without the right to see everything would be
 * empty and look complete.
 *
 * @throws BackupError when rows of a table are hidden from this role
 */
export async function assertAllSeen(session: Session): Promise<void> {
  const [row] = await ask<{ who: string; hidden: string[] | null }>(
    session,
    `SELECT current_user AS who, array_agg(t.name::text ORDER BY t.name) AS hidden
     FROM (${ourTables}) t
     WHERE row_security_active(t.oid) AND NOT EXISTS (SELECT FROM pg_policy p
       WHERE p.polrelid = t.oid AND p.polname = 'backup'
         AND current_user::regrole::oid = ANY (p.polroles))`,
  );
  if (!row?.hidden) return;
  throw new BackupError(
    `The role ${row.who} cannot read all rows of ${row.hidden.length} tables, such as ${row.hidden[0]}. Start this version of Carillon once as the role that created the tables, then try again.`,
  );
}
