import { tmpdir } from 'node:os';
import pino from 'pino';
import { beforeAll, expect, test } from 'vitest';
import { ensureDemoClient } from '../../src/cli/demo/demo-client.ts';
import { startDemoHistory } from '../../src/cli/demo/history.ts';
import { asOwner, asPlatform } from '../../src/db/database.ts';
import { createVault } from '../../src/db/encryption.ts';
import { findDemoClients } from '../../src/db/queries/demo-history.ts';
import { writeAnchor } from '../../src/db/queries/simulation.ts';
import { realMs, simMs } from '../../src/domain/milliseconds.ts';
import { freshDatabase } from '../harness/database.ts';
import { until } from '../harness/until.ts';
import { commandsOn } from './command-run.ts';

const db = await freshDatabase();
const command = commandsOn(db.url);

/** Rows of a client in every table that has one, by table. */
async function rowsOf(clientId: number): Promise<Record<string, number>> {
  return asOwner(db, async (tx) => {
    await tx.run(`SELECT set_config('carillon.backup', 'on', true)`);
    const tables = await tx.rows<{ name: string }>(
      `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE a.attname = 'client_id' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
         AND c.relnamespace = 'public'::regnamespace`,
    );
    const found: Record<string, number> = {};
    for (const { name } of tables) {
      const row = await tx.row<{ n: number }>(
        `SELECT count(*) AS n FROM ${name} WHERE client_id = $1`,
        [clientId],
      );
      if (row && row.n > 0) found[name] = row.n;
    }
    return found;
  });
}

let demo = 0;

beforeAll(async () => {
  const config = { dataFolder: tmpdir(), demoPassword: 'plum kettle 4471 harbor' };
  await ensureDemoClient(db, { ...config, demo: 'full' });
  const now = Date.parse('2026-11-20T19:00:00Z');
  const anchor = { realAnchor: realMs(now), simulatedAnchor: simMs(now), speed: 1 };
  await asPlatform(db, (tx) => writeAnchor(tx, anchor, null));
  const vault = createVault(Buffer.alloc(32, 3));
  const loading = startDemoHistory({ db, vault, log: pino({ level: 'error' }) });
  const [client] = await asPlatform(db, findDemoClients);
  demo = client?.clientId ?? 0;
  await until(async () => {
    const [found] = await asPlatform(db, findDemoClients);
    return found?.stage === 'starting' ? true : undefined;
  });
  await loading.stop();
});

test('the list of clients says which one is made up', async () => {
  const { out } = await command('client', 'list');
  expect(out).toContain('Demo (made up)');
});

test('whoever adds a first client is told how to remove the demo', async () => {
  const { code, out, err } = await command('client', 'add', 'acme', 'Acme');
  expect(code).toBe(0);
  // As it is typed in this folder.
  expect(out).toContain('Add a manager: npm run carillon -- manager add acme');
  expect(err).toContain(
    'The made-up client "demo" stays. To remove it: npm run carillon -- client remove-demo',
  );
});

test('the demo goes with all its data, its audit log stays, and no other client is touched', async () => {
  const clients = await asPlatform(db, (tx) =>
    tx.rows<{ id: number }>(`SELECT client_id AS id FROM client WHERE code = 'acme'`),
  );
  const other = clients[0]?.id ?? 0;
  const before = await rowsOf(other);
  const { code, out, err } = await command('client', 'remove-demo');
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(out).toContain('The demo client "demo" was removed with all its data.');
  const left = await rowsOf(demo);
  expect(Object.keys(left).filter((table) => !table.startsWith('audit_'))).toEqual([]);
  expect(await rowsOf(other)).toEqual(before);
  const removed = await asPlatform(db, (tx) =>
    tx.row<{ n: number }>(
      `SELECT count(*) AS n FROM audit_entry WHERE client_id = $1 AND thing_kind = 'client'
         AND actor_kind = 'operator' AND after IS NULL`,
      [demo],
    ),
  );
  expect(removed?.n).toBe(1);
  expect((await command('audit', 'verify')).code).toBe(0);
});

test('without a demo there is nothing to remove, and no client is ever taken for one', async () => {
  const { code, err } = await command('client', 'remove-demo');
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('There is no demo client.'),
  });
});
