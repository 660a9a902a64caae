/** The database that a backup is loaded into: emptied, made ready for the rows, and put in order after them. */
import type { ClientBase } from 'pg';
import { isConflict } from '../errors.ts';
import { ask, quoted, type Session } from './catalog.ts';
import { BackupError, type PartitionFacts, type SequenceFacts, type TableFacts } from './format.ts';

const q = (name: string) => `public.${quoted(name)}`;

/** What is removed before the rows are loaded and restored after them. */
export interface TakenOff {
  /** Statements that put back, in this order. */
  indexes: string[];
  foreignKeys: string[];
  triggers: string[];
  security: string[];
}

const notOfExtension = (oid: string, catalog: string) =>
  `NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = ${oid} AND d.classid = '${catalog}'::regclass
     AND d.deptype = 'e')`;

const inPublic = `= 'public'::regnamespace`;

/** Whether the schema public is empty, a database of Carillon, or somebody else's. */
export async function contentOf(session: Session): Promise<'nothing' | 'carillon' | 'others'> {
  const [found] = await ask<{ any: boolean; ours: boolean }>(
    session,
    `SELECT to_regclass('public.migration') IS NOT NULL
         AND to_regclass('public.installation') IS NOT NULL AS ours,
       EXISTS (SELECT FROM pg_class c WHERE c.relnamespace ${inPublic}
         AND ${notOfExtension('c.oid', 'pg_class')}) AS any`,
  );
  if (found?.ours) return 'carillon';
  return found?.any ? 'others' : 'nothing';
}

const mostTries = 5;

/**
 * Drops everything in the schema public that no extension made. A reader that locks in another
 * order may deadlock with this; when this is the victim, it is repeated.
 */
export async function clear(session: Session): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    await session.query('SAVEPOINT before_clearing');
    try {
      await dropEverything(session);
      await session.query('RELEASE before_clearing');
      return;
    } catch (error) {
      if (!isConflict(error) || tries === mostTries) throw error;
      await session.query('ROLLBACK TO before_clearing');
    }
  }
}

async function dropEverything(session: Session): Promise<void> {
  const dropAll = async (what: string, names: string) => {
    const [found] = await ask<{ list: string | null }>(session, names);
    if (found?.list) await session.query(`DROP ${what} ${found.list}`);
  };
  const relations = (kinds: string) =>
    `SELECT string_agg(format('public.%I', c.relname), ', ' ORDER BY c.relname) AS list FROM pg_class c
     WHERE c.relnamespace ${inPublic} AND c.relkind IN (${kinds}) AND NOT c.relispartition
       AND ${notOfExtension('c.oid', 'pg_class')}`;
  await dropAll('MATERIALIZED VIEW', relations(`'m'`));
  await dropAll('VIEW', relations(`'v'`));
  await dropAll('TABLE', relations(`'r', 'p'`));
  // Sequences of identity columns are gone with their tables by now.
  await dropAll('SEQUENCE', relations(`'S'`));
  await dropAll(
    'FUNCTION',
    `SELECT string_agg(p.oid::regprocedure::text, ', ') AS list FROM pg_proc p
     WHERE p.pronamespace ${inPublic} AND p.prokind = 'f' AND ${notOfExtension('p.oid', 'pg_proc')}`,
  );
  await dropAll(
    'TYPE',
    `SELECT string_agg(format('public.%I', t.typname), ', ') AS list FROM pg_type t
     WHERE t.typnamespace ${inPublic} AND t.typtype IN ('e', 'd') AND ${notOfExtension('t.oid', 'pg_type')}`,
  );
}

/**
 * After the migrations: empties tables that migrations filled, removes what would slow the load or
 * change the rows (indexes, foreign keys, triggers, the owner's policies), and makes the partitions
 * that the backup has, unattached, in place of those that the migrations made.
 */
export async function makeReady(
  session: Session,
  tables: readonly TableFacts[],
): Promise<TakenOff> {
  const all = tables.map(({ name }) => q(name)).join(', ');
  const taken: TakenOff = {
    foreignKeys: await takeOff(session, foreignKeys),
    indexes: await takeOff(session, plainIndexes),
    triggers: await takeOff(session, triggers),
    security: await takeOff(session, security),
  };
  await session.query(`TRUNCATE ${all}`);
  for (const { name, partitions } of tables) {
    if (partitions === null) continue;
    const made = await ask<{ list: string | null }>(
      session,
      `SELECT string_agg(inhrelid::regclass::text, ', ') AS list FROM pg_inherits
       WHERE inhparent = $1::regclass`,
      [q(name)],
    );
    if (made[0]?.list) await session.query(`DROP TABLE ${made[0].list}`);
    for (const partition of partitions) await makePartition(session, name, partition);
  }
  return taken;
}

