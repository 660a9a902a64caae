import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { afterAll, inject } from 'vitest';
import { closeDatabase, type Database, openDatabase } from '../../src/db/database.ts';

/** A migrated, empty database of a test file's own. */
export interface TestDatabase extends Database {
  /** The owner's login, for child processes, COPY and what needs a connection of its own. */
  owner: Required<Pick<ClientConfig, 'host' | 'port' | 'user' | 'database'>> & ClientConfig;
  /** The same as an address for DATABASE_URL. */
  url: string;
}

/** Must be the same name as in global-setup.ts, which a test process cannot import cheaply. */
const template = 'carillon_template';

/** SQLSTATE of «permission denied to terminate process». */
const insufficientPrivilege = '42501';

/**
 * Copies the migrated template (about 40 ms). Call it at the top of a test file or of a describe
 * block: the database is closed and dropped after it.
 */
export async function freshDatabase(options: { max?: number } = {}): Promise<TestDatabase> {
  const server = inject('postgres');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await maintenance(`CREATE DATABASE ${name} TEMPLATE ${template}`);
  const owner = { ...server, database: name };
  const db = openDatabase({ ...owner, max: options.max ?? 10 });
  afterAll(async () => {
    await closeDatabase(db);
    await drop(name);
  });
  const url = `postgresql://${server.user}@${encodeURIComponent(server.host)}:${server.port}/${name}`;
  return { ...db, owner, url };
}

/**
 * Autovacuum may be at work in it, which only a superuser can end: a refused drop is tried again
 * once that is over.
 */
async function drop(name: string): Promise<void> {
  for (let left = 50; ; left -= 1) {
    try {
      await maintenance(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      const busy = (error as { code?: string }).code === insufficientPrivilege;
      if (!busy || left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Two copies of one template at once are refused by PostgreSQL; a lock lines them up. */
async function maintenance(sql: string): Promise<void> {
  const client = new Client({ ...inject('postgres'), database: 'carillon' });
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('carillon test databases'))`);
    await client.query(sql);
  } finally {
    await client.end();
  }
}
