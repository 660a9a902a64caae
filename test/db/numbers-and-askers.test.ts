/** What 0034-numbers-and-askers.sql makes of a database from before it. */
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '../../src/db/migrate.ts';
import { freshDatabase } from '../harness/database.ts';

const [key, text, manager, operator, again] = [1, 2, 3, 4, 5].map((n) => `1212555010${n}`);

test('numbers that were shown become their clients’, and what people asked for gets its own columns', async () => {
  const { owner } = await freshDatabase();
  const client = new Client(owner);
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await migrate(
    owner,
    readMigrations().filter(({ name }) => name < '0034'),
  );
  await client.query(`
    INSERT INTO carrier (name, kind, settings) VALUES ('trunk', 'asterisk', '{"callerId": "13025550122"}');
    INSERT INTO client (code, name, voice_carrier) VALUES ('a', 'A', 'trunk'), ('b', 'B', 'simulated');
    SELECT set_config('role', 'carillon_client', false), set_config('app.client_id', '1', false);
    INSERT INTO do_not_call (client_id, phone, source, created) VALUES
      (1, '${key}', 'key', '2026-11-01Z'), (1, '${text}', 'text', '2026-11-02Z'),
      (1, '${manager}', 'manager', '2026-11-03Z'), (1, '${operator}', 'operator', '2026-11-04Z'),
      (1, '${again}', 'manager', '2026-11-05Z');
    INSERT INTO inbound_text (client_id, phone, texting_number, received, message, intent, carrier_ref)
    SELECT 1, v.phone, '13025550100', v.at::timestamptz, '', v.intent, v.phone || v.at
    FROM (VALUES ('${manager}', '2026-11-06Z', 3),
      ('${operator}', '2026-11-06Z', 3), ('${operator}', '2026-11-07Z', 2),
      ('${again}', '2026-11-08Z', 2), ('${again}', '2026-11-09Z', 3)) AS v (phone, at, intent);
    INSERT INTO attempt (client_id, call_list_id, entry_id, campaign_id, phone, engine_id, attempted_at,
      caller_id)
    VALUES (1, 1, 1, 1, '${key}', gen_random_uuid(), '2026-11-01Z', '13025550133')`);
  await client.query("SELECT set_config('role', 'none', false)");
  await migrate(owner, readMigrations());
  await client.query("SELECT set_config('role', 'carillon_client', false)");
  const { rows } = await client.query(
    `SELECT phone, to_char(key_at AT TIME ZONE 'UTC', 'DD') AS key,
       to_char(text_at AT TIME ZONE 'UTC', 'DD') AS text, whole_account AS whole
     FROM do_not_call ORDER BY phone`,
  );
  expect(rows).toEqual([
    { phone: key, key: '01', text: null, whole: true },
    { phone: text, key: null, text: '02', whole: true },
    { phone: manager, key: null, text: '06', whole: true },
    { phone: operator, key: null, text: null, whole: false },
    { phone: again, key: null, text: '09', whole: true },
  ]);
  const shown = await client.query('SELECT client_id, phone FROM shown_number ORDER BY phone');
  expect(shown.rows).toEqual([
    { client_id: 1, phone: '13025550122' },
    { client_id: 1, phone: '13025550133' },
  ]);
  await client.end();
});
