import { randomBytes } from 'node:crypto';
import { Client, type ClientConfig } from 'pg';
import { afterAll, inject } from 'vitest';
import { superuser } from '../../src/db/embedded/socket-address.ts';
import { dropDatabase } from '../harness/drop-database.ts';

export interface EmptyDatabase {
  /** As the owner of an installation has it. */
  owner: ClientConfig & { database: string };
  /** By who may read every row. */
  superuser: ClientConfig;
  /** For DATABASE_URL. */
  url: string;
}

/** A database without a single table, dropped after the test file. */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const server = inject('postgres');
  const all = superuser({ host: server.host, port: server.port });
  const database = `test_${randomBytes(6).toString('hex')}`;
  const maintenance = async (sql: string) => {
    const client = new Client(all);
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await maintenance(`CREATE DATABASE ${database} OWNER ${server.user} TEMPLATE template0`);
  afterAll(() => dropDatabase(database, maintenance));
  const { host, port, user } = server;
  return {
    owner: { ...server, database },
    superuser: { ...all, database },
    url: `postgresql://${user}@${encodeURIComponent(host)}:${port}/${database}`,
  };
}
