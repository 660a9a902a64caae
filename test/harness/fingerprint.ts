import { asClient, asOwner, type Database } from '../../src/db/database.ts';

/** Every table with a client_id: what row level security must hold apart. */
export async function tenantTables(db: Database): Promise<string[]> {
  const rows = await asOwner(db, (tx) =>
    tx.rows<{ name: string }>(
      `SELECT c.relname AS name
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND NOT c.relispartition AND a.attname = 'client_id' AND NOT a.attisdropped
       ORDER BY 1`,
    ),
  );
  return rows.map(({ name }) => name);
}

/** They grow by being asked: a refusal is an entry. */
export const auditTables = ['audit_chain', 'audit_entry', 'audit_root'];

/** A hash of all rows of a client, by table; a table without one is absent. */
export async function fingerprint(
  db: Database,
  clientId: number,
  except: readonly string[] = [],
): Promise<Record<string, string>> {
  const tables = await tenantTables(db);
  return asClient(db, clientId, async (tx) => {
    const hashes: Record<string, string> = {};
    for (const table of tables.filter((name) => !except.includes(name))) {
      const row = await tx.row<{ hash: string | null }>(
        `SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS hash FROM ${table} t`,
      );
      if (row?.hash) hashes[table] = row.hash;
    }
    return hashes;
  });
}
