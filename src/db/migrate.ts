import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, type ClientConfig } from 'pg';
import { migrateJobQueue } from './job-queue.ts';

/** One file of src/db/migrations. */
export interface Migration {
  /** `0001-clients`, without `.sql`. */
  name: string;
  sql: string;
  /** SHA-256 of the text, line ends normalised. */
  checksum: string;
}

/** Something that the operator can understand and act on. */
export class MigrationError extends Error {
  override name = 'MigrationError';
}

const migrationsFolder = fileURLToPath(new URL('./migrations/', import.meta.url));

/** The migrations of this version of Carillon, in order. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) {
      throw new MigrationError(`${file} is not named like 0001-what-it-does.sql.`);
    }
    // Numbers are given out before the work is done, so one may stay unused; none comes twice.
    if (files[index - 1]?.slice(0, 4) === file.slice(0, 4)) {
      throw new MigrationError(`The migrations ${files[index - 1]} and ${file} have one number.`);
    }
    const sql = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(sql).digest('hex');
    return { name: file.slice(0, -'.sql'.length), sql, checksum };
  });
}

/**
 * Brings a database up to this version; does nothing when it is. Several processes may try at
 * once: an advisory lock lets one work and the others find it done. Each migration is one
 * transaction, so a failing one leaves nothing of itself behind.
 *
 * @param connection the owner's connection
 * @returns the names of what was applied now
 * @throws MigrationError when an applied migration was changed, or the database is newer
 */
export async function migrate(
  connection: ClientConfig,
  migrations = readMigrations(),
): Promise<string[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('carillon migrations'))`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS migration (
         name text PRIMARY KEY,
         checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    const pending = pendingOf(migrations, await applied(client));
    for (const migration of pending) await apply(client, migration);
    await migrateJobQueue(connection);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The migrations that a database still lacks. Throws MigrationError where `migrate` would. */
export async function pendingMigrations(
  connection: ClientConfig,
  migrations = readMigrations(),
): Promise<string[]> {
  const client = new Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT to_regclass('migration') IS NOT NULL AS made`);
    const known = rows[0].made ? await applied(client) : new Map<string, string>();
    return pendingOf(migrations, known).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function applied(client: Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migration ORDER BY name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function pendingOf(migrations: Migration[], known: Map<string, string>): Migration[] {
  const names = new Set(migrations.map(({ name }) => name));
  for (const name of known.keys()) {
    if (!names.has(name)) {
      throw new MigrationError(
        `The database has the migration ${name}, which this version of Carillon does not know. It was made by a newer version: start that one.`,
      );
    }
  }
  for (const { name, checksum } of migrations) {
    const was = known.get(name);
    if (was !== undefined && was !== checksum) {
      throw new MigrationError(
        `The migration ${name} was changed after this database applied it. Undo the change and put it into a new migration.`,
      );
    }
  }
  return migrations.filter(({ name }) => !known.has(name));
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new MigrationError(`Migration ${name} failed: ${(cause as Error).message}`, { cause });
  }
}
