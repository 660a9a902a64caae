/** What 0037-numbers-beside-lists.sql finds out about lists from before it. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { freshDatabase } from '../harness/database.ts';

const [one, two, three] = [1, 2, 3].map((n) => `1212555010${n}`);

test('numbers that reuses left behind and that were rejected are kept with their account', async () => {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(
    owner,
    readMigrations().filter(({ name }) => name < '0037'),
  );
  await client.query(`
    INSERT INTO client (code, name) VALUES ('a', 'A');
    ALTER TABLE call_list DROP CONSTRAINT call_list_client_id_campaign_id_fkey;
    SELECT set_config('role', 'carillon_client', false), set_config('app.client_id', '1', false);
    INSERT INTO call_list (client_id, call_list_id, campaign_id, name, original_call_list_id)
    OVERRIDING SYSTEM VALUE VALUES (1, 1, 1, 'a', NULL), (1, 2, 1, 'b', 1), (1, 3, 1, 'c', 2);
    INSERT INTO list_entry (client_id, call_list_id, entry_id, account_line, phone, external_id)
    VALUES (1, 1, 1, 2, '${one}', 'A'), (1, 1, 2, 2, '${two}', 'A'), (1, 1, 3, 3, '${three}', NULL),
      (1, 2, 1, 2, '${one}', 'A'), (1, 2, 2, 2, '${two}', 'A'),
      (1, 3, 1, 2, '${two}', 'A');
    INSERT INTO rejected_row (client_id, call_list_id, line, column_name, value, reason)
    VALUES (1, 1, 3, 'Cell', '(212) 555-0101', 'x'), (1, 1, 3, 'Home', '555', 'x'),
      (1, 1, 4, 'Phone', '${two}', 'x'), (1, 1, 4, '', '', 'x')`);
  await client.query("SELECT set_config('role', 'none', false)");
  await migrate(owner, readMigrations());
  await client.query("SELECT set_config('role', 'carillon_client', false)");
  const { rows } = await client.query(
    `SELECT phone, call_list_id::int AS list, account_line AS line, entry_id AS entry,
       external_id AS id
     FROM account_phone ORDER BY list, phone`,
  );
  expect(rows).toEqual([
    { phone: one, list: 1, line: 3, entry: 3, id: null },
    { phone: one, list: 3, line: 2, entry: 1, id: 'A' },
  ]);
  await client.end();
});
