/**
 * Rewrites the tables that retention deletes from, without the free space. PostgreSQL reuses that
 * space by itself but does not return it. Each table is locked meanwhile and takes twice its space:
 * only for a stopped installation.
 */
import { asPlatform, type Database } from '../database.ts';
import { stands } from '../lease-states.ts';
import { type LivingProcess, listProcesses } from '../queries/process.ts';

const tables = [
  'attempt',
  'outbound_text',
  'list_entry_shared',
  'rejected_row',
  'account_phone',
  'inbound_text',
  'kept_reply',
  'text_reply',
  'report_part',
  'sound',
] as const;

export interface Compacted {
  table: string;
  /** Bytes with indexes. */
  before: number;
  after: number;
}

export interface CompactRun {
  done: Compacted[];
  /**
   * The processes that were found running; nothing was done from there on. Undefined: none, and all
   * is done.
   */
  busy?: LivingProcess[];
}

/**
 * Table by table, and before each one again: no process may be running on the database. A killed
 * process counts for ten more seconds.
 *
 * @param begin called before each table
 */
export async function compact(
  db: Database,
  begin: (table: string) => unknown = () => {},
): Promise<CompactRun> {
  const { pool } = db;
  const sizeOf = async (table: string): Promise<number> => {
    const found = await pool.query('SELECT pg_total_relation_size($1::regclass) AS bytes', [table]);
    return Number(found.rows[0].bytes);
  };
  const done: Compacted[] = [];
  for (const table of tables) {
    await begin(table);
    const { processes, owned } = await asPlatform(db, async (tx) => ({
      processes: await listProcesses(tx),
      // Also of an engine whose process row is missing at this moment.
      owned: await tx.row(`SELECT 1 FROM campaign_lease l WHERE ${stands('l')} LIMIT 1`),
    }));
    if (processes.length > 0 || owned) return { done, busy: processes };
    const before = await sizeOf(table);
    await pool.query(`VACUUM (FULL, ANALYZE) ${table}`);
    done.push({ table, before, after: await sizeOf(table) });
  }
  return { done };
}
