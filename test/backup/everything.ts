/** Everything in a database, read without the backup's own code, to compare two of them. */
import { Client, type ClientConfig } from 'pg';
import { readSchema } from '../../scripts/schema/read-schema.ts';

export interface Everything {
  /** `table: rows, sum of hashes`. */
  rows: string[];
  sequences: string[];
  partitions: string[];
  indexes: string[];
  jobs: unknown[];
  schema: string;
}

/**
 * `do_not_call.asked_in` is a transaction of one server; everything else must be the same.
 *
 * @param owner a login that owns the tables
 */
export async function everythingIn(owner: ClientConfig): Promise<Everything> {
  const client = new Client(owner);
  await client.connect();
  const list = async (sql: string) =>
    (await client.query<{ line: string }>(sql)).rows.map(({ line }) => line);
  try {
    await client.query(
      `SET carillon.backup = 'on'; SET timezone = 'UTC'; SET search_path = public`,
    );
    const tables = await list(
      `SELECT relname AS line FROM pg_class c WHERE relnamespace = 'public'::regnamespace
         AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
    );
    const rows: string[] = [];
    for (const table of tables) {
      rows.push(
        ...(await list(
          `SELECT concat('${table}: ', count(*), ', ',
             coalesce(sum(hashtextextended((to_jsonb(t) - 'asked_in' - 'restored_at' - 'restored_from'
               - 'hold_since' - 'hold_code' - 'hold_facts' - 'hold_id')::text, 0)), 0)) AS line
           FROM "${table}" t`,
        )),
      );
    }
    const sequences: string[] = [];
    for (const name of await list(
      `SELECT relname AS line FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    )) {
      sequences.push(
        ...(await list(
          `SELECT concat('${name}: ', last_value, ' ', is_called) AS line FROM "${name}"`,
        )),
      );
    }
    const { rows: jobs } = await client.query(
      `SELECT t.identifier, q.queue_name, j.payload::text, j.key, j.run_at, j.priority, j.max_attempts,
         j.attempts, j.last_error, j.flags FROM graphile_worker._private_jobs j
       JOIN graphile_worker._private_tasks t ON t.id = j.task_id
       LEFT JOIN graphile_worker._private_job_queues q ON q.id = j.job_queue_id ORDER BY j.id`,
    );
    return {
      rows,
      sequences,
      jobs,
      partitions: await list(partitions),
      indexes: await list(indexes),
      schema: await readSchema(owner),
    };
  } finally {
    await client.end();
  }
}

/** Without the audit log, in which a restore is an entry itself. */
export function withoutLog({ rows, ...rest }: Everything): Everything {
  return { ...rest, rows: rows.filter((line) => !/^audit_(chain|entry)\b/.test(line)) };
}

const partitions = `
  SELECT concat_ws(' | ', c.relname, inhparent::regclass, pg_get_expr(c.relpartbound, c.oid),
    pg_get_partkeydef(c.oid), c.relrowsecurity, c.relforcerowsecurity, c.reloptions::text,
    (SELECT string_agg(conname || ' ' || pg_get_constraintdef(k.oid), ', ' ORDER BY conname)
     FROM pg_constraint k WHERE k.conrelid = c.oid),
    (SELECT string_agg(concat_ws(' ', attname, format_type(atttypid, atttypmod), attnotnull,
       pg_get_expr(d.adbin, d.adrelid), attstorage), ', ' ORDER BY attname)
     FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
     WHERE a.attrelid = c.oid AND attnum > 0 AND NOT attisdropped)) AS line
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE c.relkind IN ('r', 'p') ORDER BY 1`;

/** Of partitions, without their names, which PostgreSQL makes up. */
const indexes = `
  SELECT concat_ws(' | ', i.indrelid::regclass,
    regexp_replace(pg_get_indexdef(i.indexrelid), 'INDEX \\S+ ON', 'INDEX ON'),
    i.indisvalid, i.indisprimary,
    (SELECT p.inhparent::regclass::text FROM pg_inherits p WHERE p.inhrelid = i.indexrelid)) AS line
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relispartition
  ORDER BY 1`;
