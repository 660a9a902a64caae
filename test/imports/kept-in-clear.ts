/** Where a database keeps values in clear: in its rows, and in its files. */
import { Client } from 'pg';
import { expect } from 'vitest';
import { asOwner, type Database } from '../../src/db/database.ts';
import { superuser } from '../../src/db/embedded/socket-address.ts';
import type { TestDatabase } from '../harness/database.ts';

/** The rows of every table, as text, that hold one of the values. */
export async function rowsHolding(db: Database, values: string[]): Promise<string[]> {
  return asOwner(db, async (tx) => {
    // As a backup, which reads every client's rows.
    await tx.run(`SELECT set_config('carillon.backup', 'on', true)`);
    const tables = await tx.rows<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname IN ('public', 'graphile_worker')`,
    );
    expect(tables.length).toBeGreaterThan(60);
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await tx.rows(
        `SELECT 1 FROM ${name} AS t WHERE EXISTS (
           SELECT FROM unnest($1::text[]) AS v WHERE strpos(t::text, v) > 0
             OR strpos(t::text, encode(convert_to(v, 'UTF8'), 'hex')) > 0) LIMIT 1`,
        [values],
      );
      if (rows.length > 0) found.push(name);
    }
    return found;
  });
}

/** Files of the database and of its log of changes, which has each change once it is committed. */
export async function filesHolding(db: TestDatabase, values: string[]): Promise<string[]> {
  const server = new Client(superuser(db.owner as Required<typeof db.owner>));
  await server.connect();
  await server.query('CHECKPOINT');
  const found = await server.query<{ path: string }>(
    `SELECT path FROM (
       SELECT 'base/' || oid || '/' || pg_ls_dir('base/' || oid) AS path FROM pg_database
       WHERE datname = $1
       UNION ALL SELECT 'pg_wal/' || name FROM pg_ls_waldir()) AS file
     WHERE EXISTS (SELECT FROM unnest($2::text[]) AS v
       WHERE position(convert_to(v, 'UTF8') IN pg_read_binary_file(path, 0, 1000000000, true)) > 0)`,
    [db.owner.database, values],
  );
  await server.end();
  return found.rows.map(({ path }) => path);
}
