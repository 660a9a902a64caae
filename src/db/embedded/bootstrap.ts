import { Client } from 'pg';
import { type SocketAddress, superuser } from './socket-address.ts';

/** The role and the database of Carillon in its own server. */
export const ownerRole = 'carillon';
export const ownerDatabase = 'carillon';

/**
 * Makes the owner role and its database when they are missing. The owner is not a superuser, so
 * that row level security binds it here as on a server of DATABASE_URL.
 */
export async function bootstrap(address: SocketAddress): Promise<void> {
  const client = new Client(superuser(address));
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(`SELECT pg_advisory_lock(hashtext('carillon bootstrap'))`);
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [ownerRole]);
    if (role.rowCount === 0) {
      await client.query(`CREATE ROLE ${ownerRole} LOGIN CREATEROLE CREATEDB`);
    }
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      ownerDatabase,
    ]);
    if (found.rowCount === 0) {
      await client.query(`CREATE DATABASE ${ownerDatabase} OWNER ${ownerRole} TEMPLATE template0`);
    }
  } finally {
    await client.end();
  }
}