/** Runs the first statement of each row, and returns the second ones. */
async function takeOff(session: Session, query: string): Promise<string[]> {
  const found = await ask<{ off: string; back: string }>(session, query);
  for (const { off } of found) await session.query(off);
  return found.map(({ back }) => back);
}

export async function putBack(session: Session, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await session.query(statement);
}

const foreignKeys = `
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS off,
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname,
      pg_get_constraintdef(oid)) AS back
  FROM pg_constraint WHERE connamespace ${inPublic} AND contype = 'f' AND conparentid = 0
  ORDER BY conrelid::regclass::text, conname`;

/** Of tables without partitions, and none that a constraint is made of; the others come with ATTACH. */
const plainIndexes = `
  SELECT format('DROP INDEX %s', i.indexrelid::regclass) AS off, pg_get_indexdef(i.indexrelid) AS back
  FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
  WHERE c.relnamespace ${inPublic} AND c.relkind = 'r' AND NOT c.relispartition
    AND NOT EXISTS (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)
  ORDER BY i.indexrelid::regclass::text`;

const triggers = `
  SELECT DISTINCT format('ALTER TABLE %s DISABLE TRIGGER USER', tgrelid::regclass) AS off,
    format('ALTER TABLE %s ENABLE TRIGGER USER', tgrelid::regclass) AS back
  FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND c.relnamespace ${inPublic} AND NOT c.relispartition`;

const security = `
  SELECT format('ALTER TABLE %s NO FORCE ROW LEVEL SECURITY', oid::regclass) AS off,
    format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', oid::regclass) AS back
  FROM pg_class c WHERE relnamespace ${inPublic} AND relforcerowsecurity AND NOT relispartition
  ORDER BY relname`;

/**
 * A partition right below its table stays unattached until it is loaded; one further below is
 * attached at once.
 */
async function makePartition(
  session: Session,
  table: string,
  { name, parent, bound, by, checks, options }: PartitionFacts,
): Promise<void> {
  const rest = `${by ? ` PARTITION BY ${by}` : ''}${options.length > 0 ? ` WITH (${options.join(', ')})` : ''}`;
  if (parent === table) {
    const like = 'INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING GENERATED INCLUDING STORAGE';
    await session.query(
      `CREATE TABLE ${q(name)} (LIKE ${q(parent)} ${like} INCLUDING COMPRESSION INCLUDING COMMENTS)${rest}`,
    );
  } else {
    await session.query(`CREATE TABLE ${q(name)} PARTITION OF ${q(parent)} ${bound}${rest}`);
  }
  for (const check of checks) {
    await session.query(
      `ALTER TABLE ${q(name)} ADD CONSTRAINT ${quoted(check.name)} ${check.definition}`,
    );
  }
}

/** Makes a loaded table a partition: PostgreSQL then builds the indexes of its table on it. */
export async function attach(
  session: Session,
  table: string,
  partitions: readonly PartitionFacts[],
  name: string,
): Promise<void> {
  const found = partitions.find((partition) => partition.name === name);
  if (!found) throw new BackupError(`The backup has rows of ${name}, but no definition of it.`);
  await session.query(`ALTER TABLE ${q(table)} ATTACH PARTITION ${q(name)} ${found.bound}`);
}

/** Row level security of a partition, which it does not inherit from its table. */
export async function securePartitions(
  session: Session,
  tables: readonly TableFacts[],
): Promise<void> {
  for (const { name, rowSecurity, forced } of tables.flatMap(
    ({ partitions }) => partitions ?? [],
  )) {
    if (rowSecurity) await session.query(`ALTER TABLE ${q(name)} ENABLE ROW LEVEL SECURITY`);
    if (forced) await session.query(`ALTER TABLE ${q(name)} FORCE ROW LEVEL SECURITY`);
  }
}

export async function setSequences(
  session: Session,
  sequences: readonly SequenceFacts[],
): Promise<void> {
  for (const { name, last, called } of sequences) {
    await session.query('SELECT setval($1::regclass, $2::bigint, $3)', [q(name), last, called]);
  }
}

/** Puts the jobs of the temporary table `restored_job` into the queue, in their order. */
export async function queueJobs(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(`
    DELETE FROM graphile_worker._private_jobs;
    DO $$
    DECLARE
      job restored_job;
      added bigint;
    BEGIN
      FOR job IN SELECT * FROM restored_job ORDER BY ctid LOOP
        SELECT id INTO added FROM graphile_worker.add_job(job.task, job.payload, queue_name => job.queue,
          run_at => job.run_at, max_attempts => job.most_attempts, job_key => job.key,
          priority => job.priority, flags => job.flags);
        UPDATE graphile_worker._private_jobs
          SET attempts = job.attempts, last_error = job.last_error WHERE id = added;
      END LOOP;
    END $$`);
}
