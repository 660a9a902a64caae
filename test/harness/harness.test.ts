import { Client } from 'pg';
import { expect, test } from 'vitest';
import { asClient, asOwner } from '../../src/db/database.ts';
import { makeClient } from './clients.ts';
import { freshDatabase } from './database.ts';

const database = await freshDatabase();
const other = await freshDatabase();

test('two test files never see each other: each has a database of its own', async () => {
  await makeClient(database, { code: 'here' });
  const count = (db: typeof other) =>
    asOwner(db, (tx) => tx.row<{ n: number }>('SELECT count(*) AS n FROM migration'));
  expect(database.owner.database).not.toBe(other.owner.database);
  expect(await count(other)).toEqual(await count(database));
});

test('the owner is no superuser, so that row level security binds it as it does in production', async () => {
  const role = await asOwner(database, (tx) =>
    tx.row('SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user'),
  );
  expect(role).toEqual({ rolsuper: false, rolbypassrls: false });
});

test('a client sees itself and no other client', async () => {
  const a = await makeClient(database);
  await makeClient(database);
  const seen = await asClient(database, a.clientId, (tx) => tx.rows('SELECT code FROM client'));
  expect(seen).toEqual([{ code: a.code }]);
});

test('the address of a test database is one that DATABASE_URL takes', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  const { rows } = await client.query('SELECT current_database() AS name');
  await client.end();
  expect(rows).toEqual([{ name: database.owner.database }]);
});
