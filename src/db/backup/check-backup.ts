import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig, type PoolClient } from 'pg';
import { ask, quoted, readSequences, readTables } from './catalog.ts';
import type { BackupReader } from './file-reader.ts';
import { BackupError, type Figures, type Footer, nameOf } from './format.ts';
import { loadBackup } from './load-backup.ts';
import { readParts } from './take-backup.ts';

const prefix = 'carillon_check_';
/** SQLSTATE: somebody is connected to the database. */
const inUse = '55006';

/**
 * Restores a backup into a database of its own on the same server, reads every row there again and
 * compares counts, checksums and sequences with the backup's. The database is dropped in every
 * case.
 *
 * @throws BackupError that says what differs, or why it cannot be tried
 */
export async function checkBackup(
  connection: ClientConfig,
  reader: BackupReader,
  say: (line: string) => void,
): Promise<Footer> {
  const name = `${prefix}${randomBytes(6).toString('hex')}`;
  await removeLeftOver(connection);
  await makeDatabase(connection, name);
  try {
    const inspect = async (client: PoolClient, footer: Footer) => {
      say('Reading the restored data …');
      await compare(client, footer);
    };
    return await loadBackup(connectionTo(connection, name), reader, { say, inspect });
  } finally {
    await dropDatabase(connection, name);
  }
}

/**
 * The server itself ends an autovacuum worker for a plain DROP DATABASE. With FORCE it asks for the right to
 * end that worker, which only a superuser has: so FORCE is for sessions of our own that linger.
 */
async function dropDatabase(connection: ClientConfig, name: string): Promise<void> {
  const sql = `DROP DATABASE IF EXISTS ${quoted(name)}`;
  try {
    await command(connection, sql);
  } catch (error) {
    if ((error as { code?: string }).code !== inUse) throw error;
    await command(connection, `${sql} WITH (FORCE)`);
  }
}

/** Databases that a killed check left behind; those of a running check have a connection. */
async function removeLeftOver(connection: ClientConfig): Promise<void> {
  const left = await command(
    connection,
    `SELECT datname AS name FROM pg_database d
     WHERE datname ~ '^${prefix}[0-9a-f]{12}$' AND pg_has_role(current_user, d.datdba, 'MEMBER')
       AND NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = d.datname)`,
  );
  for (const { name } of left) {
    await command(connection, `DROP DATABASE IF EXISTS ${quoted(name ?? '')}`).catch(() => []);
  }
}

async function makeDatabase(connection: ClientConfig, name: string): Promise<void> {
  try {
    await command(connection, `CREATE DATABASE ${quoted(name)} TEMPLATE template0 ENCODING 'UTF8'`);
  } catch (cause) {
    if ((cause as { code?: string }).code !== '42501') throw cause;
    throw new BackupError(
      'A check needs to create a database, but this role may not. Grant the right with "ALTER ROLE … CREATEDB", or point DATABASE_URL at another server.',
      { cause },
    );
  }
}

async function command(connection: ClientConfig, sql: string): Promise<{ name?: string }[]> {
  const client = new Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await ask(client, sql);
  } finally {
    await client.end().catch(() => {});
  }
}

/** The same login to another database of the server. */
function connectionTo(connection: ClientConfig, database: string): ClientConfig {
  if (!connection.connectionString) return { ...connection, database };
  const url = new URL(connection.connectionString);
  url.pathname = `/${database}`;
  return { ...connection, connectionString: url.href };
}

async function compare(client: PoolClient, footer: Footer): Promise<void> {
  const found = await readParts(client, { tables: await readTables(client) });
  const byName = new Map(found.map((part) => [nameOf(part), part]));
  for (const part of footer.parts) {
    const after = byName.get(nameOf(part));
    if (!after || !same(part, after)) throw new BackupError(difference(nameOf(part), part, after));
    byName.delete(nameOf(part));
  }
  for (const part of byName.values()) {
    if (part.rows > 0) throw new BackupError(difference(nameOf(part), undefined, part));
  }
  const after = new Map((await readSequences(client)).map((sequence) => [sequence.name, sequence]));
  for (const { name, last, called } of footer.sequences) {
    const now = after.get(name);
    if (now?.last === last && now.called === called) continue;
    throw new BackupError(
      `The sequence ${name} is at ${last} in the backup, but at ${now?.last ?? 'nothing'} after a restore.`,
    );
  }
}

const same = (one: Figures, other: Figures) =>
  one.rows === other.rows && one.bytes === other.bytes && one.checksum === other.checksum;

function difference(name: string, was: Figures | undefined, is: Figures | undefined): string {
  const words = (figures: Figures | undefined) =>
    figures ? `${figures.rows} rows, ${figures.bytes} bytes (${figures.checksum})` : 'missing';
  return `${name} differs after a restore: ${words(was)} in the backup, ${words(is)} in the database.`;
}
