import { asClient, asOwner, type Database } from '../../src/db/database.ts';

export const nothing = { lists: 0, entries: 0, rejected: 0, tables: 0 };

/** What an upload may leave behind when it fails: `nothing`. */
export async function leftovers(db: Database, clientId: number) {
  const rows = await asClient(db, clientId, (tx) =>
    tx.row<{ lists: number; entries: number; rejected: number }>(
      `SELECT (SELECT count(*) FROM call_list) AS lists, (SELECT count(*) FROM list_entry) AS entries,
         (SELECT count(*) FROM rejected_row) AS rejected`,
    ),
  );
  const tables = await asOwner(db, (tx) =>
    tx.row<{ tables: number }>(
      "SELECT count(*) AS tables FROM pg_class WHERE relkind = 'r' AND relname ~ '^list_entry_[0-9]+$'",
    ),
  );
  return { ...rows, ...tables };
}
