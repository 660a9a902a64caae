import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client, type ClientConfig } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { plainSession } from './dump.ts';
import { type Part, type PartitionPart, partsOf } from './fixture.ts';

/**
 * Puts a fixture into an empty database, as its own version's migrations make it.
 *
 * @param owner whose the tables are, as on any installation
 * @param superuser the same database by somebody whom row level security does not bind
 */
export async function restoreFixture(
  owner: ClientConfig,
  superuser: ClientConfig,
  parts: readonly Part[],
): Promise<void> {
  await connected(owner, async (client) => {
    await client.query(bookkeeping);
    for (const { sql } of partsOf(parts, 'migration')) {
      await client.query('BEGIN');
      await client.query(sql);
      await client.query('COMMIT');
    }
    for (const partition of partsOf(parts, 'partition')) await makePartition(client, partition);
  });
  await connected(superuser, async (client) => {
    // What the migrations put in stands among the rows, too.
    for (const table of await filledTables(client)) await client.query(`TRUNCATE ${table} CASCADE`);
    await fill(client, parts);
  });
}

async function connected(connection: ClientConfig, work: (client: Client) => Promise<void>) {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(plainSession);
    await work(client);
  } finally {
    await client.end();
  }
}

async function fill(client: Client, parts: readonly Part[]): Promise<void> {
  // No foreign key and no trigger: the rows are all there at the end.
  await client.query('SET session_replication_role = replica');
  for (const { table, columns, text } of partsOf(parts, 'rows')) {
    const names = columns.map((column) => `"${column}"`).join(', ');
    const into = client.query(copyFrom(`COPY ${table} (${names}) FROM STDIN`));
    await pipeline(Readable.from([text]), into);
  }
  for (const { name, last } of partsOf(parts, 'sequence')) {
    await client.query('SELECT setval($1::regclass, $2::bigint)', [name, last]);
  }
  await client.query('ANALYZE');
}

/** What the two programs that migrate keep their accounts in. */
const bookkeeping = `
  CREATE TABLE migration (name text PRIMARY KEY, checksum text NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now());
  CREATE SCHEMA graphile_worker;
  CREATE TABLE graphile_worker.migrations (id int PRIMARY KEY,
    ts timestamptz DEFAULT now() NOT NULL, breaking boolean NOT NULL DEFAULT false)`;

async function filledTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace::regnamespace::text IN ('public', 'graphile_worker')`,
  );
  const filled: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`SELECT FROM ${name} LIMIT 1`);
    if (rowCount) filled.push(name);
  }
  return filled;
}

async function makePartition(client: Client, one: PartitionPart): Promise<void> {
  // The migrations made some themselves.
  const { rows } = await client.query('SELECT to_regclass($1) IS NULL AS missing', [one.table]);
  if (!rows[0]?.missing) return;
  const divided = one.key ? ` PARTITION BY ${one.key}` : '';
  await client.query(`CREATE TABLE ${one.table} PARTITION OF ${one.parent} ${one.bound}${divided}`);
  if (one.rowSecurity) {
    await client.query(
      `ALTER TABLE ${one.table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY`,
    );
  }
}
