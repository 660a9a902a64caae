/**
 * Writes the tables that retention deletes from anew, without the room of what went. PostgreSQL uses such
 * room again by itself but gives none of it back. Each table is locked meanwhile, and stands twice on the
 * disk: a matter of a stopped installation.
 */
import { asPlatform, type Database } from '../database.ts';
import { type LivingProcess, listProcesses } from '../queries/process.ts';

const tables = [
  'attempt',
  'outbound_text',
  'list_entry_shared',
  'rejected_row',
  'account_phone',
  'inbound_text',
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
  /** Who was found at work; nothing was done from there on. Undefined: nobody, and all is done. */
  busy?: LivingProcess[];
}

/**
 * Table by table, and before each one again: nobody may be at work on the database. A process that was
 * killed counts for ten seconds more.
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
    const { processes, led } = await asPlatform(db, async (tx) => ({
      processes: await listProcesses(tx),
      // Also of an engine whose process does not tell of itself at this moment.
      led: await tx.row('SELECT 1 FROM campaign_lease WHERE until > clock_timestamp() LIMIT 1'),
    }));
    if (processes.length > 0 || led) return { done, busy: processes };
    const before = await sizeOf(table);
    await pool.query(`VACUUM (FULL, ANALYZE) ${table}`);
    done.push({ table, before, after: await sizeOf(table) });
  }
  return { done };
}
