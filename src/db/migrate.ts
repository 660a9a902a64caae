import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client, type ClientBase } from 'pg';
import { realMs } from '#domain/milliseconds.ts';
import { durably } from './begin.ts';
import { type DatabaseConnection, directOf } from './connection.ts';
import { isOutOfRoom } from './errors.ts';
import { migrateJobQueue } from './job-queue.ts';
import { MigrationError } from './migration-error.ts';
import { MissingRights, withRolesMade } from './roles.ts';
import { withFunctions } from './sql-functions.ts';
import { type Applied, recordTakeover, takeoverProblem, underTodaysNames } from './takeover.ts';
import { type LockWait, waitForLock } from './waited-lock.ts';

/** One file of src/db/migrations. */
export interface Migration {
  /** `0001-roles`, without `.sql`. */
  name: string;
  /** With the functions that it names, see sql-functions.ts. */
  sql: string;
  /** SHA-256 of the file's text, line ends normalised. */
  checksum: string;
}

export interface MigrateOptions extends LockWait {
  underLock?: () => Promise<void>;
}

const migrationsFolder = fileURLToPath(new URL('./migrations/', import.meta.url));

/** The migrations of this version of Carillon, in order. */
export function readMigrations(folder = migrationsFolder, functions?: string): Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return files.sort().map((file, index) => {
    if (!/^\d{4}-[a-z0-9-]+\.sql$/.test(file)) {
      throw new MigrationError(`${file} is not named like 0001-what-it-does.sql.`);
    }
    // Numbers are given out before the work is done, so one may stay unused; none comes twice.
    if (files[index - 1]?.slice(0, 4) === file.slice(0, 4)) {
      throw new MigrationError(
        `The migrations ${files[index - 1]} and ${file} have the same number.`,
      );
    }
    const text = readFileSync(`${folder}/${file}`, 'utf8').replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(text).digest('hex');
    const name = file.slice(0, -'.sql'.length);
    return { name, sql: withFunctions(name, text, functions), checksum };
  });
}

/**
 * Brings a database up to this version; does nothing when it is. Several processes may try at once:
 * an advisory lock lets one work and the others find it done. Each migration is one transaction, so
 * a failing one leaves nothing behind.
 *
 * @param connection the owner's connection; its direct address is used where it has one
 * @param options `underLock`: checks once more when no other process can migrate; its error ends this
 *   before anything is changed
 * @returns the names of the migrations that were applied
 * @throws MigrationError when an applied migration was changed, or the database is newer; LockHeld
 *   when another process migrates for too long; MissingRights with the SQL that helps
 */
export async function migrate(
  connection: DatabaseConnection,
  migrations = readMigrations(),
  { underLock, ...wait }: MigrateOptions = {},
): Promise<string[]> {
  const keeper = await connected(connection);
  try {
    await holdLock(keeper, wait);
    await underLock?.();
    const client = await connected(connection);
    try {
      const pending = await pendingIn(client, migrations);
      for (const migration of pending) await apply(client, migration);
      await migrateJobQueue(connection);
      return pending.map(({ name }) => name);
    } finally {
      await client.end();
    }
  } finally {
    await keeper.end();
  }
}

async function connected(connection: DatabaseConnection): Promise<Client> {
  const client = new Client(directOf(connection, 'migrations'));
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** Migrating a large database takes time. */
const usualPatience = realMs(600_000);

/**
 * Until the connection ends. The lock belongs to the transaction, not the session: behind a pooler
 * a session outlives its process, and would keep the lock forever.
 */
async function holdLock(keeper: Client, wait: LockWait): Promise<void> {
  await keeper.query(`BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0`);
  const name = 'carillon migrations';
  const heldBecause = 'another process is applying migrations to this database';
  const patience = { patienceMs: usualPatience, ...wait };
  await waitForLock(keeper, { name, mode: 'transaction', heldBecause }, patience);
}

async function pendingIn(client: Client, migrations: Migration[]): Promise<Migration[]> {
  await makeMigrationTable(client);
  const known = await applied(client);
  const today = todays(known, migrations);
  const pending = pendingOf(migrations, today);
  if (today !== known) {
    await inTransaction(client, () => recordTakeover(client, migrations));
  }
  return pending;
}

/** @throws MigrationError when the database is older than the baseline and cannot be taken over */
function todays(known: Applied, migrations: Migration[]): Applied {
  const problem = takeoverProblem(known);
  if (!problem) return underTodaysNames(known, migrations);
  throw new MigrationError(
    `The database was created before version 0.1.0 and ${problem.what}. Start Carillon at commit ${problem.commit} on it once, then this version.`,
  );
}

/** The migrations that a database still lacks. Throws MigrationError where `migrate` would. */
export async function pendingMigrations(
  connection: DatabaseConnection,
  migrations = readMigrations(),
): Promise<string[]> {
  const client = await connected(connection);
  try {
    const { rows } = await client.query(`SELECT to_regclass('migration') IS NOT NULL AS made`);
    const known = rows[0].made ? await applied(client) : new Map<string, string>();
    return pendingOf(migrations, todays(known, migrations)).map(({ name }) => name);
  } finally {
    await client.end();
  }
}

async function applied(client: Client): Promise<Applied> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migration ORDER BY name',
  );
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

function pendingOf(migrations: Migration[], known: Applied): Migration[] {
  const names = new Set(migrations.map(({ name }) => name));
  for (const name of known.keys()) {
    if (!names.has(name)) {
      throw new MigrationError(
        `The database has the migration ${name}, which this version of Carillon does not have. It was created by a newer version. Start that one.`,
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

/**
 * Applies migrations inside the caller's transaction without recording them: for a restore, whose
 * rows say which were applied.
 */
export async function applyWithin(
  client: ClientBase,
  migrations: readonly Migration[],
): Promise<void> {
  for (const { name, sql } of migrations) {
    try {
      await client.query(await withRolesMade(client, sql));
    } catch (cause) {
      if (cause instanceof MissingRights) throw cause;
      throw new MigrationError(`Migration ${name} failed: ${(cause as Error).message}`, { cause });
    }
  }
}

/** The table of applied migrations; every database of Carillon has it. */
export async function makeMigrationTable(client: Pick<ClientBase, 'query'>): Promise<void> {
  await client.query(
    `CREATE TABLE IF NOT EXISTS migration (
       name text PRIMARY KEY,
       checksum text NOT NULL,
       applied_at timestamptz NOT NULL DEFAULT now()
     )`,
  );
}

async function apply(client: Client, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await inTransaction(client, async () => {
      await client.query(await withRolesMade(client, sql));
      await client.query('INSERT INTO migration (name, checksum) VALUES ($1, $2)', [
        name,
        checksum,
      ]);
    });
  } catch (cause) {
    if (cause instanceof MissingRights || isOutOfRoom(cause)) throw cause;
    throw new MigrationError(`Migration ${name} failed: ${(cause as Error).message}`, { cause });
  }
}

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  try {
    await client.query(`BEGIN; SELECT ${durably}`);
    await work();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
