/** What every transaction and connection has, whatever the server is set to. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { openApiDatabases } from '../../src/api/databases.ts';
import { applicationName } from '../../src/db/connection.ts';
import {
  asClient,
  asClientSnapshot,
  asOwner,
  asPlatform,
  asReport,
  closeDatabase,
  openDatabase,
  type Tx,
} from '../../src/db/database.ts';
import { openEngineDatabases } from '../../src/engine/databases.ts';
import { makeClient } from '../harness/clients.ts';
import { freshDatabase } from '../harness/database.ts';

const db = await freshDatabase();
const { clientId } = await makeClient(db);

async function setAs(value: string): Promise<void> {
  const client = new Client(db.owner);
  await client.connect();
  await client.query(
    `ALTER ROLE CURRENT_USER IN DATABASE ${db.owner.database} SET synchronous_commit = ${value}`,
  );
  await client.end();
}

const shown = async (tx: Tx) => (await tx.row<{ at: string }>('SHOW synchronous_commit')) ?? {};

test.each([
  ['off', 'on'],
  ['local', 'on'],
  ['remote_write', 'on'],
  ['on', 'on'],
  ['remote_apply', 'remote_apply'],
])(
  'where synchronous_commit is %s, every kind of transaction commits with %s',
  async (set, has) => {
    await setAs(set);
    const fresh = openDatabase({ ...db.owner, max: 2 });
    const kinds = [
      asClient(fresh, clientId, shown),
      asClientSnapshot(fresh, clientId, shown),
      asPlatform(fresh, shown),
      asReport(fresh, clientId, shown),
      asOwner(fresh, shown),
    ];
    for (const kind of kinds) expect(await kind).toEqual({ synchronous_commit: has });
    await closeDatabase(fresh);
  },
);

test('a connection says which part of which process it is, in what PostgreSQL shows of a name', async () => {
  expect(applicationName('engine', 'phone-1', 4711)).toBe('carillon engine phone-1:4711');
  const long = applicationName('engine leases', 'höst.'.repeat(30), 4_194_304);
  expect(Buffer.byteLength(long)).toBe(63);
  expect(long).toMatch(/^carillon engine leases h-st\..*:4194304$/);
  const own = openDatabase({ ...db.owner, max: 1 });
  const { rows } = await own.pool.query(`SELECT current_setting('application_name') AS name`);
  expect(rows[0].name).toBe(applicationName('process'));
  await closeDatabase(own);
});

test('with the fewest connections that can be set, the engine and the API work', async () => {
  const engine = openEngineDatabases(db, 6);
  const api = openApiDatabases(db, 6);
  const parts = [engine.db, engine.leaseDb, api.db, api.platformDb];
  const names = await Promise.all(
    parts.map(async (part) => {
      // More at once than there are connections.
      const asked = Array.from({ length: 20 }, () =>
        asClient(part, clientId, async (tx) => {
          await tx.row('SELECT pg_sleep(0.01)');
          return tx.row<{ name: string }>(`SELECT current_setting('application_name') AS name`);
        }),
      );
      const all = await Promise.all(asked);
      return [all[0]?.name.split(' ').slice(1, -1).join(' '), part.pool.totalCount];
    }),
  );
  expect(names.map(([name]) => name)).toEqual(['engine', 'engine leases', 'api', 'api platform']);
  const opened = names.map(([, count]) => Number(count));
  expect((opened[0] ?? 0) + (opened[1] ?? 0)).toBeLessThanOrEqual(6);
  expect((opened[2] ?? 0) + (opened[3] ?? 0)).toBeLessThanOrEqual(6);
  await engine.close();
  await api.close();
});
